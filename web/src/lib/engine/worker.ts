/// <reference lib="webworker" />
import type { InitInput, InitOutput } from '../../../pkg/plain/lightsout_wasm';

/** The first message names the module; every other one is a call. */
export type ToWorker = { simd: boolean; url: string } | { id: number; name: string; request: string; bytes?: Uint8Array };
export type FromWorker = { ready: true } | { failed: string } | { id: number; answer: string };

interface Bindings {
  default(input: { module_or_path: InitInput }): Promise<InitOutput>;
  call(name: string, request: string, bytes: Uint8Array): string;
}

const scope = self as unknown as DedicatedWorkerGlobalScope;
const send = (message: FromWorker) => scope.postMessage(message);
let bindings: Promise<Bindings> | undefined;

async function load(simd: boolean, url: string): Promise<Bindings> {
  const module: Bindings = simd
    ? await import('../../../pkg/simd/lightsout_wasm.js')
    : await import('../../../pkg/plain/lightsout_wasm.js');
  await module.default({ module_or_path: url });
  return module;
}

scope.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ('url' in data) {
    bindings = load(data.simd, data.url);
    try {
      await bindings;
      send({ ready: true });
    } catch (error) {
      send({ failed: String(error) });
    }
    return;
  }
  // A trap inside the module leaves it unusable: let it escape, so that the page starts a new worker.
  const module = await bindings;
  if (module === undefined) throw new Error('called before it was loaded');
  send({ id: data.id, answer: module.call(data.name, data.request, data.bytes ?? new Uint8Array()) });
};

scope.addEventListener('unhandledrejection', (event) => {
  send({ failed: String(event.reason) });
});
