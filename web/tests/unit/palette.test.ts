import { describe, expect, it } from 'vitest';

import { OFF, contrast, css, ink, luminance, rgb } from '../../src/lib/palette';

describe('colours of states', () => {
  it('gives off one colour and every other state a lighter one than the state before', () => {
    for (const states of [2, 3, 4, 5, 7, 12, 40]) {
      expect(rgb(0, states)).toEqual(OFF);
      let last = luminance(OFF);
      for (let s = 1; s < states; s++) {
        const next = luminance(rgb(s, states));
        expect(next).toBeGreaterThan(last);
        last = next;
      }
    }
  });

  it('tells the states of common puzzles apart by lightness alone', () => {
    for (const states of [2, 3, 4]) {
      for (let s = 1; s < states; s++) {
        expect(contrast(rgb(s, states), rgb(s - 1, states))).toBeGreaterThan(1.3);
      }
    }
    expect(contrast(rgb(1, 2), OFF)).toBeGreaterThan(3);
  });

  it('writes on every colour with a contrast of at least 4.5', () => {
    const parse = (text: string) => [1, 3, 5].map((i) => Number.parseInt(text.slice(i, i + 2), 16)) as [number, number, number];
    for (const states of [2, 3, 4, 6, 9, 36]) {
      for (let s = 0; s < states; s++) {
        expect(contrast(rgb(s, states), parse(ink(rgb(s, states))))).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('goes on to very many states', () => {
    expect(css(rgb(2 ** 32 - 1, 2 ** 32))).toBe(css(rgb(1, 2)));
    expect(css(OFF)).toBe('#2a3650');
  });
});
