import { Cancelled, heavy as engines, quick } from '../engine/client';
import type { BoardRequest } from '../engine/operations';
import type { Answer, PuzzleJson, PuzzleView } from '../engine/types';
import { empty, toPuzzle } from '../graphpuzzle';
import type { Drawing } from '../graphpuzzle';
import { decode } from '../picture';
import { costs, holes, isCost, withLights } from '../puzzle';
import { t } from '../text';

export type Source = 'draw' | 'paste' | 'file' | 'graph';
export type Tool = 'lights' | 'target' | 'holes' | 'costs';

const heavy = engines.solve;

/** A file larger than this is not read at all. */
export const MOST_BYTES = 32 * 2 ** 20;
/** At most this many solutions are listed. */
export const MOST_WAYS = 500;

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The puzzle on the Solve page and its answer. */
class SolveStore {
  source = $state<Source>('draw');
  tool = $state<Tool>('lights');
  view = $state.raw<PuzzleView | null>(null);
  lights = $state.raw<number[]>([]);
  target = $state.raw<number[]>([]);
  /** What a press of each button costs; `null` where all cost 1. */
  costs = $state.raw<number[] | null>(null);
  /** What a click with the costs tool gives a button. */
  cost = $state(2);
  drawing = $state.raw<Drawing>(empty());

  answer = $state.raw<Answer | null>(null);
  ways = $state.raw<number[][]>([]);
  way = $state(0);
  took = $state(0);
  busy = $state(false);
  /** Another board is on its way: until it is here the old one takes no clicks. */
  loading = $state(false);
  problem = $state('');
  said = $state('');

  readonly presses = $derived(this.ways[this.way] ?? this.answer?.presses ?? null);

  /** Boards asked for so far, the last one shown, and the question that is being answered. */
  private asked = 0;
  private shown = 0;
  private question = 0;
  /** Ends when every board asked for so far is here, or was refused. */
  private arrived: Promise<unknown> = Promise.resolve();

  /** A first board; what was wrong with a link is still said. */
  async begin(): Promise<void> {
    if (this.view !== null) return;
    const why = this.problem;
    await this.choose({ board: 'classic' });
    this.problem = why;
  }

  async choose(board: BoardRequest): Promise<void> {
    await this.show(() => quick.call('board', board));
  }

  take(view: PuzzleView): void {
    this.shown = ++this.asked;
    this.loading = false;
    this.drop();
    this.problem = '';
    this.source = 'draw';
    this.put(view);
  }

  private put(view: PuzzleView): void {
    this.view = view;
    if (view.layout.kind === 'free' && this.tool === 'holes') this.tool = 'lights';
    this.lights = view.lights;
    this.target = view.target;
    this.costs = costs(view);
  }

  async read(text: string): Promise<boolean> {
    return this.show(() => quick.call('read', { text }));
  }

  async open(file: File): Promise<boolean> {
    if (file.size > MOST_BYTES) {
      this.problem = t.solve.tooBig(Math.ceil(file.size / 2 ** 20));
      return false;
    }
    return this.show(async () => {
      let bytes: Uint8Array;
      if (/^image\/(png|jpeg|webp|gif|bmp)$/.test(file.type)) {
        try {
          bytes = await decode(file);
        } catch {
          throw new Error(t.solve.badPicture);
        }
      } else {
        bytes = new Uint8Array(await file.arrayBuffer());
      }
      return quick.call('read_file', { name: file.name }, bytes);
    });
  }

  /**
   * Shows a new puzzle, or says why not and keeps the one before. A puzzle that comes later than one that was asked
   * for after it is not shown.
   */
  private show(work: () => Promise<PuzzleView>): Promise<boolean> {
    const mine = ++this.asked;
    this.problem = '';
    this.said = '';
    this.loading = true;
    const bring = async (): Promise<boolean> => {
      try {
        const view = await work();
        if (mine < this.shown) return false;
        this.shown = mine;
        this.drop();
        this.put(view);
        return true;
      } catch (error) {
        if (mine === this.asked && !(error instanceof Cancelled)) this.problem = sentence(error);
        return false;
      } finally {
        if (mine === this.asked) this.loading = false;
      }
    };
    const done = bring();
    this.arrived = Promise.all([this.arrived, done]);
    return done;
  }

