/** What `crates/wasm` takes and returns; its documentation says what each field means. */

/** One value per place of the layout, row by row; `null` at a hole. A free system has one flat list. */
export type Grid = (number | null)[][] | number[];

/** The canonical JSON form of a puzzle. */
export interface PuzzleJson {
  schema: 1;
  board?: string;
  states?: number;
  rule?: string;
  lights: Grid;
  target?: 'off' | 'on' | number | Grid;
  buttons?: (number | [number, number])[][];
  weights?: Grid;
}

export type BoardKind =
  | 'plane'
  | 'cylinder'
  | 'torus'
  | 'mobius'
  | 'klein'
  | 'projective'
  | 'triangle'
  | 'hexagon'
  | 'box'
  | 'cube'
  | 'orbix'
  | 'merlin'
  | 'free';

/** Everything the page needs to draw and play a board. */
export interface Layout {
  kind: BoardKind;
  spec: string;
  rule: string;
  states: number;
  cells: number;
  buttons: number;
  /** Layout rows of cell numbers; `null` at a hole. */
  rows: (number | null)[][];
  /** Layout rows of [x, y] for every place, holes included; empty when the board is too large to need it. */
  points: [number, number][][];
  /** For each button the [light, amount] pairs; empty when the board is too large to be played. */
  wiring: [number, number][][];
}

export interface PuzzleView {
  puzzle: PuzzleJson;
  /** Short text that holds the whole puzzle, or `null` for a free system. */
  id: string | null;
  layout: Layout;
  /** One value per light. */
  lights: number[];
  target: number[];
}

export interface Change {
  light: number;
  from: number;
  to: number;
}

export interface Answer {
  solvable: boolean | null;
  presses: number[] | null;
  press_count: number | null;
  /** What the presses cost, where the fewest were looked for: their number, unless costs are given. */
  cost: number | null;
  solutions: string | null;
  nullity: number | null;
  minimal: boolean;
  proven: boolean;
  lower_bound: number | null;
  certificate: number[] | null;
  suggested_changes: Change[] | null;
}
