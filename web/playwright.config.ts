import { defineConfig, devices } from '@playwright/test';

const port = Number(process.env.WEB_TEST_PORT ?? 4791);

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 40_000,
  expect: { timeout: 10_000 },
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
  },
});
