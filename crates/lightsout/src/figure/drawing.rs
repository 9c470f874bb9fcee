//! One board with what there is to show on it.

use std::collections::BTreeMap;

use lightsout_algebra::gf2::BitVec;

use super::palette::{EMPTY, Fill, PRESSED, fill_of_image, fill_of_state};
use super::svg::Svg;
use super::{compact, svg};
use crate::board::{Board, Point, Shape, Surface};
use crate::coverings::{Covering, Piece};
use crate::kernel::Propagated;

/// Units from the centre of a cell to that of its neighbour.
pub(super) const PITCH: f64 = 32.0;
/// Units around the cells.
pub(super) const MARGIN: f64 = 12.0;
/// The size of captions.
pub(super) const CAPTION: f64 = 13.0;
/// The largest width and height of a document in units.
const LARGEST: f64 = 4400.0;
/// Boards of more cells are drawn as runs of plain areas.
pub(super) const MOST_SINGLE: usize = 40_000;

/// How a cell is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellShape {
    /// A round button.
    Circle,
    /// A square with rounded corners.
    Square,
}

/// A figure of a board.
///
/// # Examples
/// ```
/// use lightsout::figure::Drawing;
///
/// let board = "3x3".parse()?;
/// let svg = Drawing::new(&board).lights(2, &[0, 1, 0, 1, 1, 1, 0, 1, 0]).title("A plus").render();
/// assert!(svg.contains("<title id=\"title\">A plus</title>"));
/// # Ok::<(), lightsout::board::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Drawing {
    pub(super) board: Board,
    title: String,
    description: String,
    caption: Option<String>,
    shape: CellShape,
    pub(super) fills: Vec<Fill>,
    pub(super) fill: Vec<u16>,
    labels: BTreeMap<usize, String>,
    stars: BTreeMap<usize, String>,
    corner_numbers: bool,
    pieces: Vec<Piece>,
    blocks: Vec<BlockOutline>,
}

#[derive(Clone, Debug)]
struct BlockOutline {
    corners: Vec<(f64, f64)>,
    arrow: ((f64, f64), (f64, f64)),
    mirrored: bool,
}

impl Drawing {
    /// A board with nothing on it: every light off, no button pressed.
    pub fn new(board: &Board) -> Drawing {
        let round = matches!(board.shape(), Shape::Triangle { .. } | Shape::Hexagon { .. } | Shape::Orbix);
        Drawing {
            title: format!("Board {board}"),
            description: format!("A board {board} of {} cells.", board.cells()),
            board: board.clone(),
            caption: None,
            shape: if round { CellShape::Circle } else { CellShape::Square },
            fills: vec![EMPTY],
            fill: vec![0; board.cells()],
            labels: BTreeMap::new(),
            stars: BTreeMap::new(),
            corner_numbers: false,
            pieces: Vec::new(),
            blocks: Vec::new(),
        }
    }

    /// Sets the title.
    pub fn title(mut self, title: impl Into<String>) -> Drawing {
        self.title = title.into();
        self
    }

    /// Sets the description, for those who cannot see the figure.
    pub fn describe(mut self, description: impl Into<String>) -> Drawing {
        self.description = description.into();
        self
    }

    /// Puts a line of text below the board.
    pub fn caption(mut self, caption: impl Into<String>) -> Drawing {
        self.caption = Some(caption.into());
        self
    }

    /// Draws the cells in this shape.
    pub fn shape(mut self, shape: CellShape) -> Drawing {
        self.shape = shape;
        self
    }

    /// Writes the number of each button, from 1 in reading order.
    pub fn numbered(mut self, numbered: bool) -> Drawing {
        self.corner_numbers = numbered;
        self
    }

    fn fill_index(&mut self, fill: Fill) -> u16 {
        match self.fills.iter().position(|&f| f == fill) {
            Some(index) => index as u16,
            None if self.fills.len() < usize::from(u16::MAX) => {
                self.fills.push(fill);
                (self.fills.len() - 1) as u16
            }
            None => (self.fills.len() - 1) as u16,
        }
    }

