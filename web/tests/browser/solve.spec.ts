import { deflateSync } from 'node:zlib';

import type { Page } from '@playwright/test';

import { accessible, cell, choose, expect, open, states, test } from './fixture';

async function openSolve(page: Page): Promise<void> {
  await open(page, '#/solve');
  await expect(page.locator('[data-cell]').first()).toBeVisible();
}

const answer = (page: Page) => page.getByTestId('answer');
const solveButton = (page: Page) => page.getByRole('button', { name: 'Solve', exact: true });

async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('tab', { name: 'Paste' }).click();
  await page.getByRole('textbox').fill(text);
  await page.getByRole('button', { name: 'Read it' }).click();
}

/** Numbers written over the board, by cell. */
async function numbers(page: Page): Promise<[number, string][]> {
  return page
    .locator('[data-cell]:has(.number)')
    .evaluateAll((cells) => cells.map((c) => [Number(c.getAttribute('data-cell')), c.querySelector('.number')?.textContent ?? '']));
}

test('a puzzle clicked in is solved with numbered presses, and all ways can be looked at', async ({ page }) => {
  await openSolve(page);
  for (const light of [7, 11, 12, 13, 17]) await cell(page, light).click();
  await solveButton(page).click();
  await expect(answer(page)).toContainText('1 press, and fewer are not possible');
  await expect(answer(page)).toContainText('4 different ways');
  expect(await numbers(page)).toEqual([[12, '1']]);
  await page.getByRole('button', { name: 'Next way' }).click();
  await expect(page.getByText('Way 2 of 4')).toBeVisible();
  expect((await numbers(page)).length).toBeGreaterThan(1);
  // Another click on the board: the old answer is gone.
  await cell(page, 0).click();
  await expect(answer(page)).toHaveText('');
});

test('an impossible puzzle is explained, and the suggested change makes it possible', async ({ page }) => {
  await openSolve(page);
  for (const light of [0, 7, 11, 12, 13, 17]) await cell(page, light).click();
  await solveButton(page).click();
  await expect(answer(page)).toContainText('This can’t be done.');
  await expect(answer(page)).toContainText('ringed lights');
  expect(await page.locator('[data-cell]:has(.ring)').count()).toBeGreaterThan(3);
  await accessible(page);
  await page.getByRole('button', { name: 'Change them for me' }).click();
  await solveButton(page).click();
  await expect(answer(page)).toContainText('fewer are not possible');
});

test('holes and a goal picture are clicked in', async ({ page }) => {
  await openSolve(page);
  await choose(page, 'merlin');
  await expect(page.locator('[data-cell]')).toHaveCount(9);
  await choose(page, 'classic');
  await page.getByRole('button', { name: 'Holes' }).click();
  await cell(page, 12).click();
  await expect(page.locator('[data-cell]')).toHaveCount(24);
  await page.locator('[data-key="0,0"]').click();
  await expect(page.locator('[data-cell]')).toHaveCount(23);
  await page.locator('[data-key="0,0"]').click();
  await expect(page.locator('[data-cell]')).toHaveCount(24);
  await page.getByRole('button', { name: 'Goal', exact: true }).click();
  for (const light of [1, 2]) await cell(page, light).click();
  await expect(page.locator('.wanted').first()).toBeVisible();
  await solveButton(page).click();
  await expect(answer(page)).toContainText(/press|can’t/);
});

test('costs of presses are clicked in and the cheapest way is shown', async ({ page }) => {
  await openSolve(page);
  for (const light of [0, 1, 5]) await cell(page, light).click();
  await page.getByRole('button', { name: 'Costs' }).click();
  await page.getByLabel('Cost of a press').fill('40');
  await cell(page, 0).click();
  await expect(cell(page, 0)).toHaveAccessibleName(/a press costs 40/);
  await solveButton(page).click();
  await expect(answer(page)).toContainText('nothing cheaper is possible');
  // The one press in the corner is too dear now.
  expect((await numbers(page)).map(([at]) => at)).not.toContain(0);
  // Of four ways, two are the cheapest; the next does not claim to be.
  for (let i = 0; i < 2; i++) await page.getByRole('button', { name: 'Next way' }).click();
  await expect(answer(page)).toContainText('This way costs 40, with 1 press.');
  // The same click takes the cost back, and the short way is the best again.
  await cell(page, 0).click();
  await solveButton(page).click();
  await expect(answer(page)).toContainText('1 press, and fewer are not possible');
  await page.getByRole('button', { name: 'Next way' }).click();
  await expect(answer(page)).toContainText('the shortest takes 1');
});

