// Packs a compiled module for download: node pack.mjs MODULE.wasm
//
// Writes MODULE.packed beside it (gzip, which browsers unpack themselves, so that any static server will do) and fails
// when it is larger than the page allows.
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const MOST = 400_000;

const path = process.argv[2];
const module = readFileSync(path);
const packed = gzipSync(module, { level: 9 });
const brotli = brotliCompressSync(module, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: module.length },
});
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
console.log(`${path}: ${kb(module.length)}, gzip ${kb(packed.length)}, brotli ${kb(brotli.length)}`);
if (packed.length > MOST) {
  console.error(`the module has ${kb(packed.length)} packed, at most ${kb(MOST)} are allowed`);
  process.exit(1);
}
writeFileSync(path.replace(/\.wasm$/, '.packed'), packed);
