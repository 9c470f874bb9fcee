import type { Layout } from '../engine/types';

export interface Node {
  x: number;
  y: number;
}

/** A wire between two buttons that are also lights, or from a button to a light. */
export interface Wire {
  from: number;
  to: number;
  /** The same amount both ways. */
  both: boolean;
  amount: number;
}

/** Whether button j and light j can be drawn as one thing. */
export function isGraph(layout: Layout): boolean {
  return layout.buttons === layout.cells;
}

/** `n` nodes on a circle, or in a grid when there are many. */
export function circle(n: number): Node[] {
  if (n > 36) {
    const columns = Math.ceil(Math.sqrt(n * 1.4));
    return Array.from({ length: n }, (_, i) => ({ x: (i % columns) * 1.7, y: Math.floor(i / columns) * 1.7 }));
  }
  const radius = n <= 1 ? 0 : Math.max(1.1, (0.85 * n) / Math.PI);
  return Array.from({ length: n }, (_, i) => {
    const angle = (2 * Math.PI * i) / n;
    return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
  });
}

/** Lights above, buttons below. */
export function levels(lights: number, buttons: number): { lights: Node[]; buttons: Node[] } {
  const width = Math.max(lights, buttons, 1) * 1.35;
  const line = (n: number, y: number): Node[] =>
    Array.from({ length: n }, (_, i) => ({ x: ((i + 0.5) * width) / n, y }));
  return { lights: line(lights, 0), buttons: line(buttons, Math.max(2.6, width * 0.28)) };
}

/** Every wire but those from a button to itself, two opposite equal ones joined; `amounts[j]` says what button j adds. */
export function wires(amounts: Map<number, number>[]): Wire[] {
  const list: Wire[] = [];
  amounts.forEach((to, j) => {
    for (const [i, amount] of to) {
      if (i === j) continue;
      const back = amounts[i]?.get(j);
      if (back === amount) {
        if (j < i) list.push({ from: j, to: i, both: true, amount });
      } else {
        list.push({ from: j, to: i, both: false, amount });
      }
    }
  });
  return list;
}

/** A wire as it is drawn. */
export interface Line {
  from: number;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  arrow: boolean;
  amount: number;
}

/** Wires between nodes, each ending at the rim of the node it points at. */
export function between(list: Wire[], nodes: Node[], radius: number): Line[] {
  return list.flatMap(({ from, to, both, amount }) => {
    const [a, b] = [nodes[from], nodes[to]];
    if (!a || !b) return [];
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [ux, uy] = [((b.x - a.x) / length) * radius, ((b.y - a.y) / length) * radius];
    return [{ from, x1: a.x + ux, y1: a.y + uy, x2: b.x - ux, y2: b.y - uy, arrow: !both, amount }];
  });
}
