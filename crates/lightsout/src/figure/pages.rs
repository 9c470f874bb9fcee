//! Figures on pages of paper: as large as fits, each part of the document on pages of its own.

use super::drawing::{CAPTION, Drawing};
use super::svg::Svg;

/// A document for a printer: parts, such as puzzles and their solutions, that each begin on a new page.
///
/// Pages are of A4 size and lie below each other in one picture. Browsers print each on its own sheet.
///
/// # Examples
/// ```
/// use lightsout::figure::{Drawing, Pages};
///
/// let board = "3x3".parse()?;
/// let mut pages = Pages::new("Two boards");
/// pages.part("All off", vec![Drawing::new(&board).caption("1")]);
/// pages.part("All on", vec![Drawing::new(&board).lights(2, &[1; 9]).caption("1")]);
/// assert_eq!(pages.count(), 2);
/// assert!(pages.render().contains("height=\"594mm\""));
/// # Ok::<(), lightsout::board::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pages {
    title: String,
    parts: Vec<(String, Vec<Drawing>)>,
}

/// Width and height of a page in millimetres.
const PAPER: (f64, f64) = (210.0, 297.0);
/// Units in a millimetre: 96 in an inch.
const MILLIMETRE: f64 = 96.0 / 25.4;
/// Units left free at the edges of a page.
const EDGE: f64 = 48.0;
/// Units between figures.
const GAP: f64 = 22.0;
/// Units for the heading of a page.
const HEADING: f64 = 40.0;
/// Units for a caption below its figure.
const BELOW: f64 = 2.0 * CAPTION;
/// So many figures are put on a page when they are not too small for it.
const WANTED: usize = 12;
/// Figures are not made smaller than this for the sake of a full page.
const SMALLEST: f64 = 0.3;
/// Figures of small boards are enlarged up to this.
const LARGEST: f64 = 2.0;

/// How the figures of a part are arranged.
struct Layout {
    columns: usize,
    rows: usize,
    scale: f64,
}

impl Pages {
    /// A document without pages.
    pub fn new(title: impl Into<String>) -> Pages {
        Pages { title: title.into(), parts: Vec::new() }
    }

    /// Adds a part with its heading; one without figures has no page.
    pub fn part(&mut self, heading: impl Into<String>, figures: Vec<Drawing>) {
        self.parts.push((heading.into(), figures));
    }

    /// Number of pages.
    pub fn count(&self) -> usize {
        self.parts.iter().map(|(_, figures)| figures.len().div_ceil(per_page(figures))).sum()
    }

    /// The document as one SVG picture, the pages below each other.
    pub fn render(&self) -> String {
        let total = self.count();
        let (width, height) = (PAPER.0 * MILLIMETRE, PAPER.1 * MILLIMETRE);
        let mut description = format!("{total} pages.");
        for (heading, figures) in &self.parts {
            description.push_str(&format!(" {heading}: {} figures.", figures.len()));
        }
        let size = (PAPER.0, PAPER.1 * total.max(1) as f64);
        let mut svg = Svg::on_paper(size, MILLIMETRE, &self.title, &description);
        svg.style(&format!("@page{{size:{}mm {}mm;margin:0}}", PAPER.0, PAPER.1));
        let mut page = 0;
        for (heading, figures) in &self.parts {
            let layout = layout(figures);
            for chunk in figures.chunks(layout.columns * layout.rows) {
                svg.open_at(0.0, page as f64 * height, 1.0);
                svg.open("fill=\"#111\"");
                svg.open("font-weight=\"bold\"");
                svg.text(width / 2.0, EDGE + 8.0, fitted(heading, 17.0, width - 2.0 * EDGE), heading);
                svg.close();
                svg.text(width / 2.0, height - 28.0, 10.0, &format!("{} / {total}", page + 1));
                svg.close();
                draw(&mut svg, chunk, &layout, width);
                svg.close();
                page += 1;
            }
        }
        svg.finish()
    }
}

fn per_page(figures: &[Drawing]) -> usize {
    let layout = layout(figures);
    layout.columns * layout.rows
}

/// The widest and the highest board of a list.
fn largest(figures: &[Drawing]) -> (f64, f64) {
    figures.iter().map(Drawing::board_size).fold((1.0, 1.0), |m, s| (m.0.max(s.0), m.1.max(s.1)))
}

