import type { Layout } from './engine/types';

/** One press of a button; `times` is 1, or k - 1 for a press that turns back. */
export interface Move {
  button: number;
  times: number;
}

/** The lights after pressing, by the table that the library gives for the board. */
export function press(layout: Layout, lights: number[], move: Move): number[] {
  const next = lights.slice();
  for (const [light, amount] of layout.wiring[move.button] ?? []) {
    // Products stay exact: both factors are below 2^32 and one of them is small in play; where
    // they are not, whole numbers of any size are used.
    const product = move.times * amount;
    const add = Number.isSafeInteger(product)
      ? product % layout.states
      : Number((BigInt(move.times) * BigInt(amount)) % BigInt(layout.states));
    next[light] = ((next[light] ?? 0) + add) % layout.states;
  }
  return next;
}

/** A game in play: where it began and what was pressed. */
export interface Game {
  start: number[];
  lights: number[];
  moves: Move[];
  undone: Move[];
}

export function begin(start: number[]): Game {
  return { start, lights: start, moves: [], undone: [] };
}

export function play(layout: Layout, game: Game, move: Move): Game {
  return {
    start: game.start,
    lights: press(layout, game.lights, move),
    moves: [...game.moves, move],
    undone: [],
  };
}

/** What takes a move back: the same press until it has come to a multiple of k. */
export function inverse(move: Move, states: number): Move {
  return { button: move.button, times: (states - (move.times % states)) % states };
}

export function undo(layout: Layout, game: Game): Game {
  const last = game.moves.at(-1);
  if (last === undefined) return game;
  return {
    start: game.start,
    lights: press(layout, game.lights, inverse(last, layout.states)),
    moves: game.moves.slice(0, -1),
    undone: [...game.undone, last],
  };
}

export function redo(layout: Layout, game: Game): Game {
  const next = game.undone.at(-1);
  if (next === undefined) return game;
  return {
    start: game.start,
    lights: press(layout, game.lights, next),
    moves: [...game.moves, next],
    undone: game.undone.slice(0, -1),
  };
}

/** The game again from saved moves; `null` when they do not fit the board. */
export function replay(layout: Layout, start: number[], moves: Move[], undone: Move[]): Game | null {
  const fits = (m: Move) =>
    Number.isInteger(m.button) &&
    m.button >= 0 &&
    m.button < layout.buttons &&
    Number.isInteger(m.times) &&
    m.times > 0 &&
    m.times < layout.states;
  if (start.length !== layout.cells || ![...moves, ...undone].every(fits)) return null;
  const game = moves.reduce((so_far, move) => play(layout, so_far, move), begin(start));
  return { ...game, undone: undone.slice() };
}

export function same(a: number[], b: number[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

/** How many lights are not yet as wanted. */
export function wrong(lights: number[], target: number[]): number {
  return lights.reduce((sum, value, i) => sum + (value === target[i] ? 0 : 1), 0);
}

export type Goal = { kind: 'all'; state: number } | { kind: 'picture' };

export function goal(target: number[]): Goal {
  const first = target[0] ?? 0;
  return target.every((value) => value === first) ? { kind: 'all', state: first } : { kind: 'picture' };
}

/** Minutes and seconds, or hours. */
export function clock(seconds: number): string {
  const s = Math.floor(seconds % 60);
  const m = Math.floor(seconds / 60) % 60;
  const h = Math.floor(seconds / 3600);
  const two = (n: number) => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** A day as YYYY-MM-DD where the reader is. */
export function day(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
