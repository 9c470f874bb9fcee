import type { BoardRequest } from './engine/operations';
import type { BoardKind } from './engine/types';

export const TOYS = ['classic', 'mini', 'deluxe', 'lights-out-2000', 'merlin', 'orbix', 'alien-tiles'] as const;

/** A board of each shape to begin with. */
export const SHAPES: { kind: BoardKind; board: string }[] = [
  { kind: 'cylinder', board: 'cylinder:5x8' },
  { kind: 'torus', board: 'torus:6x6' },
  { kind: 'mobius', board: 'mobius:4x7' },
  { kind: 'klein', board: 'klein:5x6' },
  { kind: 'projective', board: 'projective:5x5' },
  { kind: 'triangle', board: 'triangle:6' },
  { kind: 'hexagon', board: 'hexagon:3' },
  { kind: 'box', board: 'box:3x3x3' },
  { kind: 'cube', board: 'cube:3' },
];

export const SIZED: BoardKind[] = [
  'plane',
  'cylinder',
  'torus',
  'mobius',
  'klein',
  'projective',
  'triangle',
  'hexagon',
  'box',
  'cube',
];

export const GRID_RULES = ['plus', 'plus-open', 'cross', 'king', 'king-open', 'knight', 'row-column'] as const;
export const OTHER_RULES = ['plus', 'plus-open'] as const;

export interface Sizes {
  rows: number;
  columns: number;
  side: number;
  layers: number;
}

export function isGrid(kind: BoardKind): boolean {
  return SIZED.indexOf(kind) >= 0 && SIZED.indexOf(kind) < 6;
}

export function sizesOf(kind: BoardKind): (keyof Sizes)[] {
  if (kind === 'box') return ['layers', 'rows', 'columns'];
  return isGrid(kind) ? ['rows', 'columns'] : ['side'];
}

/** The spec string of a shape and its sizes. */
export function spec(kind: BoardKind, sizes: Sizes): string {
  switch (kind) {
    case 'plane':
      return `${sizes.rows}x${sizes.columns}`;
    case 'box':
      return `box:${sizes.layers}x${sizes.rows}x${sizes.columns}`;
    case 'triangle':
    case 'hexagon':
    case 'cube':
      return `${kind}:${sizes.side}`;
    default:
      return `${kind}:${sizes.rows}x${sizes.columns}`;
  }
}

/** Sizes read back from a spec string, where it has some. */
export function sizes(text: string): { kind: BoardKind; sizes: Partial<Sizes> } | null {
  const match = /^(?:([a-z]+):)?(\d+)(?:x(\d+))?(?:x(\d+))?$/.exec(text);
  if (!match) return null;
  const kind = (match[1] ?? 'plane') as BoardKind;
  const [a, b, c] = [Number(match[2]), Number(match[3]), Number(match[4])];
  if (kind === 'box') return { kind, sizes: { layers: a, rows: b, columns: c } };
  return { kind, sizes: isGrid(kind) ? { rows: a, columns: b } : { side: a } };
}

export function sameBoard(a: BoardRequest, b: BoardRequest): boolean {
  return a.board === b.board && a.states === b.states && a.rule === b.rule;
}
