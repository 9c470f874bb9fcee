//! A small writer of SVG documents.

use core::fmt::{self, Write};

/// An SVG document under construction: text and shapes go in, well-formed XML comes out.
///
/// Numbers are written with at most two decimals. Elements without attributes of their own take
/// those of the group around them.
///
/// # Examples
/// ```
/// use lightsout::figure::Svg;
///
/// let mut svg = Svg::new(10.0, 10.0, "A dot", "One black dot & nothing else");
/// svg.open("fill=\"black\"");
/// svg.circle(5.0, 5.0, 2.5);
/// svg.close();
/// assert!(svg.finish().contains("<circle cx=\"5\" cy=\"5\" r=\"2.5\"/>"));
/// ```
#[derive(Clone, Debug)]
pub struct Svg {
    out: String,
    depth: usize,
}

impl Svg {
    /// A document of `width` x `height` units, which are also its size in pixels unless whoever shows
    /// it scales it; with a title and a description for those who cannot see it.
    pub fn new(width: f64, height: f64, title: &str, description: &str) -> Svg {
        let (w, h) = (number(width).to_string(), number(height).to_string());
        Svg::begin((&w, &h), (&w, &h), title, description)
    }

    /// A document of a size in millimetres, drawn in units of which `scale` make a millimetre.
    pub fn on_paper(millimetres: (f64, f64), scale: f64, title: &str, description: &str) -> Svg {
        let size = (format!("{}mm", number(millimetres.0)), format!("{}mm", number(millimetres.1)));
        let units = (number(millimetres.0 * scale).to_string(), number(millimetres.1 * scale).to_string());
        Svg::begin((&size.0, &size.1), (&units.0, &units.1), title, description)
    }

    fn begin(size: (&str, &str), units: (&str, &str), title: &str, description: &str) -> Svg {
        let ((width, height), (w, h)) = (size, units);
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title description\" font-family=\"{}\">",
            super::FONTS
        );
        let _ = writeln!(out, "<title id=\"title\">{}</title>", escape(title));
        let _ = writeln!(out, "<desc id=\"description\">{}</desc>", escape(description));
        let _ = writeln!(out, "<rect width=\"{w}\" height=\"{h}\" fill=\"#fff\"/>");
        Svg { out, depth: 0 }
    }

    /// Adds a style sheet.
    pub fn style(&mut self, rules: &str) {
        let _ = writeln!(self.out, "<style>{}</style>", escape(rules));
    }

    /// Opens a group with the given attributes, such as `fill="red" stroke="black"`.
    pub fn open(&mut self, attributes: &str) {
        self.depth += 1;
        let _ = writeln!(self.out, "<g {attributes}>");
    }

    /// Opens a group that is moved by (x, y) and then scaled.
    pub fn open_at(&mut self, x: f64, y: f64, scale: f64) {
        self.depth += 1;
        let _ = write!(self.out, "<g transform=\"translate({} {})", number(x), number(y));
        if scale != 1.0 {
            let _ = write!(self.out, " scale({scale:.5})");
        }
        self.out.push_str("\">\n");
    }

    /// Closes the last group that is open.
    pub fn close(&mut self) {
        if self.depth > 0 {
            self.depth -= 1;
            self.out.push_str("</g>\n");
        }
    }

    /// A circle.
    pub fn circle(&mut self, x: f64, y: f64, radius: f64) {
        let _ = writeln!(
            self.out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
            number(x),
            number(y),
            number(radius)
        );
    }

    /// A rectangle with rounded corners (`round` = 0 for sharp ones).
    pub fn rectangle(&mut self, x: f64, y: f64, width: f64, height: f64, round: f64) {
        let _ = write!(
            self.out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
            number(x),
            number(y),
            number(width),
            number(height)
        );
        if round > 0.0 {
            let _ = write!(self.out, " rx=\"{}\"", number(round));
        }
        self.out.push_str("/>\n");
    }

    /// A straight line.
    pub fn line(&mut self, x1: f64, y1: f64, x2: f64, y2: f64) {
        let _ = writeln!(
            self.out,
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
            number(x1),
            number(y1),
            number(x2),
            number(y2)
        );
    }

    /// A closed polygon.
    pub fn polygon(&mut self, points: &[(f64, f64)]) {
        self.out.push_str("<polygon points=\"");
        for (t, &(x, y)) in points.iter().enumerate() {
            if t > 0 {
                self.out.push(' ');
            }
            let _ = write!(self.out, "{},{}", number(x), number(y));
        }
        self.out.push_str("\"/>\n");
    }

    /// A path from its commands in SVG's own notation.
    pub fn path(&mut self, commands: &str) {
        let _ = writeln!(self.out, "<path d=\"{}\"/>", escape(commands));
    }

    /// A line of text centred at x whose middle is at height y.
    pub fn text(&mut self, x: f64, y: f64, size: f64, text: &str) {
        // Digits and capitals are about 0.73 of the size high.
        let _ = writeln!(
            self.out,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\">{}</text>",
            number(x),
            number(y + 0.36 * size),
            number(size),
            escape(text)
        );
    }

    /// The document; groups still open are closed.
    pub fn finish(mut self) -> String {
        while self.depth > 0 {
            self.close();
        }
        self.out.push_str("</svg>\n");
        self.out
    }
}

/// A number with at most two decimals and no zeros at its end.
pub(super) fn number(value: f64) -> Number {
    Number((value * 100.0).round())
}

/// A number of hundredths, shown as [`number`] says. Millions of them make a large figure, so that this is done in
/// integers.
pub(super) struct Number(f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.is_finite() {
            return f.write_char('0');
        }
        let hundredths = self.0 as i64;
        if hundredths < 0 {
            f.write_char('-')?;
        }
        let (whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
        match (rest / 10, rest % 10) {
            (0, 0) => write!(f, "{whole}"),
            (tenths, 0) => write!(f, "{whole}.{tenths}"),
            _ => write!(f, "{whole}.{rest:02}"),
        }
    }
}

/// Text as XML wants it; characters that XML does not allow become spaces.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' | '\r' => out.push(c),
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
