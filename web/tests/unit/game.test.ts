import { describe, expect, it } from 'vitest';

import type { Layout } from '../../src/lib/engine/types';
import { begin, clock, day, goal, inverse, play, press, redo, replay, same, undo, wrong } from '../../src/lib/game';

/** Three lights in a line, closed neighbourhoods. */
function line(states: number): Layout {
  return {
    kind: 'plane',
    spec: '1x3',
    rule: 'plus',
    states,
    cells: 3,
    buttons: 3,
    rows: [[0, 1, 2]],
    points: [
      [
        [0, 0],
        [1, 0],
        [2, 0],
      ],
    ],
    wiring: [
      [
        [0, 1],
        [1, 1],
      ],
      [
        [0, 1],
        [1, 1],
        [2, 1],
      ],
      [
        [1, 1],
        [2, 1],
      ],
    ],
  };
}

describe('a game', () => {
  it('presses modulo the number of states', () => {
    expect(press(line(2), [1, 1, 0], { button: 1, times: 1 })).toEqual([0, 0, 1]);
    expect(press(line(5), [4, 0, 2], { button: 0, times: 3 })).toEqual([2, 3, 2]);
  });

  it('stays exact for the largest numbers', () => {
    const k = 2 ** 32;
    const layout: Layout = { ...line(k), wiring: [[[0, k - 1]], [], []] };
    // (k - 1)^2 = 1 modulo k
    expect(press(layout, [0, 0, 0], { button: 0, times: k - 1 })).toEqual([1, 0, 0]);
  });

  it('takes moves back and forth', () => {
    const layout = line(3);
    const start = begin([0, 1, 2]);
    const one = play(layout, start, { button: 1, times: 1 });
    const two = play(layout, one, { button: 0, times: 2 });
    expect(undo(layout, two).lights).toEqual(one.lights);
    expect(undo(layout, undo(layout, two)).lights).toEqual([0, 1, 2]);
    expect(redo(layout, undo(layout, two)).lights).toEqual(two.lights);
    expect(undo(layout, start)).toBe(start);
    expect(redo(layout, two)).toBe(two);
    expect(play(layout, undo(layout, two), { button: 2, times: 1 }).undone).toEqual([]);
  });

  it('undoes every press by its inverse', () => {
    for (const states of [2, 3, 7]) {
      const layout = line(states);
      for (let times = 1; times < states; times++) {
        const move = { button: 1, times };
        expect(press(layout, press(layout, [1, 0, 1], move), inverse(move, states))).toEqual([1, 0, 1]);
      }
    }
  });

  it('is played again from its saved moves, or refused', () => {
    const layout = line(2);
    const moves = [
      { button: 1, times: 1 },
      { button: 2, times: 1 },
    ];
    expect(replay(layout, [0, 0, 0], moves, [])?.lights).toEqual([1, 0, 0]);
    expect(replay(layout, [0, 0], moves, [])).toBeNull();
    expect(replay(layout, [0, 0, 0], [{ button: 3, times: 1 }], [])).toBeNull();
    expect(replay(layout, [0, 0, 0], [{ button: 0, times: 2 }], [])).toBeNull();
    expect(replay(layout, [0, 0, 0], [], [{ button: 0.5, times: 1 }])).toBeNull();
  });

  it('knows what is wrong and what the goal is', () => {
    expect(wrong([0, 1, 1], [0, 0, 1])).toBe(1);
    expect(same([1, 2], [1, 2])).toBe(true);
    expect(same([1, 2], [1])).toBe(false);
    expect(goal([2, 2])).toEqual({ kind: 'all', state: 2 });
    expect(goal([0, 1])).toEqual({ kind: 'picture' });
  });

  it('shows times and days', () => {
    expect(clock(0)).toBe('0:00');
    expect(clock(75)).toBe('1:15');
    expect(clock(3671)).toBe('1:01:11');
    expect(day(new Date(2026, 0, 5))).toBe('2026-01-05');
  });
});
