//! Pictures: SVG as it is, PNG by drawing it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::args::Format;
use crate::fail::Fail;
use crate::output::Output;

/// The largest width and height of a PNG.
const LARGEST: u32 = 16_384;

/// Pictures smaller than this are drawn at twice their size.
const SMALL: f32 = 1_000.0;

/// Lines of a document, each a shape at most, that are read and drawn at a time: the reader of SVG takes no more than a
/// million shapes.
const PIECE: usize = 100_000;

/// Refuses the options of pictures where they would change nothing.
pub(crate) fn check(format: Format, width: Option<u32>, others: &[(&str, bool)]) -> Result<(), Fail> {
    if width.is_some() && format != Format::Png {
        return Err(Fail::Input(format!("--width is the width of a PNG, the result is {}", format.name())));
    }
    match others.iter().find(|(_, given)| *given) {
        Some((name, _)) if !matches!(format, Format::Svg | Format::Png) => {
            Err(Fail::Input(format!("{name} is for pictures, the result is {}", format.name())))
        }
        _ => Ok(()),
    }
}

/// Draws an SVG document as PNG, `width` pixels wide or at its own size (small ones doubled, the largest ones made to fit).
///
/// Texts are set in the typeface that the program carries, so that no font need be installed.
pub(crate) fn png(svg: &str, width: Option<u32>) -> Result<Vec<u8>, Fail> {
    let unreadable = |error: &dyn std::fmt::Display| Fail::Input(format!("the picture: {error}"));
    let pixmap = draw(svg, width, PIECE)?;
    encode(&pixmap).map_err(|error| unreadable(&error))
}

/// Draws an SVG document, so many lines of it at a time.
fn draw(svg: &str, width: Option<u32>, piece: usize) -> Result<Pixmap, Fail> {
    let mut options = Options { font_family: "DejaVu Sans".into(), ..Options::default() };
    let fonts = options.fontdb_mut();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    let read = |svg: &str| {
        Tree::from_str(svg, &options).map_err(|error| Fail::Input(format!("the picture: {error}")))
    };
    let document = Document::new(svg);
    let size = read(&document.empty())?.size();
    let scale = match width {
        Some(width) => width as f32 / size.width(),
        None if size.width().max(size.height()) <= SMALL => 2.0,
        // The largest ones are made to fit; rounding up may add a pixel.
        None => ((LARGEST - 1) as f32 / size.width().max(size.height())).min(1.0),
    };
    let pixels = |length: f32| (length * scale).ceil().max(1.0);
    let (across, down) = (pixels(size.width()), pixels(size.height()));
    if across > LARGEST as f32 || down > LARGEST as f32 {
        return Err(Fail::Limit(format!(
            "the picture would have {across} x {down} pixels, at most {LARGEST} x {LARGEST} are drawn: give a smaller --width"
        )));
    }
    let mut pixmap = Pixmap::new(across as u32, down as u32)
        .ok_or_else(|| Fail::Limit(format!("no memory for a picture of {across} x {down} pixels")))?;
    // The last row and column may be covered in part only.
    pixmap.fill(Color::WHITE);
    document.pieces(piece, |piece| {
        resvg::render(&read(piece)?, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
        Ok(())
    })?;
    Ok(pixmap)
}

/// A document as the library writes it: a head, then lines that open a group, close one, or are a shape.
struct Document<'a> {
    /// Up to the description.
    head: &'a str,
    body: &'a str,
}

