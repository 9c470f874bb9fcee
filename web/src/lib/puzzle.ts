import { arrange } from './board/geometry';
import type { BoardRequest } from './engine/operations';
import type { Grid, Layout, PuzzleJson, PuzzleView } from './engine/types';

/** The puzzle with other lights (and perhaps another target). */
export function withLights(view: PuzzleView, lights: number[], target?: number[]): PuzzleJson {
  const grid = (values: number[]): Grid => (view.layout.kind === 'free' ? values : arrange(view.layout, values));
  const puzzle: PuzzleJson = { ...view.puzzle, lights: grid(lights) };
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
