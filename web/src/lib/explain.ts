import { positions } from './board/geometry';
import type { Answer, Layout } from './engine/types';
import { t } from './text';

/** What to write over each button: for two states a running number, for more how often. */
export function pressNumbers(presses: number[], states: number): (string | null)[] {
  let next = 0;
  return presses.map((times) => {
    if (times === 0) return null;
    return states === 2 ? String(++next) : String(times);
  });
}

/** What such a number says to those who hear it. */
export function spoken(states: number): (text: string) => string {
  return (text) => (states === 2 ? t.board.pressNumber(Number(text)) : t.board.press(Number(text)));
}

/** How good these presses are, in a sentence; `costs` where a press does not always cost 1. */
export function verdict(answer: Answer, presses: number[], costs: number[] | null): string {
  const count = presses.reduce((sum, n) => sum + n, 0);
  if (!answer.minimal || answer.cost === null || answer.lower_bound === null) return t.solve.solvedSome(count);
  const price = costs ? presses.reduce((sum, n, i) => sum + n * (costs[i] ?? 1), 0) : count;
  if (price > answer.cost) return costs ? t.solve.solvedDearer(price, count) : t.solve.solvedLonger(count, answer.cost);
  if (costs) return answer.proven ? t.solve.solvedCost(price, count) : t.solve.solvedCostBound(price, answer.lower_bound);
  return answer.proven ? t.solve.solvedFewest(String(count)) : t.solve.solvedBound(count, answer.lower_bound);
}

/** The lights that the certificate weighs, and what they still need. */
export interface Reason {
  ringed: Set<number>;
  weights: (string | null)[];
  /** For two states: how many of the ringed lights are not as wanted. */
  wrong: number;
}

export function reason(certificate: number[], lights: number[], target: number[], states: number): Reason {
  const ringed = new Set<number>();
  let wrong = 0;
  certificate.forEach((weight, i) => {
    if (weight === 0) return;
    ringed.add(i);
    if (lights[i] !== target[i]) wrong++;
  });
  return { ringed, weights: certificate.map((w) => (w === 0 || states === 2 ? null : String(w))), wrong };
}

/** Where a light is, in words. */
export function where(layout: Layout, light: number): string {
  if (layout.kind === 'free') return t.solve.light(light);
  const [row, column] = positions(layout)[light] ?? [0, 0];
  return t.solve.place(row + 1, column + 1);
}

/** The presses as lines "row, column" counted from 1, with "× times" where it is more than once. */
export function list(layout: Layout, presses: number[]): string {
  const at = positions(layout);
  return presses
    .flatMap((times, button) => {
      if (times === 0) return [];
      const [row, column] = at[button] ?? [0, button];
      const place = layout.kind === 'free' ? String(button) : `${row + 1}, ${column + 1}`;
      return [times === 1 ? place : `${place} × ${times}`];
    })
    .join('\n');
}
