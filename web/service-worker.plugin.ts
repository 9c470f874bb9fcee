import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

/** Public files that the offline page needs besides what the build names. */
const PUBLIC = ['manifest.webmanifest', 'icon.svg', 'icon-192.png', 'icon-512.png'];

/**
 * Writes `sw.js`: the template `src/service-worker.js` with the list of this build's files and a
 * version made from their contents. Of the two WebAssembly builds the worker keeps only the one
 * that this browser runs.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'lightsout-service-worker',
    apply: 'build',
    generateBundle(_options, bundle) {
      const hash = createHash('sha256');
      const files: string[] = ['./', ...PUBLIC];
      for (const name of Object.keys(bundle).sort()) {
        const item = bundle[name];
        if (item === undefined) continue;
        hash.update(name).update(item.type === 'chunk' ? item.code : item.source);
        if (name !== 'index.html') files.push(name);
      }
      const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
      for (const name of PUBLIC) hash.update(readFileSync(here(`public/${name}`)));
      const template = readFileSync(here('src/service-worker.js'), 'utf8');
      hash.update(template);
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: template
          .replace('__VERSION__', JSON.stringify(hash.digest('hex').slice(0, 16)))
          .replace('__FILES__', JSON.stringify(files)),
      });
    },
  };
}