/// The fewest columns with which enough figures fit on a page, or as many as the figures bear.
fn layout(figures: &[Drawing]) -> Layout {
    let (w, h) = largest(figures);
    let (width, height) = (PAPER.0 * MILLIMETRE - 2.0 * EDGE, PAPER.1 * MILLIMETRE - 2.0 * EDGE - HEADING);
    let wanted = figures.len().clamp(1, WANTED);
    let with = |columns: usize| {
        let across = (width - (columns - 1) as f64 * GAP) / columns as f64;
        let scale = (across / w).min((height - BELOW) / h).min(LARGEST);
        let rows = ((height + GAP) / (h * scale + BELOW + GAP)).floor().max(1.0) as usize;
        Layout { columns, rows, scale }
    };
    let mut best = with(1);
    for columns in 2..=8 {
        if best.columns * best.rows >= wanted {
            break;
        }
        let next = with(columns);
        if next.scale < SMALLEST {
            break;
        }
        best = next;
    }
    best
}

/// Draws the figures of one page.
fn draw(svg: &mut Svg, figures: &[Drawing], layout: &Layout, width: f64) {
    let (_, h) = largest(figures);
    let across = (width - 2.0 * EDGE + GAP) / layout.columns as f64;
    for (place, figure) in figures.iter().enumerate() {
        let (row, column) = (place / layout.columns, place % layout.columns);
        let middle = EDGE + column as f64 * across + (across - GAP) / 2.0;
        let top = EDGE + HEADING + row as f64 * (h * layout.scale + BELOW + GAP);
        let size = figure.board_size();
        svg.open_at(middle - size.0 * layout.scale / 2.0, top, layout.scale);
        figure.draw(svg);
        svg.close();
        if let Some(caption) = figure.caption_text() {
            svg.open("fill=\"#111\"");
            svg.text(
                middle,
                top + size.1 * layout.scale + CAPTION,
                fitted(caption, CAPTION, across - GAP / 2.0),
                caption,
            );
            svg.close();
        }
    }
}

/// A font size at which a text is no wider than `room`, at most `most`.
fn fitted(text: &str, most: f64, room: f64) -> f64 {
    most.min(room / (0.62 * text.chars().count().max(1) as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards(spec: &str, number: usize) -> Vec<Drawing> {
        let board = spec.parse().expect("a board");
        (0..number).map(|n| Drawing::new(&board).caption(format!("{}: so & so", n + 1))).collect()
    }

    #[test]
    fn every_figure_is_inside_its_page() {
        for (spec, number, pages) in
            [("5x5", 1, 2), ("5x5", 12, 2), ("5x5", 17, 4), ("30x30", 3, 2), ("2x40", 9, 2), ("40x2", 5, 2)]
        {
            let mut document = Pages::new("A <title>");
            document.part("Puzzles", boards(spec, number));
            document.part("Solutions", boards(spec, number));
            document.part("Nothing", Vec::new());
            assert_eq!(document.count(), pages, "{number} of {spec}");
            let layout = layout(&document.parts[0].1);
            let (w, h) = largest(&document.parts[0].1);
            let columns = layout.columns as f64;
            assert!(columns * (w * layout.scale + GAP) - GAP <= PAPER.0 * MILLIMETRE - 2.0 * EDGE + 0.1);
            let down = layout.rows as f64 * (h * layout.scale + BELOW + GAP) - GAP;
            assert!(down <= PAPER.1 * MILLIMETRE - 2.0 * EDGE - HEADING + 0.1);
            let text = document.render();
            let parsed = roxmltree::Document::parse(&text).expect("well-formed");
            let root = parsed.root_element();
            assert_eq!(root.attribute("height"), Some(format!("{}mm", 297 * pages).as_str()));
            let captions = parsed.descendants().filter(|n| n.text().is_some_and(|t| t.contains("so & so")));
            assert_eq!(captions.filter(|n| n.is_text()).count(), 2 * number);
        }
    }

    #[test]
    fn large_boards_get_a_page_each() {
        let mut document = Pages::new("Large");
        document.part("Puzzles", boards("100x100", 3));
        assert_eq!(document.count(), 3);
    }
}