  /** Forgets the answer: the puzzle has changed. A question that is being answered is given up. */
  drop(): void {
    this.question++;
    heavy.cancel();
    this.busy = false;
    this.answer = null;
    this.ways = [];
    this.way = 0;
    this.said = '';
  }

  click(cell: number, back: boolean): void {
    if (!this.view || this.loading || this.tool === 'holes') return;
    if (this.tool === 'costs') {
      this.setCost(cell);
      return;
    }
    const k = this.view.layout.states;
    const list = (this.tool === 'target' ? this.target : this.lights).slice();
    list[cell] = ((list[cell] ?? 0) + (back ? k - 1 : 1)) % k;
    if (this.tool === 'target') this.target = list;
    else this.lights = list;
    this.drop();
  }

  /** Gives a button the chosen cost, or takes it back where it has that already. */
  setCost(button: number): void {
    if (!this.view || this.loading || !isCost(this.cost)) return;
    const list = this.costs?.slice() ?? new Array<number>(this.view.layout.buttons).fill(1);
    list[button] = list[button] === this.cost ? 1 : this.cost;
    this.costs = list.every((cost) => cost === 1) ? null : list;
    this.drop();
  }

  setLights(make: (value: number, index: number) => number): void {
    if (this.loading) return;
    this.lights = this.lights.map(make);
    this.drop();
  }

  setTarget(state: number): void {
    if (this.loading) return;
    this.target = this.target.map(() => state);
    this.drop();
  }

  /** Makes a hole at a place of the layout, or fills it. */
  async toggleHole(row: number, column: number): Promise<void> {
    // One after the other: each begins with what the one before has made.
    const before = this.arrived;
    await this.show(async () => {
      await before;
      return quick.call('view', { puzzle: this.withHole(row, column) });
    });
  }

  private withHole(row: number, column: number): PuzzleJson {
    const view = this.view;
    if (!view || view.layout.kind === 'free') throw new Cancelled();
    const puzzle = this.puzzle(view);
    const flip = (grid: PuzzleJson['target'], filled = 0) => {
      if (!Array.isArray(grid)) return;
      const line = grid[row];
      if (Array.isArray(line)) line[column] = line[column] === null ? filled : null;
    };
    flip(puzzle.lights);
    flip(puzzle.target);
    if (puzzle.weights !== undefined) flip(puzzle.weights, 1);
    return puzzle;
  }

  puzzle(view: PuzzleView): PuzzleJson {
    return withLights(view, this.lights, this.target, this.costs);
  }

  async draw(drawing: Drawing): Promise<void> {
    this.drawing = drawing;
    this.drop();
    if (drawing.nodes.length === 0) return;
    await this.show(() => quick.call('view', { puzzle: toPuzzle(drawing, this.graphTarget) }));
  }

  graphTarget = $state<'off' | 'on'>('off');

  async solve(minimal: boolean): Promise<void> {
    const view = this.view;
    if (!view || this.loading) return;
    this.drop();
    this.problem = '';
    this.busy = true;
    const mine = this.question;
    const started = performance.now();
    try {
      const puzzle = this.puzzle(view);
      const answer = await heavy.call('solve', { puzzle, minimal });
      if (mine !== this.question) return;
      this.took = performance.now() - started;
      this.answer = answer;
      this.busy = false;
      if (answer.solvable === true && answer.solutions !== '1' && view.layout.cells <= 4096 && minimal) {
        const list = await heavy.call('solutions', { puzzle, limit: MOST_WAYS });
        if (mine === this.question) this.ways = list.presses;
      }
    } catch (error) {
      if (mine === this.question && this.answer === null) this.problem = sentence(error);
    } finally {
      if (mine === this.question) this.busy = false;
    }
  }

  cancel(): void {
    this.drop();
    this.said = t.solve.cancelled;
  }

  applyChanges(): void {
    const changes = this.answer?.suggested_changes ?? [];
    const list = this.lights.slice();
    for (const change of changes) list[change.light] = change.to;
    this.lights = list;
    this.drop();
  }

  /** The board with its holes, as a request. */
  board(): BoardRequest | null {
    const layout = this.view?.layout;
    if (!layout || layout.kind === 'free') return null;
    return { board: layout.spec, states: layout.states, rule: layout.rule, holes: holes(layout) };
  }

  async now(): Promise<PuzzleView | null> {
    await this.arrived;
    return this.view ? quick.call('view', { puzzle: this.puzzle(this.view) }) : null;
  }
}

export const solve = new SolveStore();
