import type { BoardKind, Layout } from '../engine/types';

/** One place of a drawing. */
export interface Place {
  key: string;
  /** Centre, in units of one cell. */
  x: number;
  y: number;
  /** The cell shown there, or `null` at a hole. */
  cell: number | null;
  /** A copy of a cell beyond a glued edge. */
  ghost: boolean;
  /** Layout row and place in it, from 0 (for a copy: those of its window). */
  row: number;
  column: number;
}

export type Outline = 'square' | 'round' | 'hexagon';

export function outline(kind: BoardKind): Outline {
  if (kind === 'triangle' || kind === 'orbix' || kind === 'free') return 'round';
  return kind === 'hexagon' ? 'hexagon' : 'square';
}

export function wrapsColumns(kind: BoardKind): boolean {
  return kind === 'cylinder' || kind === 'torus' || kind === 'mobius' || kind === 'klein' || kind === 'projective';
}

export function wrapsRows(kind: BoardKind): boolean {
  return kind === 'torus' || kind === 'klein' || kind === 'projective';
}

/** What the library's `window` answers: cells of display rows -1..=R, columns -1..=C. */
export type Window = (number | null)[][];

/** The far pole of the Orbix is drawn as a ring around all the others; its number stands here. */
export const RING = { x: 3, y: 3, radius: 3.45 };
const AROUND: [number, number] = [RING.x, RING.y + RING.radius];

/** The faces of a cube stand a little apart in the net, so that they can be told from each other. */
const NET: [number, number][] = [
  [1, 0],
  [1, 1],
  [2, 1],
  [3, 1],
  [0, 1],
  [1, 2],
];

function apart(layout: Layout, row: number): [number, number] {
  if (layout.kind !== 'cube') return [0, 0];
  const [fx, fy] = NET[Math.floor(row / (layout.rows.length / 6))] ?? [0, 0];
  return [fx * 0.28, fy * 0.28];
}

/** The places of a drawing, in the rows in which they are read out. */
export function places(layout: Layout, window: Window | null): Place[][] {
  if (window === null) {
    return layout.rows.map((cells, row) =>
      cells.map((cell, column) => {
        const [x0, y0] = layout.kind === 'orbix' && row === 3 ? AROUND : (layout.points[row]?.[column] ?? [column, row]);
        const [dx, dy] = apart(layout, row);
        const [x, y] = [x0 + dx, y0 + dy];
        return { key: `${row},${column}`, x, y, cell, ghost: false, row, column };
      }),
    );
  }
  const rows = layout.rows.length;
  const columns = layout.rows[0]?.length ?? 0;
  const up = wrapsRows(layout.kind);
  return window
    .map((cells, i) =>
      cells.map((cell, j) => {
        const [row, column] = [i - 1, j - 1];
        const ghost = row < 0 || row >= rows || column < 0 || column >= columns;
        return { key: `${row},${column}`, x: column, y: row, cell, ghost, row, column };
      }),
    )
    .filter((_, i) => up || (i > 0 && i <= rows));
}

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The smallest frame around all places, with `margin` cells around their centres. */
export function frame(list: Place[][], margin: number): Frame {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const row of list) {
    for (const place of row) {
      x0 = Math.min(x0, place.x);
      y0 = Math.min(y0, place.y);
      x1 = Math.max(x1, place.x);
      y1 = Math.max(y1, place.y);
    }
  }
  if (x0 > x1) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: x0 - margin, y: y0 - margin, width: x1 - x0 + 2 * margin, height: y1 - y0 + 2 * margin };
}

export type Direction = 'left' | 'right' | 'up' | 'down';

const VECTORS: Record<Direction, [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/**
 * The place that an arrow key leads to: the nearest one in that direction, sideways distance
 * counting double; `null` at the edge.
 */
export function step(list: Place[][], from: Place, direction: Direction): Place | null {
  const [vx, vy] = VECTORS[direction];
  let best: Place | null = null;
  let least = Infinity;
  for (const row of list) {
    for (const place of row) {
      const [dx, dy] = [place.x - from.x, place.y - from.y];
      const along = dx * vx + dy * vy;
      const aside = Math.abs(dx * vy) + Math.abs(dy * vx);
      if (along < 0.2 || aside > along * 1.8 + 0.01) continue;
      const length = along + 2 * aside;
      if (length < least) {
        least = length;
        best = place;
      }
    }
  }
  return best;
}

/** Corners of a hexagon with a corner on top, inscribed in a circle of the given radius. */
export function hexagon(radius: number): string {
  return Array.from({ length: 6 }, (_, i) => {
    const angle = (Math.PI / 3) * i;
    return `${(radius * Math.sin(angle)).toFixed(4)},${(-radius * Math.cos(angle)).toFixed(4)}`;
  }).join(' ');
}

/** Centres of the dots that stand for a small number, in a square of side 1 around the origin. */
export function dots(n: number): [number, number][] {
  const d = 0.22;
  const corners: [number, number][] = [
    [-d, -d],
    [d, d],
    [d, -d],
    [-d, d],
  ];
  const sides: [number, number][] = [
    [-d, 0],
    [d, 0],
    [0, -d],
    [0, d],
  ];
  if (n <= 0) return [];
  const list: [number, number][] = n % 2 === 1 ? [[0, 0]] : [];
  const even = n - (n % 2);
  return [...list, ...corners, ...sides].slice(0, (n % 2) + Math.min(even, 8));
}

/** Spreads one value per cell over the layout rows. */
export function arrange<T>(layout: Layout, values: T[]): (T | null)[][] {
  return layout.rows.map((cells) => cells.map((cell) => (cell === null ? null : (values[cell] as T))));
}

/** Where a cell is: layout row and place in it, from 0. */
export function positions(layout: Layout): [number, number][] {
  const list: [number, number][] = [];
  layout.rows.forEach((cells, row) =>
    cells.forEach((cell, column) => {
      if (cell !== null) list[cell] = [row, column];
    }),
  );
  return list;
}
