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

/// Draws an SVG document as PNG, `width` pixels wide or at its own size (small ones doubled).
///
/// Texts are set in the typeface that the program carries, so that no font need be installed.
pub(crate) fn png(svg: &str, width: Option<u32>) -> Result<Vec<u8>, Fail> {
    let mut options = Options { font_family: "DejaVu Sans".into(), ..Options::default() };
    let fonts = options.fontdb_mut();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    let tree = Tree::from_str(svg, &options).map_err(|error| Fail::Input(format!("the picture: {error}")))?;
    let size = tree.size();
    let scale = match width {
        Some(width) => width as f32 / size.width(),
        None if size.width().max(size.height()) <= SMALL => 2.0,
        None => 1.0,
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
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    encode(&pixmap).map_err(|error| Fail::Input(format!("the picture: {error}")))
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
    fn pictures_come_back_with_and_without_a_palette() {
        assert_eq!(round_trip(1), png::ColorType::Indexed);
        assert_eq!(round_trip(256), png::ColorType::Indexed);
        assert_eq!(round_trip(257), png::ColorType::Rgb);
        assert_eq!(round_trip(400), png::ColorType::Rgb);
    }
}
