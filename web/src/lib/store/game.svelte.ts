import { Cancelled, heavy, quick } from '../engine/client';
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
  busy = $state(false);
  problem = $state('');

  readonly solved = $derived(
    this.view !== null && this.game !== null && same(this.game.lights, this.view.target),
  );
  readonly left = $derived(
    this.view !== null && this.game !== null ? wrong(this.game.lights, this.view.target) : 0,
  );

  private turn = 0;

  /** The game of last time, or a first one. */
  async resume(keepProblem = false): Promise<void> {
    if (this.view !== null) return;
    const problem = this.problem;
    await this.start();
    if (keepProblem) this.problem = problem;
  }

  private async start(): Promise<void> {
    const saved = load('game', valid);
    if (saved) {
      try {
        const view = await quick.call('view', { puzzle: saved.puzzle });
        const game = replay(view.layout, view.lights, saved.moves, saved.undone);
        if (game !== null) {
          this.level = LEVELS.includes(saved.level) ? saved.level : 'medium';
          this.show(view, saved.date);
          this.game = game;
          this.seconds = Math.max(0, saved.seconds);
          this.hints = saved.hints;
          return;
        }
      } catch {
        // A game saved by an older page: start anew.
      }
    }
    await this.fresh({ board: 'classic' });
  }

  /** A new puzzle on a board. */
  async fresh(board: BoardRequest): Promise<void> {
    await this.make(async () => {
      const seed = Array.from(crypto.getRandomValues(new Uint32Array(2))).join('-');
      return { view: await heavy.call('generate', { template: board, level: this.level, seed }), date: null };
    });
  }

  async again(): Promise<void> {
    if (this.view) await this.fresh(template(this.view));
  }

  async daily(): Promise<void> {
    const date = day(new Date());
    await this.make(async () => ({ view: await heavy.call('daily', { date }), date }));
  }

  /** A puzzle from elsewhere: a link, the Solve page. */
  async take(text: string): Promise<void> {
    const turn = ++this.turn;
    this.problem = '';
    try {
      const view = await quick.call('read', { text });
      if (turn === this.turn) this.show(view, null);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  takeView(view: PuzzleView): void {
    this.turn++;
    this.problem = '';
    this.show(view, null);
  }

  private async make(work: () => Promise<{ view: PuzzleView & { minimum: number; proven: boolean }; date: string | null }>): Promise<void> {
    const turn = ++this.turn;
    heavy.cancel();
    this.busy = true;
    this.problem = '';
    try {
      const { view, date } = await work();
      if (turn !== this.turn) return;
      this.show(view, date, { presses: view.minimum, proven: view.proven });
    } catch (error) {
      if (turn === this.turn && !(error instanceof Cancelled)) {
        this.problem = error instanceof Error ? error.message : String(error);
      }
    } finally {
      if (turn === this.turn) this.busy = false;
    }
  }

  private show(view: PuzzleView, date: string | null, minimum: { presses: number; proven: boolean } | null = null): void {
    // A game counts presses: costs stay on the Solve page.
    this.view = { ...view, puzzle: withLights(view, view.lights, undefined, null) };
    this.game = begin(view.lights);
    this.date = date;
    this.seconds = 0;
    this.hints = 0;
    this.busy = false;
    this.minimum = minimum;
    this.clearHint();
    this.remember();
    if (minimum === null) void this.measure();
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

  press(button: number, back: boolean): void {
    if (this.view === null || this.game === null || this.solved) return;
    const layout = this.view.layout;
    this.game = play(layout, this.game, { button, times: back ? layout.states - 1 : 1 });
    this.after();
  }

  undo(): void {
    if (this.view === null || this.game === null) return;
    this.game = undo(this.view.layout, this.game);
    this.after();
  }

  redo(): void {
    if (this.view === null || this.game === null) return;
    this.game = redo(this.view.layout, this.game);
    this.after();
  }

  restart(): void {
    if (this.game === null) return;
    this.game = begin(this.game.start);
    this.seconds = 0;
    this.hints = 0;
    this.after();
  }

  tick(seconds: number): void {
    if (this.game !== null && this.game.moves.length > 0 && !this.solved) {
      this.seconds += seconds;
      this.remember();
    }
  }

  async askHint(): Promise<void> {
    if (this.view === null || this.game === null || this.solved) return;
    const { view, game } = this;
    try {
      const answer = await heavy.call('hint', { puzzle: withLights(view, game.lights) });
      if (this.game !== game) return;
      this.hint = answer.button;
      this.hintText = answer.button === null ? t.play.hintNone : t.play.hintSay(answer.left);
      if (answer.button !== null) {
        this.hints++;
        this.remember();
      }
    } catch (error) {
      if (!(error instanceof Cancelled)) this.hintText = error instanceof Error ? error.message : String(error);
    }
  }

  private clearHint(): void {
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
