import type { PuzzleJson } from './engine/types';

export interface Drawn {
  x: number;
  y: number;
  state: number;
  /** What a press costs. */
  cost: number;
}

/** A graph as it is drawn: nodes and what each button adds to each light. */
export interface Drawing {
  nodes: Drawn[];
  /** wires[j] holds the lights that button j changes, and by how much. */
  wires: Map<number, number>[];
  self: boolean;
  states: number;
}

export function empty(): Drawing {
  return { nodes: [], wires: [], self: true, states: 2 };
}

export function addNode(d: Drawing, x: number, y: number): Drawing {
  return { ...d, nodes: [...d.nodes, { x, y, state: 0, cost: 1 }], wires: [...d.wires, new Map()] };
}

/** Without node `i`; the nodes after it move up by one number. */
export function removeNode(d: Drawing, i: number): Drawing {
  const keep = (j: number) => j !== i;
  const number = (j: number) => (j > i ? j - 1 : j);
  return {
    ...d,
    nodes: d.nodes.filter((_, j) => keep(j)),
    wires: d.wires
      .filter((_, j) => keep(j))
      .map((list) => new Map([...list].filter(([to]) => keep(to)).map(([to, amount]) => [number(to), amount]))),
  };
}

export function moveNode(d: Drawing, i: number, x: number, y: number): Drawing {
  return { ...d, nodes: d.nodes.map((node, j) => (j === i ? { ...node, x, y } : node)) };
}

export function setState(d: Drawing, i: number, state: number): Drawing {
  return { ...d, nodes: d.nodes.map((node, j) => (j === i ? { ...node, state } : node)) };
}

export function setCost(d: Drawing, i: number, cost: number): Drawing {
  return { ...d, nodes: d.nodes.map((node, j) => (j === i ? { ...node, cost } : node)) };
}

export function setStates(d: Drawing, states: number): Drawing {
  return { ...d, states, nodes: d.nodes.map((node) => ({ ...node, state: node.state % states })) };
}

/** Adds a wire, or removes it when it is there with that amount already. */
export function toggleWire(d: Drawing, from: number, to: number, both: boolean, amount: number): Drawing {
  const wires = d.wires.map((list) => new Map(list));
  const there = wires[from]?.get(to) === amount;
  const set = (a: number, b: number) => {
    if (there) wires[a]?.delete(b);
    else wires[a]?.set(b, amount);
  };
  set(from, to);
  if (both && from !== to) set(to, from);
  return { ...d, wires };
}

export function toPuzzle(d: Drawing, target: PuzzleJson['target'] = 'off'): PuzzleJson {
  return {
    schema: 1,
    states: d.states,
    lights: d.nodes.map((node) => node.state),
    target,
    buttons: d.wires.map((list, j) => {
      const all = new Map(list);
      if (d.self && !all.has(j)) all.set(j, 1);
      return [...all].sort(([a], [b]) => a - b).map(([i, amount]) => (amount === 1 ? i : ([i, amount] as [number, number])));
    }),
    ...(d.nodes.some((node) => node.cost !== 1) ? { weights: d.nodes.map((node) => node.cost) } : {}),
  };
}
