import { defineConfig, devices } from '@playwright/test';

const port = Number(process.env.WEB_TEST_PORT ?? 4791);

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // One more try for what a busy machine breaks; the report lists as flaky whatever needed it.
  retries: 1,
  // Bounds for a test that hangs, not measurements: a machine several times slower passes too.
  timeout: 180_000,
  expect: { timeout: 40_000 },
  reporter: [['line']],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    // The tests look at the page itself; one of them looks at the service worker.
    serviceWorkers: 'block',
    trace: 'off',
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 860 } } },
    { name: 'phone', use: { ...devices['Pixel 7'] } },
  ],
  webServer: {
    command: `node tests/server.mjs ${port}`,
    port,
    reuseExistingServer: false,
    timeout: 120_000,
  },
});
