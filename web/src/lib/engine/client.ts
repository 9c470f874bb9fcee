import plainUrl from '../../../pkg/plain/lightsout_wasm_bg.wasm?url';
import packedUrl from '../../../pkg/simd/lightsout_wasm_bg.packed?url';

import { t } from '../text';
import type { Operations } from './operations';
import type { FromWorker, ToWorker } from './worker';

/** A call that was given up before it answered. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
    this.name = 'Cancelled';
  }
}

/** The library's own sentence about what is wrong with a request. */
export class Refused extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'Refused';
  }
}

interface Waiting {
  resolve(answer: string): void;
  reject(error: Error): void;
}

/** What a computation that broke off says, in place of the module's own words. */
const BROKEN = () => new Error(t.broken);

/** (func (result v128) i32.const 0 i8x16.splat): valid only where SIMD is. */
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
]);

/** Whether the browser takes the module with SIMD, which comes packed; otherwise the plain one is asked for. */
const simd = WebAssembly.validate(SIMD) && 'DecompressionStream' in globalThis;
let compiled: Promise<WebAssembly.Module> | undefined;

/** The module, fetched and compiled once for all workers. */
export function compile(): Promise<WebAssembly.Module> {
  const fetched = async () => {
    const response = await fetch(new URL(simd ? packedUrl : plainUrl, document.baseURI));
    if (!response.ok || response.body === null) throw new Error(`${response.url}: ${response.status}`);
    const stream = simd ? response.body.pipeThrough(new DecompressionStream('gzip')) : response.body;
    return WebAssembly.compile(await new Response(stream).arrayBuffer());
  };
  compiled ??= fetched().catch((error: unknown) => {
    // The next call tries again.
    compiled = undefined;
    throw error;
  });
  return compiled;
}

/** One worker with the library in it. Calls queue up; `cancel` ends them all at once. */
export class Engine {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;

  /** Starts the worker now, so that the first call does not wait for it. */
  warm(): void {
    this.worker ??= this.start();
  }

  async call<N extends keyof Operations>(
    name: N,
    request: Operations[N]['request'],
    bytes?: Uint8Array,
  ): Promise<Operations[N]['answer']> {
    this.warm();
    const id = this.next++;
    const answer = await new Promise<string>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.post({ id, name, request: JSON.stringify(request), ...(bytes ? { bytes } : {}) });
    });
    const parsed = JSON.parse(answer) as { error: string } | { ok: Operations[N]['answer'] };
    if ('error' in parsed) throw new Refused(parsed.error);
    return parsed.ok;
  }

  /** Ends every running and queued call; they reject with `Cancelled`. */
  cancel(): void {
    if (this.waiting.size > 0) this.stop(new Cancelled());
  }

  /** Ends every call and the worker itself; the next call would start another one. */
  close(): void {
    this.stop(new Cancelled());
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  private start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (worker !== this.worker) return;
      if ('id' in data) {
        const call = this.waiting.get(data.id);
        this.waiting.delete(data.id);
        call?.resolve(data.answer);
      } else if ('failed' in data) {
        console.warn(data.failed);
        this.stop(BROKEN());
      }
    };
    worker.onerror = (event) => {
      console.warn(event.message);
      if (worker === this.worker) this.stop(BROKEN());
    };
    compile().then(
      (module) => worker.postMessage({ simd, module } satisfies ToWorker),
      (error: unknown) => {
        if (worker === this.worker) this.stop(new Error(t.failed(String(error))));
      },
    );
    return worker;
  }

  private stop(reason: Error): void {
    this.worker?.terminate();
    this.worker = undefined;
    const calls = [...this.waiting.values()];
    this.waiting.clear();
    for (const call of calls) call.reject(reason);
  }
}

/** Short calls: drawing, pressing, reading text. */
export const quick = new Engine();
/**
 * Calls that may take long and can be cancelled. Play and Solve have one worker each, so that neither waits for
 * the other nor cancels its work; the other pages start their own and close it when they are left.
 */
export const heavy = { play: new Engine(), solve: new Engine() };