test('lights and buttons that are not the same can be clicked', async ({ page }) => {
  await openSolve(page);
  await paste(page, '[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1)');
  await page.getByRole('tab', { name: 'Click it in' }).click();
  await expect(page.getByRole('button', { name: 'Holes' })).toHaveCount(0);
  await page.getByLabel('Goal').selectOption('off');
  await page.locator('[data-light="2"]').click();
  await solveButton(page).click();
  await expect(answer(page)).toContainText('1 press, and fewer are not possible');
  await page.getByRole('button', { name: 'Costs' }).click();
  await page.getByLabel('Cost of a press').fill('9');
  await page.locator('[data-button="2"]').click();
  await solveButton(page).click();
  await expect(answer(page)).toContainText('nothing cheaper is possible');
  await accessible(page);
});

test('text, JSON and brackets are read', async ({ page }) => {
  await openSolve(page);
  await paste(page, '###\n#.#\n###\n');
  await expect(page.locator('[data-cell]')).toHaveCount(9);
  expect(await states(page)).toEqual([1, 1, 1, 1, 0, 1, 1, 1, 1]);
  await solveButton(page).click();
  await expect(answer(page)).toContainText('fewer are not possible');

  await paste(page, '{"schema":1,"board":"triangle:3","states":3,"lights":[[1],[2,0],[0,1,2]]}');
  await expect(page.locator('[data-cell]')).toHaveCount(6);
  expect(await states(page)).toEqual([1, 2, 0, 0, 1, 2]);

  await paste(page, '[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1)');
  await expect(page.locator('[data-button]')).toHaveCount(6);
  await solveButton(page).click();
  await expect(answer(page)).toContainText('2 presses, and fewer are not possible');
});

test('nonsense is refused with a sentence and the puzzle before is kept', async ({ page }) => {
  await openSolve(page);
  await cell(page, 3).click();
  const before = await states(page);
  for (const [text, words] of [
    ['no puzzle at all, just words', /\w/],
    ['{"schema":1,"board":"5x5","states":1000000000000,"lights":[[0]]}', /1000000000000|4294967296/],
    ['{"board":', /\w/],
    ['##\n###\n', /row|line/],
    ['[.#] (7)', /7/],
  ] as const) {
    await paste(page, text);
    const alert = page.getByRole('alert').filter({ hasText: /\w/ });
    await expect(alert).toBeVisible();
    await expect(alert).toContainText(words);
    expect(await states(page)).toEqual(before);
    // The next attempt shows its own sentence.
    await page.getByRole('tab', { name: 'Click it in' }).click();
  }
});

test('a file of 50 MB is refused and the puzzle before is kept', async ({ page }) => {
  await openSolve(page);
  await cell(page, 3).click();
  const before = await states(page);
  await page.getByRole('tab', { name: 'File' }).click();
  // Made in the page: the protocol of the test does not carry so large a file.
  await page.locator('input[type=file]').evaluate((input: HTMLInputElement) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(50 * 2 ** 20)], 'large.pbm'));
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(page.getByRole('alert').filter({ hasText: '50 MB' })).toBeVisible();
  expect(await states(page)).toEqual(before);
});

/** A PNG of one byte per pixel, black where `dark` says so. */
function png(columns: number, rows: number, dark: (row: number, column: number) => boolean): Buffer {
  const table = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const crc = (bytes: Buffer) => {
    let c = 0xffffffff;
    for (const byte of bytes) c = (table[(c ^ byte) & 255] ?? 0) ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
  };
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(8 + data.length + 4);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc(body), 8 + data.length);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(columns, 0);
  head.writeUInt32BE(rows, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const lines = Buffer.alloc(rows * (columns + 1));
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) lines[r * (columns + 1) + 1 + c] = dark(r, c) ? 0 : 255;
  }
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('a PNG and a PBM picture are opened', async ({ page }) => {
  await openSolve(page);
  await page.getByRole('tab', { name: 'File' }).click();
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'plus.png', mimeType: 'image/png', buffer: png(3, 4, (r, c) => r === 1 || c === 1) });
  await expect(page.locator('[data-cell]')).toHaveCount(12);
  expect(await states(page)).toEqual([0, 1, 0, 1, 1, 1, 0, 1, 0, 0, 1, 0]);
  await input.setInputFiles({ name: 'small.pbm', mimeType: '', buffer: Buffer.from('P1\n# small\n2 2\n1 0\n0 1\n') });
  await expect(page.locator('[data-cell]')).toHaveCount(4);
  expect(await states(page)).toEqual([1, 0, 0, 1]);
  await input.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') });
  await expect(page.getByRole('alert').filter({ hasText: /picture/ })).toBeVisible();
  expect(await states(page)).toEqual([1, 0, 0, 1]);
});

