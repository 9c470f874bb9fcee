//! Colours that keep apart in print, on a grey screen and for the colour-blind.

/// How an area is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fill {
    /// Red, green and blue of the area.
    pub colour: (u8, u8, u8),
    /// Whether text on it must be light.
    pub light_text: bool,
}

impl Fill {
    pub(super) const fn new(red: u8, green: u8, blue: u8) -> Fill {
        // Luma of ITU-R BT.601, in thousandths.
        let luma = 299 * red as u32 + 587 * green as u32 + 114 * blue as u32;
        Fill { colour: (red, green, blue), light_text: luma < 140_000 }
    }

    /// As SVG writes it: `#rrggbb`.
    pub fn hex(self) -> String {
        let (r, g, b) = self.colour;
        format!("#{r:02x}{g:02x}{b:02x}")
    }

    /// The colour of text on it.
    pub(super) fn text(self) -> &'static str {
        if self.light_text { "#fff" } else { "#111" }
    }

    /// Lightness from 0 to 255 as a grey printer sees it.
    pub fn luma(self) -> u32 {
        let (r, g, b) = self.colour;
        (299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b)) / 1000
    }
}

/// Nothing: a light that is off, a button that is not pressed.
pub(super) const EMPTY: Fill = Fill::new(255, 255, 255);
/// A light that is on.
pub(super) const LIT: Fill = Fill::new(0xf2, 0xa9, 0x00);
/// A button to press.
pub(super) const PRESSED: Fill = Fill::new(0x00, 0x5a, 0x9c);

/// The stops of the ramp for more than two states, from light to dark; the greys they print as are
/// evenly spaced.
const RAMP: [(u8, u8, u8); 6] = [
    (0xff, 0xff, 0xff),
    (0xff, 0xdf, 0x61),
    (0xe8, 0x9c, 0x30),
    (0xb3, 0x5f, 0x5c),
    (0x5d, 0x3a, 0x78),
    (0x12, 0x12, 0x38),
];

/// The fill of a state: white for 0, amber for on when there are two states, else from light to dark.
///
/// # Examples
/// ```
/// use lightsout::figure::fill_of_state;
///
/// let greys: Vec<u32> = (0..5).map(|state| fill_of_state(state, 5).luma()).collect();
/// assert!(greys.windows(2).all(|pair| pair[0] > pair[1] + 30));
/// ```
pub fn fill_of_state(state: u32, states: u64) -> Fill {
    if state == 0 {
        return EMPTY;
    }
    if states <= 2 {
        return LIT;
    }
    // Even steps from the first visible tint to the darkest.
    let at = f64::from(state) / (states - 1) as f64 * (RAMP.len() - 1) as f64;
    let low = (at as usize).min(RAMP.len() - 2);
    let part = at - low as f64;
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
    let (a, b) = (RAMP[low], RAMP[low + 1]);
    Fill::new(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

/// The fill of one of the six images of a block: the colours of Okabe and Ito that are dark enough to
/// stand on white.
pub fn fill_of_image(image: usize) -> Fill {
    const IMAGES: [Fill; 6] = [
        Fill::new(0x00, 0x5a, 0x9c),
        Fill::new(0xd5, 0x5e, 0x00),
        Fill::new(0x00, 0x9e, 0x73),
        Fill::new(0x56, 0xb4, 0xe9),
        Fill::new(0xe6, 0x9f, 0x00),
        Fill::new(0xcc, 0x79, 0xa7),
    ];
    IMAGES[image % 6]
}