    /// Shows the state of each light; with more than two states each carries its number.
    ///
    /// # Panics
    /// When there is not one light per cell.
    pub fn lights(mut self, states: u64, lights: &[u32]) -> Drawing {
        assert_eq!(lights.len(), self.board.cells(), "one light per cell");
        for (cell, &state) in lights.iter().enumerate() {
            // Beyond 256 steps no eye tells neighbours apart.
            let shown = if states > 256 && state > 0 {
                fill_of_state((u64::from(state) * 255 / (states - 1)).max(1) as u32, 256)
            } else {
                fill_of_state(state, states)
            };
            self.fill[cell] = self.fill_index(shown);
            if states > 2 && lights.len() <= MOST_SINGLE {
                self.labels.insert(cell, state.to_string());
            }
        }
        let on = lights.iter().filter(|&&state| state != 0).count();
        self.description =
            format!("State of a board {}: {on} of {} lights are on.", self.board, lights.len());
        self
    }

    /// Shows which buttons to press; press counts above 1 are written on them.
    ///
    /// # Panics
    /// When there is not one press count per cell.
    pub fn presses(mut self, presses: &[u32]) -> Drawing {
        assert_eq!(presses.len(), self.board.cells(), "one press count per cell");
        let most = presses.iter().copied().max().unwrap_or(0);
        for (cell, &times) in presses.iter().enumerate() {
            if times > 0 {
                self.fill[cell] = self.fill_index(PRESSED);
                if most > 1 && presses.len() <= MOST_SINGLE {
                    self.labels.insert(cell, times.to_string());
                }
            }
        }
        let buttons = presses.iter().filter(|&&t| t > 0).count();
        self.description =
            format!("Presses on a board {}: {buttons} of {} buttons.", self.board, presses.len());
        self
    }

    /// Shows a pattern: the buttons with a one are pressed.
    ///
    /// # Panics
    /// When there is not one entry per cell.
    pub fn pattern(mut self, pattern: &BitVec) -> Drawing {
        assert_eq!(pattern.len(), self.board.cells(), "one entry per cell");
        let index = self.fill_index(PRESSED);
        for cell in pattern.iter_ones() {
            self.fill[cell] = index;
        }
        self.description = format!(
            "A pattern of presses on a board {}: {} of {} buttons.",
            self.board,
            pattern.count_ones(),
            pattern.len()
        );
        self
    }

    /// Puts a star with the press count on each button that is pressed, over what is there.
    ///
    /// # Panics
    /// When there is not one press count per cell.
    pub fn stars(mut self, presses: &[u32]) -> Drawing {
        assert_eq!(presses.len(), self.board.cells(), "one press count per cell");
        for (cell, &times) in presses.iter().enumerate() {
            if times > 0 {
                self.labels.remove(&cell);
                self.stars.insert(cell, times.to_string());
            }
        }
        self
    }

    /// Shows the pieces of a covering.
    pub fn covering(mut self, covering: &Covering) -> Drawing {
        self.pieces = covering.pieces().to_vec();
        let doubles = self.pieces.iter().filter(|p| matches!(p, Piece::Double(..))).count();
        self.description = format!(
            "A covering of a board {} by {} single and {doubles} double pieces.",
            self.board,
            self.pieces.len() - doubles
        );
        self
    }

    /// Shows a propagated pattern: buttons coloured by the image of the small pattern that their block
    /// holds, an outline around each block and an arrow to the image of the small pattern's top.
    ///
    /// # Panics
    /// When the board is not that of the pattern.
    pub fn propagated(mut self, propagated: &Propagated) -> Drawing {
        assert_eq!(self.board, propagated.board, "the board of the pattern");
        let mut members: BTreeMap<usize, (usize, Vec<usize>)> = BTreeMap::new();
        for (cell, block) in propagated.blocks.iter().enumerate() {
            if let Some(block) = block {
                if propagated.pattern.get(cell) {
                    self.fill[cell] = self.fill_index(fill_of_image(block.image));
                }
                members.entry(block.index).or_insert((block.image, Vec::new())).1.push(cell);
            }
        }
        let triangle = matches!(self.board.shape(), Shape::Triangle { .. });
        if members.len() <= 2000 {
            for (image, cells) in members.values() {
                let points: Vec<Point> = cells.iter().map(|&cell| self.board.point(cell)).collect();
                self.blocks.push(outline(&points, *image, triangle));
            }
        }
        self.description = format!(
            "A quiet pattern of a board {} made of {} mirror images of a smaller one, separated by unused buttons.",
            self.board,
            members.len()
        );
        self
    }

    pub(super) fn title_text(&self) -> &str {
        &self.title
    }

    pub(super) fn description_text(&self) -> &str {
        &self.description
    }

