import type { ChaseRun } from './engine/operations';
import { t } from './text';

/** One picture of the guided tour. */
export interface Picture {
  lights: number[];
  /** Times that each button is pressed in this step. */
  presses: [number, number][];
  /** The layout row that is being made dark, or `null`. */
  row: number | null;
  say: string;
  phase: 'start' | 'first' | 'left' | 'repair' | 'second' | 'end';
}

const count = (presses: [number, number][]) => presses.reduce((sum, [, times]) => sum + times, 0);

/** The tour as pictures: the start, each row of the first pass, the repair, each row of the second. */
export function pictures(start: number[], run: ChaseRun): Picture[] {
  const list: Picture[] = [{ lights: start, presses: [], row: null, say: t.learn.start, phase: 'start' }];
  for (const step of run.first) {
    list.push({
      lights: step.lights,
      presses: step.presses,
      row: step.row,
      say: t.learn.doing(step.row + 1, count(step.presses)),
      phase: 'first',
    });
  }
  const after = run.first.at(-1)?.lights ?? start;
  const done = run.done;
  if (done) {
    list.push({ lights: after, presses: [], row: null, say: t.learn.firstDone, phase: 'end' });
    return list;
  }
  list.push({ lights: after, presses: [], row: null, say: t.learn.firstLeft, phase: 'left' });
  if (run.repair === null || run.lights_after_repair === null) {
    list.push({ lights: after, presses: [], row: null, say: t.learn.noRepair, phase: 'end' });
    return list;
  }
  list.push({
    lights: run.lights_after_repair,
    presses: run.repair,
    row: null,
    say: t.learn.repair(run.repair.length),
    phase: 'repair',
  });
  for (const step of run.second) {
    list.push({
      lights: step.lights,
      presses: step.presses,
      row: step.row,
      say: t.learn.secondRow(step.row + 1, count(step.presses)),
      phase: 'second',
    });
  }
  list.push({ lights: run.second.at(-1)?.lights ?? run.lights_after_repair, presses: [], row: null, say: t.learn.secondDone, phase: 'end' });
  return list;
}

/** All presses of the tour, added up modulo k, one number per button. */
export function total(run: ChaseRun, buttons: number, states: number): { sums: number[]; pressed: number } {
  const sums = new Array<number>(buttons).fill(0);
  let pressed = 0;
  const add = (presses: [number, number][]) => {
    for (const [button, times] of presses) {
      sums[button] = ((sums[button] ?? 0) + times) % states;
      pressed += times;
    }
  };
  run.first.forEach((step) => add(step.presses));
  add(run.repair ?? []);
  run.second.forEach((step) => add(step.presses));
  return { sums, pressed };
}
