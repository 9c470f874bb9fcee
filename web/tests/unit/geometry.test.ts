import { describe, expect, it } from 'vitest';

import { arrange, dots, frame, places, positions, step, wrapsColumns, wrapsRows } from '../../src/lib/board/geometry';
import type { Layout } from '../../src/lib/engine/types';

function grid(rows: number, columns: number, holes: number[] = [], kind: Layout['kind'] = 'plane'): Layout {
  let cell = 0;
  const list = Array.from({ length: rows }, (_, r) =>
    Array.from({ length: columns }, (_, c) => (holes.includes(r * columns + c) ? null : cell++)),
  );
  return {
    kind,
    spec: `${rows}x${columns}`,
    rule: 'plus',
    states: 2,
    cells: cell,
    buttons: cell,
    rows: list,
    points: list.map((row, r) => row.map((_, c) => [c, r] as [number, number])),
    wiring: [],
  };
}

describe('places of a drawing', () => {
  it('are the cells, with holes in between', () => {
    const list = places(grid(2, 3, [4]), null);
    expect(list.flat().map((p) => p.cell)).toEqual([0, 1, 2, 3, null, 4]);
    expect(list[1]?.[2]).toMatchObject({ x: 2, y: 1, row: 1, column: 2, ghost: false });
  });

  it('have copies beyond glued edges', () => {
    const window = [
      [null, null, null, null],
      [1, 0, 1, 0],
      [3, 2, 3, 2],
      [null, null, null, null],
    ];
    const list = places(grid(2, 2, [], 'cylinder'), window);
    expect(list.map((row) => row.map((p) => [p.cell, p.ghost]))).toEqual([
      [
        [1, true],
        [0, false],
        [1, false],
        [0, true],
      ],
      [
        [3, true],
        [2, false],
        [3, false],
        [2, true],
      ],
    ]);
    expect(wrapsColumns('cylinder') && !wrapsRows('cylinder') && wrapsRows('torus')).toBe(true);
    expect(wrapsColumns('triangle')).toBe(false);
  });

  it('lie in their frame', () => {
    expect(frame(places(grid(2, 3), null), 0.5)).toEqual({ x: -0.5, y: -0.5, width: 3, height: 2 });
    expect(frame([], 1)).toEqual({ x: 0, y: 0, width: 1, height: 1 });
  });
});

describe('arrow keys', () => {
  it('go to the next cell and stop at the edge', () => {
    const list = places(grid(3, 3), null);
    const middle = list[1]?.[1];
    if (!middle) throw new Error('no middle');
    expect(step(list, middle, 'left')?.cell).toBe(3);
    expect(step(list, middle, 'right')?.cell).toBe(5);
    expect(step(list, middle, 'up')?.cell).toBe(1);
    expect(step(list, middle, 'down')?.cell).toBe(7);
    const corner = list[0]?.[0];
    if (!corner) throw new Error('no corner');
    expect(step(list, corner, 'up')).toBeNull();
    expect(step(list, corner, 'left')).toBeNull();
  });

  it('jump over a hole', () => {
    const list = places(grid(1, 3, [1]), null).map((row) => row.filter((p) => p.cell !== null));
    const first = list[0]?.[0];
    if (!first) throw new Error('no cell');
    expect(step(list, first, 'right')?.cell).toBe(1);
  });

  it('reach every cell of a triangle', () => {
    const side = 5;
    let cell = 0;
    const rows = Array.from({ length: side }, (_, r) => Array.from({ length: r + 1 }, () => cell++));
    const layout: Layout = {
      ...grid(1, 1),
      kind: 'triangle',
      rows,
      points: rows.map((row, r) => row.map((_, c) => [c + (side - 1 - r) / 2, (r * Math.sqrt(3)) / 2] as [number, number])),
    };
    const list = places(layout, null);
    const start = list[0]?.[0];
    if (!start) throw new Error('no cell');
    const seen = new Set([start]);
    const queue = [start];
    for (let p = queue.pop(); p; p = queue.pop()) {
      for (const direction of ['left', 'right', 'up', 'down'] as const) {
        const next = step(list, p, direction);
        if (next && !seen.has(next)) {
          seen.add(next);
          queue.push(next);
        }
      }
    }
    expect(seen.size).toBe(15);
  });
});

describe('small things', () => {
  it('draw as many dots as the number says', () => {
    for (let n = 0; n <= 9; n++) {
      const list = dots(n);
      expect(list.length).toBe(n);
      expect(new Set(list.map(String)).size).toBe(n);
    }
  });

  it('spread values over rows and find cells again', () => {
    const layout = grid(2, 2, [1]);
    expect(arrange(layout, ['a', 'b', 'c'])).toEqual([
      ['a', null],
      ['b', 'c'],
    ]);
    expect(positions(layout)).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
    ]);
  });
});