    pub(super) fn caption_text(&self) -> Option<&str> {
        self.caption.as_deref()
    }

    /// Width and height of the board in units.
    pub(super) fn board_size(&self) -> (f64, f64) {
        let (columns, rows) = compact::extent(&self.board);
        ((columns + 1.0) * PITCH + 2.0 * MARGIN, (rows + 1.0) * PITCH + 2.0 * MARGIN)
    }

    /// Width and height in units, the caption included.
    pub fn size(&self) -> (f64, f64) {
        let (width, height) = self.board_size();
        match &self.caption {
            None => (width, height),
            Some(caption) => (width.max(text_width(caption, CAPTION)), height + 2.0 * CAPTION),
        }
    }

    /// The figure as an SVG document.
    pub fn render(&self) -> String {
        let (width, height) = self.size();
        // Large boards get smaller units, so that programs that open them at full size can.
        let scale = if width.max(height) > LARGEST { LARGEST / width.max(height) } else { 1.0 };
        let mut svg = Svg::new(width * scale, height * scale, &self.title, &self.description);
        svg.open_at((width - self.board_size().0) / 2.0 * scale, 0.0, scale);
        self.draw(&mut svg);
        svg.close();
        if let Some(caption) = &self.caption {
            svg.open("fill=\"#111\"");
            let size = CAPTION * scale.max(0.6);
            svg.text(width * scale / 2.0, (height - 14.0) * scale, size, caption);
            svg.close();
        }
        svg.finish()
    }

    fn centre(&self, cell: usize) -> (f64, f64) {
        let point = self.board.point(cell);
        (MARGIN + (point.x + 0.5) * PITCH, MARGIN + (point.y + 0.5) * PITCH)
    }

    /// Draws the board, without the caption, with its upper left corner at the origin.
    pub(super) fn draw(&self, svg: &mut Svg) {
        if self.board.cells() > MOST_SINGLE {
            compact::draw(self, svg);
        } else {
            self.draw_seams(svg);
            self.draw_cells(svg);
            self.draw_blocks(svg);
            self.draw_pieces(svg);
            self.draw_stars(svg);
            self.draw_labels(svg);
        }
    }

    /// Dashed lines along sides that are glued.
    fn draw_seams(&self, svg: &mut Svg) {
        let Shape::Grid { surface, rows, columns } = self.board.shape() else { return };
        let (x0, y0) = (MARGIN - 4.0, MARGIN - 4.0);
        let (x1, y1) = (x0 + columns as f64 * PITCH + 8.0, y0 + rows as f64 * PITCH + 8.0);
        let columns_glued = surface != Surface::Plane;
        let rows_glued = matches!(surface, Surface::Torus | Surface::Klein | Surface::Projective);
        if !columns_glued {
            return;
        }
        svg.open("stroke=\"#777\" stroke-width=\"2\" stroke-dasharray=\"6 5\" fill=\"none\"");
        svg.line(x0, y0, x0, y1);
        svg.line(x1, y0, x1, y1);
        if rows_glued {
            svg.line(x0, y0, x1, y0);
            svg.line(x0, y1, x1, y1);
        }
        svg.close();
    }

    fn draw_cells(&self, svg: &mut Svg) {
        for (index, fill) in self.fills.iter().enumerate() {
            let cells: Vec<usize> =
                (0..self.fill.len()).filter(|&c| usize::from(self.fill[c]) == index).collect();
            if cells.is_empty() {
                continue;
            }
            svg.open(&format!("fill=\"{}\" stroke=\"#333\" stroke-width=\"1.2\"", fill.hex()));
            for cell in cells {
                let (x, y) = self.centre(cell);
                match self.shape {
                    CellShape::Circle => svg.circle(x, y, 0.45 * PITCH),
                    CellShape::Square => {
                        let side = 0.92 * PITCH;
                        svg.rectangle(x - side / 2.0, y - side / 2.0, side, side, 4.0);
                    }
                }
            }
            svg.close();
        }
    }

