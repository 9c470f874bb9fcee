/**
 * Colours of the states of a light. State 0 is dark; the others climb steadily in lightness
 * from blue over magenta and orange to yellow, so that they can be told apart by people who see
 * few colours, or none.
 */
const STOPS: [number, number, number][] = [
  [0x43, 0x60, 0xd4],
  [0xb5, 0x66, 0xd2],
  [0xe8, 0x6a, 0x7e],
  [0xf8, 0x9f, 0x4c],
  [0xff, 0xd6, 0x57],
];

export type Rgb = [number, number, number];

export const OFF: Rgb = [0x2a, 0x36, 0x50];

/** The colour of state `state` of `states`. */
export function rgb(state: number, states: number): Rgb {
  if (state === 0) return OFF;
  const t = states <= 2 ? 1 : (state - 1) / (states - 2);
  const at = Math.min(Math.max(t, 0), 1) * (STOPS.length - 1);
  const i = Math.min(Math.floor(at), STOPS.length - 2);
  const f = at - i;
  const [a, b] = [STOPS[i] ?? OFF, STOPS[i + 1] ?? OFF];
  return [0, 1, 2].map((c) => Math.round((a[c] ?? 0) * (1 - f) + (b[c] ?? 0) * f)) as Rgb;
}

export function css([r, g, b]: Rgb): string {
  return `#${[r, g, b].map((c) => c.toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance after WCAG 2. */
export function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((c) => {
    const s = c / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a: Rgb, b: Rgb): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

const INK: Rgb = [0, 0, 0];
const PAPER: Rgb = [0xff, 0xff, 0xff];

/** Black or white, whichever is easier to read on the colour. */
export function ink(on: Rgb): string {
  return css(contrast(on, INK) >= contrast(on, PAPER) ? INK : PAPER);
}
