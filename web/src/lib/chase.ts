import type { ChaseRun, ChaseStep } from './engine/operations';
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
  const add = (step: ChaseStep, phase: 'first' | 'second') => {
    const n = count(step.presses);
    const repair = step.row === null;
    list.push({
      lights: step.lights,
      presses: step.presses,
      row: step.row,
      say: repair
        ? t.learn.repair(n, run.rows)
        : phase === 'first'
          ? t.learn.doing((step.row ?? 0) + 1, n, run.rows)
          : t.learn.secondRow((step.row ?? 0) + 1, n),
      phase: repair ? 'repair' : phase,
    });
  };
  for (const step of run.first) add(step, 'first');
  const after = run.first.at(-1)?.lights ?? start;
  const still = (lights: number[], say: string, phase: Picture['phase']) =>
    list.push({ lights, presses: [], row: null, say, phase });
  if (run.done) {
    still(after, t.learn.firstDone, 'end');
    return list;
  }
  still(after, t.learn.firstLeft(run.rows), 'left');
  if (run.second === null) {
    still(after, t.learn.noRepair, 'end');
    return list;
  }
  for (const step of run.second) add(step, 'second');
  still(run.second.at(-1)?.lights ?? after, t.learn.secondDone, 'end');
  return list;
}
