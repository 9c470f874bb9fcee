//! Look-up tables as a sheet of paper to print.

use core::fmt::Write;

use super::Lookup;

/// Width, height and margin of the sheet in millimetres.
const PAPER: (f64, f64) = (210.0, 297.0);
const MARGIN: f64 = 15.0;
/// Sizes of the heading and of the lines below it.
const HEADING: f64 = 6.0;
const SENTENCE: f64 = 3.4;
/// Letters that fit on a line.
const LETTERS: usize = 104;
/// The largest lights.
const LARGEST: f64 = 7.0;

impl Lookup {
    /// A sheet of A4 paper with the table, or its short form when it has more than `limit` lines, as an SVG drawing.
    pub fn to_svg(&self, limit: u64) -> String {
        let (last_head, first_head) = self.headings();
        let entries = self.entries(limit);
        let short = entries.is_none();
        let (lines, marks): (Vec<(Vec<u32>, Vec<u32>)>, Vec<Option<usize>>) = match entries {
            Some(entries) => entries.into_iter().map(|e| ((e.last, e.first.presses), None)).unzip(),
            None => self.basis().into_iter().map(|b| ((b.last, b.first), Some(b.place))).unzip(),
        };
        let sentences: Vec<String> = self.places().into_iter().chain(self.instructions(short)).collect();
        let words: Vec<String> = sentences.iter().flat_map(|sentence| wrapped(sentence, LETTERS)).collect();
        let (width, height) = PAPER;
        let top = MARGIN + 2.0 * HEADING + words.len() as f64 * SENTENCE * 1.4 + 4.0;
        let cells = self.last.len() + self.first_cells().len() + 2;
        // As large as fits; as many columns of lines as are needed.
        let mut size = LARGEST;
        let (size, per_column) = loop {
            let per_column = ((height - top - MARGIN) / (size * 1.6)).floor().max(1.0) as usize;
            let columns = lines.len().div_ceil(per_column).max(1);
            if columns as f64 * (cells as f64 + 1.0) * size <= width - 2.0 * MARGIN || size < 0.2 {
                break (size, per_column);
            }
            size *= 0.95;
        };
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}mm\" height=\"{height}mm\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans, sans-serif\">\n<title>{}</title>\n\
             <desc>{}</desc>\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n",
            escape(&self.title()),
            escape(&sentences.join(" "))
        );
        let text = |out: &mut String, x: f64, y: f64, size: f64, anchor: &str, text: &str| {
            let _ = writeln!(
                out,
                "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size:.2}\" text-anchor=\"{anchor}\">{}</text>",
                escape(text)
            );
        };
        text(&mut out, MARGIN, MARGIN + HEADING * 0.7, HEADING, "start", &self.title());
        for (i, line) in words.iter().enumerate() {
            let y = MARGIN + 2.0 * HEADING + i as f64 * SENTENCE * 1.4;
            text(&mut out, MARGIN, y, SENTENCE, "start", line);
        }
        for (i, ((last, first), mark)) in lines.iter().zip(&marks).enumerate() {
            let x = MARGIN + (i / per_column) as f64 * (cells as f64 + 1.0) * size;
            let y = top + (i % per_column) as f64 * size * 1.6;
            let right = x + (last.len() + 2) as f64 * size;
            if i.is_multiple_of(per_column) {
                let head = (size * 0.6).min(4.0);
                text(&mut out, x, y - size * 0.35, head, "start", last_head);
                text(&mut out, right, y - size * 0.35, head, "start", first_head);
            }
            self.draw_cells(&mut out, x, y, size, last, *mark);
            let arrow = x + (last.len() as f64 + 1.0) * size;
            text(&mut out, arrow, y + size * 0.7, size * 0.7, "middle", "\u{2192}");
            self.draw_cells(&mut out, right, y, size, first, None);
        }
        out.push_str("</svg>\n");
        out
    }

    fn draw_cells(&self, out: &mut String, x: f64, y: f64, size: f64, values: &[u32], mark: Option<usize>) {
        for (i, &value) in values.iter().enumerate() {
            let (left, fill) = (x + i as f64 * size, if value == 0 { "white" } else { "#333" });
            let ring = if mark == Some(i) { 0.12 } else { 0.04 };
            let _ = writeln!(
                out,
                "<rect x=\"{left:.2}\" y=\"{y:.2}\" width=\"{size:.2}\" height=\"{size:.2}\" rx=\"{:.2}\" fill=\"{fill}\" \
                 stroke=\"{}\" stroke-width=\"{:.2}\"/>",
                size * 0.15,
                if mark == Some(i) { "#d55e00" } else { "#333" },
                size * ring
            );
            if value != 0 && self.states() > 2 {
                let _ = writeln!(
                    out,
                    "<text x=\"{:.2}\" y=\"{:.2}\" font-size=\"{:.2}\" text-anchor=\"middle\" fill=\"white\">{value}</text>",
                    left + size / 2.0,
                    y + size * 0.72,
                    size * 0.6
                );
            }
        }
    }
}

/// A sentence in lines of at most so many letters, cut between words.
fn wrapped(sentence: &str, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in sentence.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= letters => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
