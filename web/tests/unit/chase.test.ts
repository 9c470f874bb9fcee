import { describe, expect, it } from 'vitest';

import { pictures } from '../../src/lib/chase';
import type { ChaseRun, ChaseStep } from '../../src/lib/engine/operations';
import { t } from '../../src/lib/text';

const step = (row: number | null, presses: [number, number][], lights: number[]): ChaseStep => ({ row, presses, lights });

const base: ChaseRun = {
  done: false,
  first: [step(0, [[2, 1]], [0, 0, 1, 1]), step(1, [], [0, 0, 1, 1])],
  left: [1, 1],
  second: null,
  pressed: 1,
  shorter: null,
  first_cells: [0, 1],
  last_cells: [2, 3],
  rows: true,
};

describe('the tour of light chasing', () => {
  it('ends after one pass when that is enough', () => {
    const list = pictures([1, 0, 0, 0], { ...base, done: true, left: [0, 0] });
    expect(list.map((p) => p.phase)).toEqual(['start', 'first', 'first', 'end']);
    expect(list.at(-1)?.say).toBe(t.learn.firstDone);
  });

  it('says so when the table has no answer', () => {
    const list = pictures([1, 0, 0, 0], base);
    expect(list.map((p) => p.phase)).toEqual(['start', 'first', 'first', 'left', 'end']);
    expect(list.at(-1)?.say).toBe(t.learn.noRepair);
    expect(list.at(-1)?.lights).toEqual([0, 0, 1, 1]);
  });

  it('repairs and goes down a second time', () => {
    const second = [step(null, [[0, 1]], [1, 0, 1, 1]), step(0, [[2, 1]], [0, 0, 0, 0])];
    const list = pictures([1, 0, 0, 0], { ...base, second });
    expect(list.map((p) => p.phase)).toEqual(['start', 'first', 'first', 'left', 'repair', 'second', 'end']);
    expect(list[4]?.say).toContain('this light in the first row');
    expect(list.at(-1)).toMatchObject({ lights: [0, 0, 0, 0], say: t.learn.secondDone });
  });

  it('speaks of rows only where there are some', () => {
    const second = [step(null, [[0, 1], [1, 1]], [1, 0, 1, 1])];
    const list = pictures([1, 0, 0, 0], { ...base, rows: false, second });
    expect(list.map((p) => p.say).join(' ')).not.toContain('first row');
    expect(list[4]?.say).toContain('these 2 lights first');
  });
});
