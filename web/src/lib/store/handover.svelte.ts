import type { PuzzleView } from '../engine/types';

/** A puzzle on its way from one page to another. */
class Handover {
  view = $state.raw<PuzzleView | null>(null);
}

export const handover = new Handover();
