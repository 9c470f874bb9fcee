import { arrange } from './board/geometry';
import type { BoardRequest } from './engine/operations';
import type { Grid, Layout, PuzzleJson, PuzzleView } from './engine/types';

/** Whether a number is what a press may cost. */
export function isCost(n: number): boolean {
  return Number.isInteger(n) && n >= 0 && n < 2 ** 32;
}

/** What a press of each button costs; `null` where all cost 1. */
export function costs(view: PuzzleView): number[] | null {
  const given = view.puzzle.weights;
  if (given === undefined) return null;
  const list = given.flat().filter((cost): cost is number => cost !== null);
  return list.every((cost) => cost === 1) ? null : list;
}

/** The puzzle with other lights, and perhaps another target and other costs (`null` for none). */
export function withLights(view: PuzzleView, lights: number[], target?: number[], costs?: number[] | null): PuzzleJson {
  const grid = (values: number[]): Grid => (view.layout.kind === 'free' ? values : arrange(view.layout, values));
  const puzzle: PuzzleJson = { ...view.puzzle, lights: grid(lights) };
  if (costs === null) delete puzzle.weights;
  else if (costs !== undefined) puzzle.weights = grid(costs);
  if (target !== undefined) {
    const first = target[0] ?? 0;
    const uniform = target.every((value) => value === first);
    puzzle.target = !uniform ? grid(target) : first === 0 ? 'off' : first === view.layout.states - 1 ? 'on' : first;
  }
  return puzzle;
}

/** Places of the layout without a cell. */
export function holes(layout: Layout): number[] {
  const list: number[] = [];
  let slot = 0;
  for (const row of layout.rows) {
    for (const cell of row) {
      if (cell === null) list.push(slot);
      slot++;
    }
  }
  return list;
}

/** The board of a puzzle, as a request for a new one on the same board. */
export function template(view: PuzzleView): BoardRequest {
  return { board: view.layout.spec, states: view.layout.states, rule: view.layout.rule, holes: holes(view.layout) };
}