    fn draw_labels(&self, svg: &mut Svg) {
        // Where every star means one press, its button's number is worth more than the 1.
        let plain_stars = self.corner_numbers && self.stars.values().all(|times| times == "1");
        for light in [false, true] {
            svg.open(if light { "fill=\"#fff\"" } else { "fill=\"#111\"" });
            for cell in 0..self.board.cells() {
                let fill = self.fills[usize::from(self.fill[cell])];
                let (x, y) = self.centre(cell);
                let starred = self.stars.get(&cell);
                let on = if starred.is_some() { EMPTY } else { fill };
                if (on.text() == "#fff") != light {
                    continue;
                }
                let own = (plain_stars && starred.is_some()).then(|| (cell + 1).to_string());
                let label = own.as_ref().or(starred).or(self.labels.get(&cell));
                if let Some(label) = label {
                    let widest = if starred.is_some() { 11.0 } else { 15.0 };
                    svg.text(x, y, fitted(label, widest, 0.7 * PITCH), label);
                } else if self.corner_numbers {
                    let label = (cell + 1).to_string();
                    svg.text(x, y, fitted(&label, 12.5, 0.7 * PITCH), &label);
                }
            }
            svg.close();
        }
        if self.corner_numbers && (!self.labels.is_empty() || !self.stars.is_empty()) {
            let stars = if plain_stars { None } else { Some(self.stars.keys()) };
            let cells: Vec<usize> = self.labels.keys().chain(stars.into_iter().flatten()).copied().collect();
            // The corner of a square is part of it, beside a round button is white paper.
            let under = |cell: usize| match self.shape {
                CellShape::Circle => EMPTY,
                CellShape::Square => self.fills[usize::from(self.fill[cell])],
            };
            for ink in [EMPTY.text(), PRESSED.text()] {
                svg.open(&format!("fill=\"{ink}\""));
                for &cell in cells.iter().filter(|&&cell| under(cell).text() == ink) {
                    let (x, y) = self.centre(cell);
                    svg.text(x - 0.38 * PITCH, y - 0.38 * PITCH, 6.5, &(cell + 1).to_string());
                }
                svg.close();
            }
        }
    }

    fn draw_stars(&self, svg: &mut Svg) {
        if self.stars.is_empty() {
            return;
        }
        svg.open("fill=\"#fff\" stroke=\"#111\" stroke-width=\"1.4\" stroke-linejoin=\"round\"");
        for &cell in self.stars.keys() {
            let (x, y) = self.centre(cell);
            let points: Vec<(f64, f64)> = (0..10)
                .map(|t| {
                    let angle = f64::from(t) * core::f64::consts::PI / 5.0;
                    let radius = PITCH * if t % 2 == 0 { 0.47 } else { 0.27 };
                    (x + radius * angle.sin(), y - radius * angle.cos())
                })
                .collect();
            svg.polygon(&points);
        }
        svg.close();
    }

    fn draw_pieces(&self, svg: &mut Svg) {
        if self.pieces.is_empty() {
            return;
        }
        // The ends of each piece; a piece across a glued side has two halves.
        let mut lines: Vec<((f64, f64), (f64, f64))> = Vec::new();
        let mut dots = Vec::new();
        for piece in &self.pieces {
            match *piece {
                Piece::Single(a) => dots.push(self.centre(a)),
                Piece::Double(a, b) => {
                    let (p, q) = (self.centre(a), self.centre(b));
                    let (dx, dy) = (q.0 - p.0, q.1 - p.1);
                    let length = dx.hypot(dy);
                    if length < 1.5 * PITCH {
                        lines.push((p, q));
                    } else {
                        // Out of the board on both sides.
                        let (ux, uy) = (dx / length * 0.62 * PITCH, dy / length * 0.62 * PITCH);
                        lines.push((p, (p.0 - ux, p.1 - uy)));
                        lines.push((q, (q.0 + ux, q.1 + uy)));
                    }
                }
            }
        }
        for (colour, width) in [("#333", 0.62 * PITCH), ("#9ecae9", 0.62 * PITCH - 2.8)] {
            svg.open(&format!(
                "stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\"",
                svg::number(width)
            ));
            for &((x1, y1), (x2, y2)) in &lines {
                svg.line(x1, y1, x2, y2);
            }
            svg.close();
        }
        svg.open("fill=\"#f6d58e\" stroke=\"#333\" stroke-width=\"1.4\"");
        for (x, y) in dots {
            svg.circle(x, y, 0.31 * PITCH);
        }
        svg.close();
    }

