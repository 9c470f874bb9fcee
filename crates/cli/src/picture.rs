//! Pictures: SVG as it is, PNG by drawing it.

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::args::Format;
use crate::fail::Fail;
use crate::output::Output;

/// The largest width and height of a PNG.
const LARGEST: u32 = 16_384;

/// Pictures smaller than this are drawn at twice their size.
const SMALL: f32 = 1_000.0;

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
    pixmap.encode_png().map_err(|error| Fail::Input(format!("the picture: {error}")))
}

/// Writes an SVG document in the format asked for.
pub(crate) fn write(out: &mut Output, format: Format, svg: &str, width: Option<u32>) -> Result<(), Fail> {
    match format {
        Format::Png => out.bytes(&png(svg, width)?),
        _ => out.text(svg),
    }
}
