import { vi } from 'vitest';

/** A call that the page has made and that the test answers when it likes. */
export interface Asked {
  name: string;
  request: unknown;
  answer(value: unknown): Promise<void>;
  refuse(sentence: string): Promise<void>;
}

/** In place of a worker: nothing is answered before the test says so. */
export class SlowEngine {
  calls: Asked[] = [];
  private running: ((error: Error) => void)[] = [];

  call(name: string, request: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.running.push(reject);
      this.calls.push({
        name,
        request,
        answer: async (value) => {
          resolve(value);
          await settle();
        },
        refuse: async (sentence) => {
          reject(new Error(sentence));
          await settle();
        },
      });
    });
  }

  cancel(): void {
    const calls = this.running;
    this.running = [];
    for (const reject of calls) reject(new Cancelled());
  }

  /** The latest call of that name. */
  last(name: string): Asked {
    const found = this.calls.filter((call) => call.name === name).at(-1);
    if (found === undefined) throw new Error(`nothing asked for ${name}; ${this.calls.map((call) => call.name).join(', ')}`);
    return found;
  }

  count(name: string): number {
    return this.calls.filter((call) => call.name === name).length;
  }
}

export class Cancelled extends Error {}

/** Lets everything run that waits for a promise that is settled already. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

/** The module `client`, with engines that answer when they are told to. */
export function slowClient() {
  return { Cancelled, quick: new SlowEngine(), heavy: { play: new SlowEngine(), solve: new SlowEngine() }, Engine: vi.fn() };
}