    fn draw_blocks(&self, svg: &mut Svg) {
        if self.blocks.is_empty() {
            return;
        }
        let place = |(x, y): (f64, f64)| (MARGIN + (x + 0.5) * PITCH, MARGIN + (y + 0.5) * PITCH);
        for mirrored in [false, true] {
            let dash = if mirrored { " stroke-dasharray=\"7 4\"" } else { "" };
            svg.open(&format!(
                "fill=\"none\" stroke=\"#111\" stroke-width=\"2\" stroke-linejoin=\"round\"{dash}"
            ));
            for block in self.blocks.iter().filter(|b| b.mirrored == mirrored) {
                let corners: Vec<(f64, f64)> = block.corners.iter().map(|&p| place(p)).collect();
                svg.polygon(&corners);
            }
            svg.close();
            svg.open("fill=\"#111\" fill-opacity=\"0.75\" stroke=\"#fff\" stroke-width=\"1.5\"");
            for block in self.blocks.iter().filter(|b| b.mirrored == mirrored) {
                svg.polygon(&arrow(place(block.arrow.0), place(block.arrow.1), mirrored));
            }
            svg.close();
        }
    }
}

/// About how wide a line of text is, with room on both sides.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    0.62 * size * text.chars().count() as f64 + 2.0 * size
}

/// A font size at which `text` is no wider than `room`, at most `most`.
fn fitted(text: &str, most: f64, room: f64) -> f64 {
    most.min(room / (0.64 * text.chars().count().max(1) as f64))
}

/// An arrow between two points; of a mirrored block with one barb only.
fn arrow((x1, y1): (f64, f64), (x2, y2): (f64, f64), mirrored: bool) -> Vec<(f64, f64)> {
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let (ux, uy) = ((x2 - x1) / length, (y2 - y1) / length);
    let head = (0.45 * length).min(0.6 * PITCH);
    let (half, barb) = (head * 0.2, head * 0.55);
    let at = |along: f64, across: f64| (x1 + ux * along - uy * across, y1 + uy * along + ux * across);
    let mut points = vec![at(0.0, half), at(length - head, half), at(length - head, barb), at(length, 0.0)];
    if !mirrored {
        points.push(at(length - head, -barb));
    }
    points.extend([at(length - head, -half), at(0.0, -half)]);
    points
}

/// The outline of a block around the centres of its cells, and the arrow of its image.
fn outline(points: &[Point], image: usize, triangle: bool) -> BlockOutline {
    let mean = |f: fn(&Point) -> f64| points.iter().map(f).sum::<f64>() / points.len() as f64;
    let middle = (mean(|p| p.x), mean(|p| p.y));
    let extreme = |f: &dyn Fn(&Point) -> f64| {
        let point = points.iter().max_by(|a, b| f(a).total_cmp(&f(b))).expect("a block has a cell");
        (point.x, point.y)
    };
    let corners = if triangle {
        let top = points.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
        let at_top = points.iter().filter(|p| p.y < top + 0.1).count();
        // Upright blocks have one cell in their top row.
        if at_top == 1 {
            vec![extreme(&|p| -p.y), extreme(&|p| p.y * 100.0 + p.x), extreme(&|p| p.y * 100.0 - p.x)]
        } else {
            vec![extreme(&|p| p.y), extreme(&|p| -p.y * 100.0 - p.x), extreme(&|p| -p.y * 100.0 + p.x)]
        }
    } else {
        vec![
            extreme(&|p| -p.x - p.y),
            extreme(&|p| p.x - p.y),
            extreme(&|p| p.x + p.y),
            extreme(&|p| -p.x + p.y),
        ]
    };
    // The arrow of the pattern itself points to its top; on a triangle the image of the top is a corner.
    let target = if triangle {
        corners[[0, 1, 2, 0, 2, 1][image]]
    } else {
        let up = image & 2 == 0;
        let y = if up { corners[0].1 } else { corners[2].1 };
        (middle.0, y)
    };
    let toward =
        |part: f64| (middle.0 + (target.0 - middle.0) * part, middle.1 + (target.1 - middle.1) * part);
    // Around the discs: away from the middle.
    let widen = |(x, y): (f64, f64)| {
        let (dx, dy) = (x - middle.0, y - middle.1);
        let length = dx.hypot(dy);
        let room = if triangle { 3f64.sqrt() / 2.0 } else { 0.72 };
        if length < 1e-9 { (x, y) } else { (x + dx / length * room, y + dy / length * room) }
    };
    BlockOutline {
        corners: corners.iter().map(|&c| widen(c)).collect(),
        arrow: (toward(-0.35), toward(0.55)),
        mirrored: if triangle { image >= 3 } else { image & 1 != 0 },
    }
}
