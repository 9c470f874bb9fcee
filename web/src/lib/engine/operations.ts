import type { Answer, PuzzleJson, PuzzleView } from './types';

/** A board without its lights, as a person describes it. */
export interface BoardRequest {
  board: string;
  states?: number;
  rule?: string;
  /** Places without a cell, numbered in reading order over the layout rows. */
  holes?: number[];
}

export type Level = 'easy' | 'medium' | 'hard' | 'hardest';

export interface Generated extends PuzzleView {
  minimum: number;
  proven: boolean;
}

export interface Hint {
  /** The button to press next, or `null` when the target is reached. */
  button: number | null;
  /** Presses left on a shortest way, this one included. */
  left: number;
  proven: boolean;
}

export interface ChaseStep {
  /** The layout row that is being switched off; `null` for the presses of the first buttons. */
  row: number | null;
  presses: [button: number, times: number][];
  /** Lights after the step. */
  lights: number[];
}

export interface ChaseRun {
  /** Whether the first pass reached the goal. */
  done: boolean;
  first: ChaseStep[];
  /** What the first pass leaves of the last lights. */
  left: number[];
  /** The pass after the table was asked, beginning with the first buttons; `null` when there is none or none works. */
  second: ChaseStep[] | null;
  /** Presses of both passes. */
  pressed: number;
  /** Presses of the shorter way, one number per button; `null` when there is no solution. */
  shorter: number[] | null;
  first_cells: number[];
  last_cells: number[];
  /** Whether these are the first and the last row of the board. */
  rows: boolean;
}

export interface Lookup {
  rows: { last: number[]; first: number[] }[];
  /** How many rows the whole table has, as a decimal number. */
  total: string;
  /** Whether `rows` are all of them; otherwise they are the lines from which all others are added up. */
  whole: boolean;
}

export type Family = 'square' | 'triangle' | 'torus';
export type Symmetry = 'none' | 'rotation' | 'reflection' | 'full';

export interface QuietRequest {
  board: string;
  symmetry: Symmetry;
  /** Which one: the one with the fewest buttons is 0. */
  index: number;
  /** How often the pattern is reflected into a larger board. */
  propagate: number;
  /** A pattern with a name in place of symmetry and index. */
  named?: 'sierpinski';
}

export interface Quiet {
  /** The board of the pattern: larger than the one asked for when it is reflected. */
  board: string;
  dimension: number;
  /** How many elements can be asked for by `index`. */
  count: number;
  pressed: number;
  /** One text of 0 and 1 per layout row. */
  pattern: string[];
}

export interface OnePass {
  alpha: string;
  period: string;
  residues: string[];
  residue_count: string;
  solvable: boolean;
  table: { i: number; fibonacci: string; state: string; presses: string; zero: boolean }[];
}

export interface Operations {
  read: { request: { text: string }; answer: PuzzleView };
  read_file: { request: { name: string }; answer: PuzzleView };
  view: { request: { puzzle: PuzzleJson }; answer: PuzzleView };
  board: { request: BoardRequest; answer: PuzzleView };
  window: {
    request: { board: string; row: number; column: number; holes: number[] };
    answer: { cells: (number | null)[][] };
  };
  press: { request: { puzzle: PuzzleJson; presses: number[] }; answer: PuzzleView };
  solve: { request: { puzzle: PuzzleJson; minimal: boolean }; answer: Answer };
  solutions: {
    request: { puzzle: PuzzleJson; limit: number };
    answer: { presses: number[][] };
  };
  hint: { request: { puzzle: PuzzleJson }; answer: Hint };
  generate: { request: { template: BoardRequest; level: Level; seed: string }; answer: Generated };
  daily: { request: { date: string }; answer: Generated };
  chase: { request: { puzzle: PuzzleJson }; answer: ChaseRun };
  lookup: { request: { puzzle: PuzzleJson; limit: number }; answer: Lookup };
  quiet: { request: QuietRequest; answer: Quiet };
  nullities: {
    request: { family: Family; from: number; to: number };
    answer: { rows: [size: number, nullity: number][] };
  };
  onepass: { request: { states: number; start: number; rows: number }; answer: OnePass };
}
