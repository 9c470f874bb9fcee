import { Cancelled, heavy as engines, quick } from '../engine/client';
import type { BoardRequest, Level } from '../engine/operations';
import type { PuzzleJson, PuzzleView } from '../engine/types';
import { begin, day, play, redo, replay, same, undo, wrong } from '../game';
import type { Game, Move } from '../game';
import { template, withLights } from '../puzzle';
import { t } from '../text';
import { load, save } from './saved';

interface Saved {
  puzzle: PuzzleJson;
  moves: Move[];
  undone: Move[];
  seconds: number;
  hints: number;
  level: Level;
  date: string | null;
}

function valid(value: unknown): value is Saved {
  const v = value as Partial<Saved> | null;
  return (
    typeof v === 'object' &&
    v !== null &&
    typeof v.puzzle === 'object' &&
    Array.isArray(v.moves) &&
    Array.isArray(v.undone) &&
    typeof v.seconds === 'number'
  );
}

/** A new puzzle, with its fewest presses where the generator knows them. */
interface Made {
  view: PuzzleView;
  date: string | null;
  minimum?: { presses: number; proven: boolean };
  /** The moves of a game that goes on. */
  saved?: { game: Game; seconds: number; hints: number; level: Level };
}

const heavy = engines.play;
const LEVELS: Level[] = ['easy', 'medium', 'hard', 'hardest'];

/** The game on the Play page. */
class GameStore {
  view = $state.raw<PuzzleView | null>(null);
  game = $state.raw<Game | null>(null);
  minimum = $state.raw<{ presses: number; proven: boolean } | 'none' | null>(null);
  hint = $state<number | null>(null);
  hintText = $state('');
  hints = $state(0);
  seconds = $state(0);
  level = $state<Level>('medium');
  date = $state<string | null>(null);
  /** A new puzzle is on its way: until it is here the old board rests, and nothing is asked about it. */
  busy = $state(false);
  problem = $state('');

  readonly solved = $derived(
    this.view !== null && this.game !== null && same(this.game.lights, this.view.target),
  );
  readonly left = $derived(
    this.view !== null && this.game !== null ? wrong(this.game.lights, this.view.target) : 0,
  );

  private turn = 0;
  /** The position that a hint was asked for; it is asked for once. */
  private asked: Game | null = null;

  /** The game of last time, or a first one. */
  async resume(keepProblem = false): Promise<void> {
    if (this.view !== null || this.busy) return;
    const problem = this.problem;
    await this.make(async () => (await this.last()) ?? (await this.random({ board: 'classic' })));
    if (keepProblem) this.problem = problem;
  }

  /** The game of last time, if it can still be read. */
  private async last(): Promise<Made | null> {
    const saved = load('game', valid);
    if (saved === undefined) return null;
    try {
      const view = await quick.call('view', { puzzle: saved.puzzle });
      const game = replay(view.layout, view.lights, saved.moves, saved.undone);
      if (game === null) return null;
      const level = LEVELS.includes(saved.level) ? saved.level : 'medium';
      return { view, date: saved.date, saved: { game, seconds: Math.max(0, saved.seconds), hints: saved.hints, level } };
    } catch {
      // A game saved by an older page: start anew.
      return null;
    }
  }

  private async random(board: BoardRequest): Promise<Made> {
    const seed = Array.from(crypto.getRandomValues(new Uint32Array(2))).join('-');
    const view = await heavy.call('generate', { template: board, level: this.level, seed });
    return { view, date: null, minimum: { presses: view.minimum, proven: view.proven } };
  }

  /** A new puzzle on a board. */
  async fresh(board: BoardRequest): Promise<void> {
    await this.make(() => this.random(board));
  }

  async again(): Promise<void> {
    if (this.view) await this.fresh(template(this.view));
  }

  async daily(): Promise<void> {
    const date = day(new Date());
    await this.make(async () => {
      const view = await heavy.call('daily', { date });
      return { view, date, minimum: { presses: view.minimum, proven: view.proven } };
    });
  }

  /** A puzzle from elsewhere: a link, the Solve page. */
  async take(text: string): Promise<void> {
    await this.make(async () => ({ view: await quick.call('read', { text }), date: null }));
  }

