// Answers come in any order here: each test decides when a worker answers. What is shown must be about the newest
// question, and nothing that is asked may be lost without a word.
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { PuzzleView } from '../../src/lib/engine/types';
import { settle, slowClient } from './engine';

const path = '../../src/lib/engine/client';
let client = slowClient();

beforeEach(() => {
  vi.resetModules();
  client = slowClient();
  vi.doMock(path, () => client);
});

/** Lights in a line, each its own button. */
function view(lights: number[], extra: object = {}): PuzzleView & { minimum: number; proven: boolean } {
  const n = lights.length;
  return {
    puzzle: { schema: 1, board: `1x${n}`, lights: [lights] },
    id: null,
    layout: {
      kind: 'plane',
      spec: `1x${n}`,
      rule: 'plus',
      states: 2,
      cells: n,
      buttons: n,
      rows: [lights.map((_, i) => i)],
      points: [],
      wiring: lights.map((_, i) => [[i, 1]] as [number, number][]),
    },
    lights,
    target: lights.map(() => 0),
    minimum: 2,
    proven: true,
    ...extra,
  };
}

const solved = { solvable: true, presses: [1], press_count: 1, solutions: '1', proven: true };

describe('the game', () => {
  async function playing(lights: number[]) {
    const { game } = await import('../../src/lib/store/game.svelte');
    void game.resume();
    await settle();
    await client.heavy.play.last('generate').answer(view(lights));
    return game;
  }

  it('asks for no hint about a board that is about to go', async () => {
    const game = await playing([1, 1, 0]);
    void game.fresh({ board: '1x4' });
    await settle();
    expect(game.busy).toBe(true);
    await game.askHint();
    expect(client.heavy.play.count('hint')).toBe(0);
    await client.heavy.play.last('generate').answer(view([1, 1, 1, 1]));
    expect(game.busy).toBe(false);
    void game.askHint();
    await client.heavy.play.last('hint').answer({ button: 2, left: 4 });
    expect(game.hint).toBe(2);
    expect(game.hints).toBe(1);
  });

  it('rests while the next puzzle is made, and goes on where none can be made', async () => {
    const game = await playing([1, 1, 0]);
    game.press(2, false);
    void game.again();
    await settle();
    const before = game.game;
    game.press(0, false);
    game.undo();
    game.restart();
    game.tick(1);
    expect(game.game).toBe(before);
    expect(game.seconds).toBe(0);
    await client.heavy.play.last('generate').refuse('no such puzzle');
    expect(game.problem).toBe('no such puzzle');
    game.press(0, false);
    expect(game.game?.lights).toEqual([0, 1, 1]);
  });

  it('gives up a hint that is on its way when a new puzzle is asked for', async () => {
    const game = await playing([1, 1, 0]);
    void game.askHint();
    expect(game.hintText).not.toBe('');
    const old = client.heavy.play.last('hint');
    void game.again();
    await old.answer({ button: 0, left: 1 });
    expect([game.hint, game.hintText]).toEqual([null, '']);
  });

  it('counts one hint for one position, however often it is asked for', async () => {
    const game = await playing([1, 1, 0]);
    void game.askHint();
    void game.askHint();
    await client.heavy.play.last('hint').answer({ button: 0, left: 2 });
    void game.askHint();
    expect(client.heavy.play.count('hint')).toBe(1);
    expect(game.hints).toBe(1);
    game.press(0, false);
    expect(game.hint).toBe(null);
    void game.askHint();
    await client.heavy.play.last('hint').answer({ button: 1, left: 1 });
    expect([game.hint, game.hints]).toEqual([1, 2]);
  });

  it('shows the board that was chosen last, whichever comes first', async () => {
    const game = await playing([1]);
    void game.fresh({ board: '1x2' });
    await settle();
    const first = client.heavy.play.last('generate');
    void game.fresh({ board: '1x3' });
    await settle();
    await client.heavy.play.last('generate').answer(view([1, 1, 1]));
    await first.answer(view([1, 1]));
    expect(game.view?.lights.length).toBe(3);
  });

  it('can be asked for a new puzzle after a link that is none', async () => {
    const game = await playing([1, 0]);
    void game.again();
    void game.take('nonsense');
    await settle();
    await client.quick.last('read').refuse('this is no puzzle');
    expect(game.problem).toBe('this is no puzzle');
    expect(game.busy).toBe(false);
  });

  it('still says the fewest presses of a game that goes on', async () => {
    const game = await playing([1]);
    game.takeView(view([1, 0]));
    await settle();
    expect(client.heavy.play.count('solve')).toBe(1);
    void game.again();
    await settle();
    await client.heavy.play.last('generate').refuse('no such puzzle');
    await client.heavy.play.last('solve').answer({ ...solved, press_count: 7 });
    expect(game.minimum).toEqual({ presses: 7, proven: true });
  });
});

