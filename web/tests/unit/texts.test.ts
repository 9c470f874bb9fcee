import { describe, expect, it } from 'vitest';

import { sizes, sizesOf, spec } from '../../src/lib/boards';
import { SIZED } from '../../src/lib/boards';
import { list, pressNumbers, reason } from '../../src/lib/explain';
import type { Layout } from '../../src/lib/engine/types';
import { addNode, empty, moveNode, removeNode, setState, setStates, toPuzzle, toggleWire } from '../../src/lib/graphpuzzle';
import { circle, isGraph, levels, wires } from '../../src/lib/board/graph';
import { pbm, threshold } from '../../src/lib/picture';
import { english, groups } from '../../src/lib/text';

const line: Layout = {
  kind: 'plane',
  spec: '1x3',
  rule: 'plus',
  states: 2,
  cells: 3,
  buttons: 3,
  rows: [[0, 1, 2]],
  points: [],
  wiring: [[[0, 1], [1, 1]], [[0, 1], [2, 2]], [[1, 2]]],
};

describe('explanations', () => {
  it('number the presses of two states and count those of more', () => {
    expect(pressNumbers([1, 0, 1], 2)).toEqual(['1', null, '2']);
    expect(pressNumbers([2, 0, 1], 3)).toEqual(['2', null, '1']);
    expect(list(line, [2, 0, 1])).toBe('1, 1 × 2\n1, 3');
  });

  it('find the ringed lights that are not as wanted', () => {
    const why = reason([1, 0, 1], [1, 1, 0], [0, 0, 0], 2);
    expect([...why.ringed]).toEqual([0, 2]);
    expect(why.wrong).toBe(1);
    expect(reason([3, 0, 2], [1, 1, 0], [0, 0, 0], 4).weights).toEqual(['3', null, '2']);
  });

  it('group digits, and say very large numbers shortly', () => {
    expect(groups('1')).toBe('1');
    expect(groups('1234567')).toBe('1\u202f234\u202f567');
    expect(groups('2^400')).toBe('2^400');
    expect(groups('9'.repeat(40))).toBe('about 10^39');
  });

  it('count in good English', () => {
    expect(english.play.moves(1)).toBe('1 move');
    expect(english.play.moves(2)).toBe('2 moves');
    expect(english.solve.count('1')).toContain('only way');
  });
});

describe('spec strings', () => {
  it('come back as they were written', () => {
    const given = { rows: 4, columns: 7, side: 5, layers: 2 };
    for (const kind of SIZED) {
      const text = spec(kind, given);
      const read = sizes(text);
      expect(read?.kind).toBe(kind);
      for (const name of sizesOf(kind)) expect(read?.sizes[name]).toBe(given[name]);
    }
    expect(sizes('orbix')).toBeNull();
  });
});

describe('drawn graphs', () => {
  it('grow, connect, lose buttons and become puzzles', () => {
    let d = empty();
    for (const [x, y] of [[1, 1], [2, 2], [3, 3]] as const) d = addNode(d, x, y);
    d = toggleWire(d, 0, 1, true, 1);
    d = toggleWire(d, 1, 2, false, 1);
    d = setState(d, 2, 1);
    expect(toPuzzle(d).buttons).toEqual([[0, 1], [0, 1, 2], [2]]);
    expect(toPuzzle({ ...d, self: false }).buttons).toEqual([[1], [0, 2], []]);
    d = removeNode(d, 0);
    expect(toPuzzle(d)).toMatchObject({ lights: [0, 1], buttons: [[0, 1], [1]] });
    d = toggleWire(d, 0, 1, false, 1);
    expect(toPuzzle(d).buttons).toEqual([[0], [1]]);
    d = setStates(toggleWire(setStates(d, 5), 1, 0, false, 3), 5);
    expect(toPuzzle(d).buttons).toEqual([[0], [[0, 3], 1]]);
    expect(moveNode(d, 0, 9, 9).nodes[0]).toMatchObject({ x: 9, y: 9 });
    expect(setStates(setState(d, 1, 4), 3).nodes[1]?.state).toBe(1);
  });

  it('join equal wires in both directions', () => {
    expect(isGraph(line)).toBe(true);
    expect(wires(line.wiring.map((list) => new Map(list)))).toEqual([
      { from: 0, to: 1, both: true, amount: 1 },
      { from: 1, to: 2, both: false, amount: 2 },
      { from: 2, to: 1, both: false, amount: 2 },
    ].filter((w) => !(w.from === 2)).map((w) => (w.from === 1 ? { ...w, both: true } : w)));
  });

  it('have places for every number of buttons', () => {
    for (const n of [0, 1, 2, 6, 36, 37, 100]) {
      const at = circle(n);
      expect(at.length).toBe(n);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < i; j++) {
          const [a, b] = [at[i], at[j]];
          if (a && b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(0.95);
        }
      }
    }
    expect(levels(4, 6).lights.length).toBe(4);
  });
});

describe('pictures', () => {
  it('are dark where they are on', () => {
    const pixels = new Uint8ClampedArray([0, 0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 0, 90, 90, 90, 255]);
    const bitmap = threshold(pixels, 2, 2);
    expect([...bitmap.values]).toEqual([1, 0, 0, 1]);
    expect([...pbm(bitmap)]).toEqual([...new TextEncoder().encode('P4\n2 2\n'), 0b10000000, 0b01000000]);
  });

  it('pad their rows to whole bytes', () => {
    const out = pbm({ rows: 2, columns: 9, values: new Uint8Array([1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0]) });
    expect([...out.slice(-4)]).toEqual([0x80, 0x80, 0x40, 0]);
  });
});