  takeView(view: PuzzleView): void {
    this.turn++;
    heavy.cancel();
    this.problem = '';
    this.show({ view, date: null });
  }

  /** Shows the puzzle that `work` brings, unless another one was asked for since. */
  private async make(work: () => Promise<Made>): Promise<void> {
    const turn = ++this.turn;
    heavy.cancel();
    this.busy = true;
    this.problem = '';
    this.clearHint();
    try {
      const made = await work();
      if (turn === this.turn) this.show(made);
    } catch (error) {
      if (turn !== this.turn) return;
      if (!(error instanceof Cancelled)) this.problem = error instanceof Error ? error.message : String(error);
      this.busy = false;
      // The old game goes on; its own question may have been cancelled for the new one.
      if (this.minimum === null) void this.measure();
    }
  }

  private show({ view, date, minimum, saved }: Made): void {
    // A game counts presses: costs stay on the Solve page.
    this.view = { ...view, puzzle: withLights(view, view.lights, undefined, null) };
    this.game = saved?.game ?? begin(view.lights);
    this.date = date;
    this.seconds = saved?.seconds ?? 0;
    this.hints = saved?.hints ?? 0;
    if (saved) this.level = saved.level;
    this.busy = false;
    this.minimum = minimum ?? null;
    this.clearHint();
    this.remember();
    if (this.minimum === null) void this.measure();
  }

  /** Finds out how many presses the start needs, beside the game. */
  private async measure(): Promise<void> {
    const view = this.view;
    if (view === null) return;
    try {
      const answer = await heavy.call('solve', { puzzle: view.puzzle, minimal: true });
      if (this.view !== view) return;
      this.minimum =
        answer.solvable === false || answer.press_count === null
          ? 'none'
          : { presses: answer.press_count, proven: answer.proven };
    } catch {
      // Another puzzle came first.
    }
  }

  /** The game, while it can be played: not while another one is on its way. */
  private get open(): { view: PuzzleView; game: Game } | null {
    return this.busy || this.view === null || this.game === null ? null : { view: this.view, game: this.game };
  }

  press(button: number, back: boolean): void {
    const open = this.open;
    if (open === null || this.solved) return;
    const layout = open.view.layout;
    this.game = play(layout, open.game, { button, times: back ? layout.states - 1 : 1 });
    this.after();
  }

  undo(): void {
    const open = this.open;
    if (open === null) return;
    this.game = undo(open.view.layout, open.game);
    this.after();
  }

  redo(): void {
    const open = this.open;
    if (open === null) return;
    this.game = redo(open.view.layout, open.game);
    this.after();
  }

  restart(): void {
    const open = this.open;
    if (open === null) return;
    this.game = begin(open.game.start);
    this.seconds = 0;
    this.hints = 0;
    this.after();
  }

  tick(seconds: number): void {
    if (!this.busy && this.game !== null && this.game.moves.length > 0 && !this.solved) {
      this.seconds += seconds;
      this.remember();
    }
  }

  /** Asks for a hint. The answer is shown unless the reader has gone on since. */
  async askHint(): Promise<void> {
    const open = this.open;
    if (open === null || this.solved || this.asked === open.game) return;
    const { view, game } = open;
    this.asked = game;
    this.hintText = t.working;
    const current = () => this.asked === game && this.game === game;
    try {
      const answer = await heavy.call('hint', { puzzle: withLights(view, game.lights) });
      if (!current()) return;
      this.hint = answer.button;
      this.hintText = answer.button === null ? t.play.hintNone : t.play.hintSay(answer.left);
      if (answer.button !== null) {
        this.hints++;
        this.remember();
      }
    } catch (error) {
      if (!current()) return;
      this.clearHint();
      if (!(error instanceof Cancelled)) this.hintText = error instanceof Error ? error.message : String(error);
    }
  }

  private clearHint(): void {
    this.asked = null;
    this.hint = null;
    this.hintText = '';
  }

  private after(): void {
    this.clearHint();
    this.remember();
  }

  private remember(): void {
    if (this.view === null || this.game === null) return;
    save('game', {
      puzzle: this.view.puzzle,
      moves: this.game.moves,
      undone: this.game.undone,
      seconds: Math.round(this.seconds),
      hints: this.hints,
      level: this.level,
      date: this.date,
    } satisfies Saved);
  }
}

export const game = new GameStore();
