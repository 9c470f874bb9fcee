//! Many figures on one page.

use super::drawing::{CAPTION, Drawing, text_width};
use super::svg::Svg;

/// A page of figures in reading order, each with its caption.
///
/// # Examples
/// ```
/// use lightsout::figure::{Drawing, Sheet};
/// use lightsout::kernel::Kernel;
///
/// let board = "triangle:5".parse()?;
/// let kernel = Kernel::new(&board)?;
/// let mut sheet = Sheet::new("Quiet patterns of side 5");
/// for (number, pattern) in kernel.elements().enumerate() {
///     sheet.push(Drawing::new(&board).pattern(&pattern).caption(format!("{}", number + 1)));
/// }
/// assert!(sheet.render().ends_with("</svg>\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sheet {
    title: String,
    figures: Vec<Drawing>,
    columns: Option<usize>,
    heading: bool,
}

/// Units between figures.
const GAP: f64 = 14.0;
/// Units for the heading.
const HEADING: f64 = 44.0;
/// The width that figures are scaled to, when they are larger.
const WIDEST: f64 = 420.0;

impl Sheet {
    /// An empty page.
    pub fn new(title: impl Into<String>) -> Sheet {
        Sheet { title: title.into(), figures: Vec::new(), columns: None, heading: true }
    }

    /// Adds a figure.
    pub fn push(&mut self, figure: Drawing) {
        self.figures.push(figure);
    }

    /// Number of figures.
    pub fn len(&self) -> usize {
        self.figures.len()
    }

    /// Whether the page is empty.
    pub fn is_empty(&self) -> bool {
        self.figures.is_empty()
    }

    /// Sets the number of figures side by side; otherwise the page comes out about as wide as high.
    pub fn columns(mut self, columns: usize) -> Sheet {
        self.columns = Some(columns.max(1));
        self
    }

    /// Leaves the title out of the picture; it stays in the file.
    pub fn without_heading(mut self) -> Sheet {
        self.heading = false;
        self
    }

    /// The page as an SVG document.
    pub fn render(&self) -> String {
        let scale = |figure: &Drawing| (WIDEST / figure.board_size().0.max(1.0)).min(1.0);
        // Boards are scaled, captions are not.
        let sizes: Vec<(f64, f64)> = self
            .figures
            .iter()
            .map(|f| {
                let (w, h) = f.board_size();
                let caption = f.caption_text().map_or(0.0, |text| text_width(text, CAPTION));
                let below = if caption > 0.0 { 2.0 * CAPTION } else { 0.0 };
                ((w * scale(f)).max(caption), h * scale(f) + below)
            })
            .collect();
        let widest = sizes.iter().map(|s| s.0).fold(0.0, f64::max);
        let highest = sizes.iter().map(|s| s.1).fold(0.0, f64::max);
        let columns = self.columns.unwrap_or_else(|| {
            let wanted = (self.figures.len() as f64 * (highest + GAP) / (widest + GAP).max(1.0)).sqrt();
            (wanted.round() as usize).max(1)
        });
        let columns = columns.min(self.figures.len().max(1));
        // Each row is as high as its highest figure; columns are equally wide.
        let rows: Vec<f64> =
            sizes.chunks(columns).map(|row| row.iter().map(|s| s.1).fold(0.0, f64::max)).collect();
        let heading = if self.heading { HEADING } else { 0.0 };
        let width = (columns as f64 * (widest + GAP) + GAP).max(if self.heading {
            9.5 * self.title.chars().count() as f64
        } else {
            0.0
        });
        let height = heading + rows.iter().map(|h| h + GAP).sum::<f64>() + GAP;
        let description = format!("{} figures. {}", self.figures.len(), self.descriptions());
        let mut svg = Svg::new(width, height, &self.title, &description);
        if self.heading {
            svg.open("fill=\"#111\" font-weight=\"bold\"");
            svg.text(width / 2.0, GAP + 14.0, 16.0, &self.title);
            svg.close();
        }
        let left = (width - columns as f64 * (widest + GAP) + GAP) / 2.0;
        let mut y = heading + GAP;
        for (row, figures) in self.figures.chunks(columns).enumerate() {
            for (column, figure) in figures.iter().enumerate() {
                let h = sizes[row * columns + column].1;
                let middle = left + column as f64 * (widest + GAP) + widest / 2.0;
                let top = y + rows[row] - h;
                svg.open_at(middle - figure.board_size().0 * scale(figure) / 2.0, top, scale(figure));
                figure.draw(&mut svg);
                svg.close();
                if let Some(caption) = figure.caption_text() {
                    svg.open("fill=\"#111\"");
                    svg.text(middle, top + h - CAPTION, CAPTION, caption);
                    svg.close();
                }
            }
            y += rows[row] + GAP;
        }
        svg.finish()
    }

    /// What the figures show, the first few.
    fn descriptions(&self) -> String {
        let mut text: Vec<&str> = Vec::new();
        for figure in self.figures.iter().take(8) {
            text.push(if figure.description_text().is_empty() {
                figure.title_text()
            } else {
                figure.description_text()
            });
        }
        if self.figures.len() > 8 {
            text.push("And so on.");
        }
        text.join(" ")
    }
}