/** A P4 picture of pixels from a generator that is not linear over GF(2). */
function noise(size: number): Buffer {
  const stride = Math.ceil(size / 8);
  const header = Buffer.from(`P4\n${size} ${size}\n`);
  const body = Buffer.alloc(stride * size);
  let state = 1n;
  for (let i = 0; i < body.length; i++) {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    body[i] = Number(state >> 56n);
  }
  return Buffer.concat([header, body]);
}

test('a picture of 1000 x 1000 lights is solved without freezing the page', async ({ page }) => {
  await openSolve(page);
  await page.getByRole('tab', { name: 'File' }).click();
  await page.locator('input[type=file]').setInputFiles({ name: 'noise.pbm', mimeType: '', buffer: noise(1000) });
  const board = page.getByRole('img', { name: /1000x1000, 1000000 lights/ });
  await expect(board).toBeVisible();
  await page.getByLabel('Look for the fewest presses').uncheck();
  await solveButton(page).click();
  await expect(answer(page)).toContainText(/presses|can’t/);
});

test('long work can be stopped', async ({ page }) => {
  await openSolve(page);
  // All on, 120 x 120: the fewest presses of a board with many quiet patterns.
  const rows = Array.from({ length: 119 }, () => '#'.repeat(119)).join('\n');
  await paste(page, rows);
  await expect(page.getByRole('img', { name: /119x119/ })).toBeVisible();
  await solveButton(page).click();
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await cancel.click();
  await expect(answer(page)).toContainText('Stopped.');
  // And the page goes on working.
  await paste(page, '#.\n.#\n');
  await solveButton(page).click();
  await expect(answer(page)).toContainText('fewer are not possible');
});

test('a graph is drawn, solved and saved', async ({ page }) => {
  await openSolve(page);
  await page.getByRole('tab', { name: 'Draw a graph' }).click();
  const paper = page.getByRole('group', { name: 'Drawing of the graph' });
  const box = await paper.boundingBox();
  if (!box) throw new Error('no paper');
  const at = (x: number, y: number) => ({ position: { x: (box.width * x) / 12, y: (box.height * y) / 8 } });
  for (const [x, y] of [
    [3, 2],
    [9, 2],
    [6, 6],
  ] as const) {
    await paper.click(at(x, y));
  }
  await expect(page.locator('[data-node]')).toHaveCount(3);
  await page.getByRole('button', { name: 'adds or removes wires' }).click();
  await page.locator('[data-node="0"]').click();
  await page.locator('[data-node="1"]').click();
  await page.getByLabel('Wires go').selectOption('one');
  await page.locator('[data-node="1"]').click();
  await page.locator('[data-node="2"]').click();
  await page.getByRole('button', { name: 'changes a light' }).click();
  await page.locator('[data-node="2"]').click();
  await page.getByText('Buttons as a list').click();
  await expect(page.getByText('Button 0 changes 0, 1')).toBeVisible();
  await expect(page.getByText('Button 1 changes 1, 0, 2')).toBeVisible();
  await solveButton(page).click();
  await expect(answer(page)).toContainText(/press/);
  expect(await page.locator('[data-node]:has(.number)').count()).toBeGreaterThan(0);
  await accessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as JSON' }).click();
  const stream = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual({
    schema: 1,
    states: 2,
    lights: [0, 0, 1],
    target: 'off',
    buttons: [[0, 1], [0, 1, 2], [2]],
  });
});

test('a game in play is solved on this page and goes back', async ({ page }) => {
  await open(page, '#/play');
  await expect(page.locator('[data-cell]').first()).toBeVisible();
  await cell(page, 6).click();
  const before = await states(page);
  await page.getByRole('button', { name: 'Solve it for me' }).click();
  await expect(page.getByRole('link', { name: 'Solve' })).toHaveAttribute('aria-current', 'page');
  await expect(page.locator('[data-cell]').first()).toBeVisible();
  expect(await states(page)).toEqual(before);
  await solveButton(page).click();
  await expect(answer(page)).toContainText('fewer are not possible');
  await page.getByRole('button', { name: 'Play this' }).click();
  await expect(page.getByRole('link', { name: 'Play' })).toHaveAttribute('aria-current', 'page');
  expect(await states(page)).toEqual(before);
});

test('the page is accessible, dark and light', async ({ page }) => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await openSolve(page);
    for (const tab of ['Click it in', 'Paste', 'File', 'Draw a graph']) {
      await page.getByRole('tab', { name: tab }).click();
      await accessible(page);
    }
    await page.getByRole('tab', { name: 'Click it in' }).click();
  }
});