impl<'a> Document<'a> {
    fn new(svg: &'a str) -> Document<'a> {
        const END: &str = "</desc>\n";
        let (head, body) = svg.split_at(svg.find(END).map_or(0, |at| at + END.len()));
        Document { head, body }
    }

    /// The document without shapes.
    fn empty(&self) -> String {
        format!("{}</svg>\n", self.head)
    }

    /// Hands out documents of at most `most` lines of the body each that, drawn over each other, are this one.
    fn pieces(&self, most: usize, mut each: impl FnMut(&str) -> Result<(), Fail>) -> Result<(), Fail> {
        // A style sheet holds for all that follows; groups that are open at the end of a piece are opened again.
        let (mut style, mut open) = (String::new(), Vec::new());
        let (mut piece, mut lines) = (self.head.to_string(), 0);
        for line in self.body.split_inclusive('\n').filter(|line| !line.starts_with("</svg>")) {
            if line.starts_with("<style>") {
                style.push_str(line);
            } else if line.starts_with("<g ") {
                open.push(line);
            } else if line.starts_with("</g>") {
                open.pop();
            }
            piece.push_str(line);
            lines += 1;
            // A line that does not end its element goes on in the next one.
            if lines >= most && line.trim_end().ends_with('>') {
                each(&format!("{piece}{}</svg>\n", "</g>\n".repeat(open.len())))?;
                piece = format!("{}{style}{}", self.head, open.concat());
                lines = 0;
            }
        }
        each(&format!("{piece}{}</svg>\n", "</g>\n".repeat(open.len())))
    }
}

/// A PNG of an opaque picture: with a palette if it has at most 256 colours, which is smaller and quicker.
fn encode(pixmap: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_depth(png::BitDepth::Eight);
    let data = if let Some((colours, indices)) = indexed(pixmap) {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(colours);
        // Neighbours in number are not neighbours in colour.
        encoder.set_filter(png::Filter::NoFilter);
        indices
    } else {
        encoder.set_color(png::ColorType::Rgb);
        pixmap.pixels().iter().flat_map(|p| [p.red(), p.green(), p.blue()]).collect()
    };
    encoder.write_header()?.write_image_data(&data)?;
    Ok(bytes)
}

/// The colours of an opaque picture, three bytes each, and the number of each pixel's; `None` for more than 256.
fn indexed(pixmap: &Pixmap) -> Option<(Vec<u8>, Vec<u8>)> {
    let (mut colours, mut known) = (Vec::new(), HashMap::new());
    let mut last = None;
    let mut indices = Vec::with_capacity(pixmap.pixels().len());
    for pixel in pixmap.pixels() {
        let colour = [pixel.red(), pixel.green(), pixel.blue()];
        let index = match last {
            Some((same, index)) if same == colour => index,
            _ => match known.entry(colour) {
                Entry::Occupied(entry) => *entry.get(),
                Entry::Vacant(entry) => {
                    let index = u8::try_from(colours.len() / 3).ok()?;
                    colours.extend(colour);
                    *entry.insert(index)
                }
            },
        };
        last = Some((colour, index));
        indices.push(index);
    }
    Some((colours, indices))
}

/// Writes an SVG document in the format asked for.
pub(crate) fn write(out: &mut Output, format: Format, svg: &str, width: Option<u32>) -> Result<(), Fail> {
    match format {
        Format::Png => out.bytes(&png(svg, width)?),
        _ => out.text(svg),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of a colour for each pixel and what its PNG says.
    fn round_trip(colours: usize) -> png::ColorType {
        let side = 20;
        let mut pixmap = Pixmap::new(side, side).unwrap();
        pixmap.fill(Color::WHITE);
        for (i, pixel) in pixmap.pixels_mut().iter_mut().enumerate().take(colours - 1) {
            let colour = resvg::tiny_skia::ColorU8::from_rgba((i % 256) as u8, (i / 256) as u8, 7, 255);
            *pixel = colour.premultiply();
        }
        let bytes = encode(&pixmap).unwrap();
        assert_eq!(Pixmap::decode_png(&bytes).unwrap(), pixmap);
        png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap().info().color_type
    }

    #[test]
    fn a_picture_in_pieces_is_the_same() {
        use lightsout::figure::{Drawing, Pages, Sheet};
        let board = "3x4".parse().unwrap();
        let figure = |caption: &str| {
            let lights = [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5];
            Drawing::new(&board).lights(6, &lights).stars(&lights).numbered(true).caption(caption)
        };
        let mut sheet = Sheet::new("Two\nlines & more");
        ["one", "two\n<g three"].iter().for_each(|caption| sheet.push(figure(caption)));
        let mut pages = Pages::new("Pages");
        pages.part("All", vec![figure("1"), figure("2")]);
        for svg in [figure("alone").render(), sheet.render(), pages.render()] {
            let whole = draw(&svg, None, usize::MAX).unwrap();
            for piece in [1, 7, 40] {
                assert_eq!(draw(&svg, None, piece).unwrap(), whole, "{piece}");
            }
        }
    }

    #[test]
    fn pictures_of_more_than_a_million_shapes_are_drawn() {
        let mut svg = lightsout::figure::Svg::new(100.0, 100.0, "Dots", "Many dots.");
        svg.open("fill=\"#000\"");
        (0..1_000_001).for_each(|_| svg.rectangle(20.0, 20.0, 1.0, 1.0, 0.0));
        svg.rectangle(50.0, 50.0, 1.0, 1.0, 0.0);
        let pixmap = draw(&svg.finish(), Some(100), PIECE).unwrap();
        let dark = pixmap.pixels().iter().filter(|pixel| pixel.red() == 0).count();
        assert_eq!(dark, 2);
    }

    #[test]
    fn long_pictures_are_made_to_fit_unless_their_width_was_given() {
        let svg = lightsout::figure::Svg::new(10.0, 40_000.0, "Long", "A long one.").finish();
        let pixmap = draw(&svg, None, PIECE).unwrap();
        assert!(pixmap.height() <= LARGEST && pixmap.height() > LARGEST - 3 && pixmap.width() == 5);
        assert!(matches!(draw(&svg, Some(10), PIECE), Err(Fail::Limit(_))));
    }

    #[test]
    fn pictures_come_back_with_and_without_a_palette() {
        assert_eq!(round_trip(1), png::ColorType::Indexed);
        assert_eq!(round_trip(256), png::ColorType::Indexed);
        assert_eq!(round_trip(257), png::ColorType::Rgb);
        assert_eq!(round_trip(400), png::ColorType::Rgb);
    }
}
