import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { serviceWorker } from './service-worker.plugin';

export default defineConfig({
  base: './',
  plugins: [svelte(), serviceWorker()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
  test: { include: ['tests/unit/**/*.test.ts'], environment: 'node', testTimeout: 60_000 },
});