describe('the puzzle to solve', () => {
  async function solving(lights: number[]) {
    const { solve } = await import('../../src/lib/store/solve.svelte');
    solve.take(view(lights));
    return solve;
  }

  it('is answered as it is now: an older answer is not shown', async () => {
    const solve = await solving([1, 0]);
    void solve.solve(true);
    const first = client.heavy.solve.last('solve');
    solve.click(0, false);
    void solve.solve(true);
    const second = client.heavy.solve.last('solve');
    expect(second).not.toBe(first);
    await first.answer(solved);
    expect(solve.answer).toBe(null);
    expect(solve.busy).toBe(true);
    expect(solve.said).toBe('');
    await second.answer({ ...solved, press_count: 5 });
    expect(solve.answer?.press_count).toBe(5);
    expect(solve.busy).toBe(false);
  });

  it('stays busy with the new question while the ways of the old one come in', async () => {
    const solve = await solving([1, 0]);
    void solve.solve(true);
    await client.heavy.solve.last('solve').answer({ ...solved, solutions: '4' });
    const ways = client.heavy.solve.last('solutions');
    void solve.solve(true);
    await ways.answer({ presses: [[1, 1]] });
    expect(solve.busy).toBe(true);
    expect(solve.ways).toEqual([]);
    solve.cancel();
    expect(solve.busy).toBe(false);
    expect(solve.said).not.toBe('');
  });

  it('is not solved before the board that was asked for is here', async () => {
    const solve = await solving([1, 0]);
    void solve.read('a new one');
    await settle();
    await solve.solve(true);
    solve.click(0, false);
    expect(client.heavy.solve.count('solve')).toBe(0);
    expect(solve.loading).toBe(true);
    await client.quick.last('read').answer(view([1, 1, 1]));
    expect(solve.loading).toBe(false);
    expect(solve.lights).toEqual([1, 1, 1]);
    void solve.solve(true);
    expect(client.heavy.solve.count('solve')).toBe(1);
  });

  it('is the one asked for last, whichever file is read first', async () => {
    const solve = await solving([1, 0]);
    void solve.read('first');
    await settle();
    const first = client.quick.last('read');
    void solve.read('second');
    await settle();
    await client.quick.last('read').answer(view([1, 1, 1, 1]));
    await first.answer(view([1, 1, 1]));
    expect(solve.lights.length).toBe(4);
    expect(solve.problem).toBe('');
  });

  it('loses no hole of several that are made quickly', async () => {
    const solve = await solving([1, 0, 1]);
    void solve.toggleHole(0, 0);
    void solve.toggleHole(0, 2);
    await settle();
    const made = view([1, 0, 1]);
    made.puzzle = { schema: 1, board: '1x3', lights: [[null, 0, 1]] };
    made.layout = { ...made.layout, rows: [[null, 0, 1]] };
    made.lights = [0, 1];
    made.target = [0, 0];
    await client.quick.last('view').answer(made);
    expect(client.quick.last('view').request).toMatchObject({ puzzle: { lights: [[null, 0, null]] } });
  });
});
