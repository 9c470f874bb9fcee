/// <reference lib="webworker" />
import * as plain from '../../../pkg/plain/lightsout_wasm.js';
import * as packed from '../../../pkg/simd/lightsout_wasm.js';

/** One message brings the module, every other one is a call. */
export type ToWorker =
  | { simd: boolean; module: WebAssembly.Module }
  | { id: number; name: string; request: string; bytes?: Uint8Array };
export type FromWorker = { failed: string } | { id: number; answer: string };

const scope = self as unknown as DedicatedWorkerGlobalScope;
const send = (message: FromWorker) => scope.postMessage(message);
let begin: (bindings: Promise<typeof plain>) => void;
/** Calls that come before the module wait for it. */
const bindings = new Promise<typeof plain>((resolve) => (begin = resolve));

async function load(simd: boolean, module: WebAssembly.Module): Promise<typeof plain> {
  const code: typeof plain = simd ? packed : plain;
  await code.default({ module_or_path: module });
  return code;
}

scope.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ('module' in data) {
    begin(load(data.simd, data.module));
    await bindings;
    return;
  }
  // A trap inside the module leaves it unusable: let it escape, so that the page starts a new worker.
  const answer = (await bindings).call(data.name, data.request, data.bytes ?? new Uint8Array());
  send({ id: data.id, answer });
};

scope.addEventListener('unhandledrejection', (event) => {
  send({ failed: String(event.reason) });
});
