// Times and sizes of the built page in a real browser: node tests/measure.mjs [CHROMIUM]
//
// Prints what docs/page.md states. Nothing here is asserted: times belong to the machine they were taken on.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { chromium } from '@playwright/test';

const port = 4795;
const server = spawn('node', [fileURLToPath(new URL('server.mjs', import.meta.url)), String(port)]);
const browser = await chromium.launch({
  executablePath: process.argv[2] ?? process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const base = `http://127.0.0.1:${port}/`;
const say = (what, value, unit = 'ms') => console.log(`${what.padEnd(58)} ${value.toFixed(0).padStart(7)} ${unit}`);
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

async function fresh(fragment) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  let bytes = 0;
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.enable');
  protocol.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength));
  for (let i = 0; ; i++) {
    try {
      await page.goto(base + fragment);
      break;
    } catch (error) {
      if (i === 20) throw error;
      await page.waitForTimeout(100);
    }
  }
  return { page, close: () => context.close(), bytes: () => bytes };
}

/** Milliseconds from a click on Solve to the answer on the screen, and the longest pause between two frames. */
function answerTime(page) {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const answer = document.querySelector('[data-testid="answer"]');
        const button = [...document.querySelectorAll('button.primary')].find((b) => b.textContent === 'Solve');
        const start = performance.now();
        let [last, longest] = [start, 0];
        const frame = (now) => {
          longest = Math.max(longest, now - last);
          last = now;
          if (answer.textContent.trim() !== '') resolve({ time: performance.now() - start, longest });
          else requestAnimationFrame(frame);
        };
        button.click();
        requestAnimationFrame(frame);
      }),
  );
}

/** A P4 picture; the generator is not linear over GF(2). */
function noise(size) {
  const stride = Math.ceil(size / 8);
  const body = Buffer.alloc(stride * size);
  let state = 1n;
  for (let i = 0; i < body.length; i++) {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    body[i] = Number(state >> 56n);
  }
  return Buffer.concat([Buffer.from(`P4\n${size} ${size}\n`), body]);
}

async function file(page, name, buffer, board) {
  await page.getByRole('tab', { name: 'File' }).click();
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer });
  await page.getByRole('img', { name: board }).waitFor();
}

const starts = [];
for (let i = 0; i < 7; i++) {
  const { page, close, bytes } = await fresh('#/play');
  // Usable: a light can be pressed.
  await page.locator('[data-cell]').first().waitFor();
  starts.push(await page.evaluate(() => performance.now()));
  await page.waitForTimeout(1500);
  if (i === 6) say('downloaded for the first page, both workers ready', bytes() / 1000, 'KB');
  for (const name of ['Solve', 'Learn', 'Explore']) {
    await page.getByRole('link', { name }).click();
    await page.waitForTimeout(600);
  }
  if (i === 6) say('downloaded for all four pages', bytes() / 1000, 'KB');
  await close();
}
say('from opening the page to the first board, median of 7', median(starts));

{
  const { page, close } = await fresh('#/solve');
  await page.locator('[data-cell]').first().waitFor();
  await page.waitForTimeout(1000);
  const times = [];
  for (let i = 0; i < 9; i++) {
    await page.locator(`[data-cell="${i}"]`).click();
    times.push((await answerTime(page)).time);
  }
  say('5 x 5: from the click to the answer, first', times[0]);
  say('5 x 5: median of 9', median(times));
  await close();
}
for (const [size, minimal] of [
  [100, true],
  [119, true],
  [1000, false],
]) {
  const { page, close } = await fresh('#/solve');
  await page.locator('[data-cell]').first().waitFor();
  await page.waitForTimeout(1000);
  const before = Date.now();
  await file(page, 'noise.pbm', noise(size), new RegExp(`${size}x${size}`));
  if (size === 1000) say('1000 x 1000: from choosing the file to the picture', Date.now() - before);
  if (size === 119) await page.getByRole('tab', { name: 'Click it in' }).click();
  if (size === 119) await page.getByRole('button', { name: 'All on' }).click();
  if (!minimal) await page.getByLabel('Look for the fewest presses').uncheck();
  const { time, longest } = await answerTime(page);
  say(`${size} x ${size}${minimal ? ', fewest presses' : ''}: from the click to the answer`, time);
  say(`${size} x ${size}: longest time between two frames`, longest);
  await close();
}
await browser.close();
server.kill();
