import { accessible, cell, choose, expect, followHints, open, openPlay, slowGenerator, states, test } from './fixture';

const BOARDS = [
  'classic',
  'mini',
  'deluxe',
  'lights-out-2000',
  'merlin',
  'orbix',
  'alien-tiles',
  'cylinder:5x8',
  'torus:6x6',
  'mobius:4x7',
  'klein:5x6',
  'projective:5x5',
  'triangle:6',
  'hexagon:3',
  'box:3x3x3',
  'cube:3',
];

test('a press changes the light and its neighbours, undo and redo take it back and forth', async ({ page }) => {
  await openPlay(page);
  const before = await states(page);
  await cell(page, 12).click();
  const after = await states(page);
  const changed = after.flatMap((state, i) => (state === before[i] ? [] : [i]));
  expect(changed).toEqual([7, 11, 12, 13, 17]);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await states(page)).toEqual(before);
  await page.getByRole('button', { name: 'Redo' }).click();
  expect(await states(page)).toEqual(after);
  await cell(page, 0).click();
  await page.getByRole('button', { name: 'Start again' }).click();
  expect(await states(page)).toEqual(before);
});

test('following the hints of the first puzzle takes exactly the fewest presses', async ({ page }) => {
  await openPlay(page);
  const fewest = page.locator('.figures dd').nth(1);
  await expect(fewest).toHaveText(/^\d+$/);
  const wanted = Number(await fewest.textContent());
  expect(await followHints(page)).toBe(wanted);
  await expect(page.locator('.won')).toContainText('the fewest possible');
});

for (const board of BOARDS) {
  test(`${board} can be chosen and is won by the hints`, async ({ page }, info) => {
    test.skip(info.project.name === 'phone' && !['torus:6x6', 'triangle:6', 'lights-out-2000'].includes(board), 'one viewport is enough');
    await openPlay(page);
    await page.getByLabel('Difficulty').selectOption('easy');
    await choose(page, board);
    await expect(page.getByRole('grid')).toBeVisible();
    await expect(page.locator('.figures dd').first()).toHaveText('0');
    await followHints(page);
    await expect(page.locator('.won')).toBeVisible();
  });
}

test('a hint asked for while a new puzzle is made is a hint for that puzzle', async ({ page }) => {
  await slowGenerator(page, 1500);
  await openPlay(page);
  await choose(page, 'mini');
  // The old board rests meanwhile.
  await expect(page.locator('.table[aria-busy="true"]')).toBeVisible();
  const before = await states(page);
  await cell(page, 12).click();
  expect(await states(page)).toEqual(before);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await expect(page.locator('[data-cell]')).toHaveCount(16);
  await expect(page.locator('[data-cell]:has(.hint)')).toHaveCount(1);
});

/** Boards that no button of the dialog offers, as links; the first three words are for the title. */
const LINKED: [name: string, text: string][] = [
  ['a board with holes', '_#.\n##_\n.#.'],
  ['states and a rule', 'board: 3x4\nstates: 3\nrule: king-open\n\n2210\n2012\n2220'],
  ['a goal that is a picture', '#..\n.#.\n..#\ntarget:\n.#.\n#.#\n.#.'],
  ['buttons that are no lights', '[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1)'],
  ['wires with directions and amounts', '{"schema":1,"states":5,"lights":[1,0,3],"buttons":[[0,[1,2]],[1,[2,3]],[2]]}'],
];
for (const [name, text] of LINKED) {
  test(`${name} is won by the hints`, async ({ page }, info) => {
    test.skip(info.project.name === 'phone', 'one viewport is enough');
    await open(page, `#/play/${encodeURIComponent(text)}`);
    const fewest = page.locator('.figures dd').nth(1);
    await expect(fewest).toHaveText(/^(\d+|none)$/);
    const wanted = Number(await fewest.textContent());
    expect(await followHints(page)).toBe(wanted);
    await expect(page.locator('.won')).toContainText('the fewest possible');
  });
}

test('a game is kept when the page is opened again', async ({ page }) => {
  await openPlay(page);
  await choose(page, 'triangle:6');
  await expect(page.locator('[data-cell]')).toHaveCount(21);
  await cell(page, 4).click();
  const before = await states(page);
  await page.reload();
  await expect(page.locator('[data-cell]')).toHaveCount(21);
  expect(await states(page)).toEqual(before);
  await expect(page.locator('.figures dd').first()).toHaveText('1');
});

test('a shared link opens the same puzzle, in another browser too', async ({ page, browser }) => {
  await openPlay(page);
  await choose(page, 'hexagon:3');
  await expect(page.locator('[data-cell]')).toHaveCount(19);
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.locator('input[readonly]').inputValue();
  expect(link).toContain('#/play/');
  const before = await states(page);
  const other = await browser.newContext({ serviceWorkers: 'block' });
  const second = await other.newPage();
  await second.goto(link);
  await expect(second.locator('[data-cell]')).toHaveCount(19);
  expect(await states(second)).toEqual(before);
  await other.close();
});

test('a broken link says so and keeps the game', async ({ page }) => {
  await openPlay(page);
  await cell(page, 3).click();
  const before = await states(page);
  await page.evaluate(() => {
    location.hash = '#/play/no-such-puzzle-%E2%82%AC';
  });
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
  expect(await states(page)).toEqual(before);
});

for (const path of ['play', 'solve', 'learn']) {
  test(`a broken link to ${path} opens the page with a sentence and a board`, async ({ page }) => {
    await open(page, `#/${path}/lo1-broken`);
    await expect(page.getByRole('grid').first()).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
  });
}

test('the puzzle of the day is the same for everyone that day', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2026-11-30T12:00:00'));
  await openPlay(page);
  await page.getByRole('button', { name: 'Today’s puzzle' }).click();
  await expect(page.getByRole('heading', { name: 'Puzzle of 2026-11-30' })).toBeVisible();
  const first = await states(page);
  await cell(page, 0).click();
  await page.getByRole('button', { name: 'Today’s puzzle' }).click();
  await expect(page.locator('.figures dd').first()).toHaveText('0');
  expect(await states(page)).toEqual(first);
});

test('a cylinder is turned by a finger, and a new board is in sight', async ({ page }, info) => {
  test.skip(info.project.name !== 'phone', 'dragging by touch');
  await openPlay(page);
  await choose(page, 'cylinder:5x8');
  await expect(page.locator('[data-cell]')).toHaveCount(40);
  await expect(cell(page, 0)).toBeInViewport();
  const order = () => page.locator('[data-cell]').evaluateAll((cells) => cells.slice(0, 3).map((c) => c.getAttribute('data-cell')));
  const [from, to] = [await cell(page, 19).boundingBox(), await cell(page, 17).boundingBox()];
  if (!from || !to) throw new Error('no board');
  const touch = await page.context().newCDPSession(page);
  const y = from.y + from.height / 2;
  const at = (part: number) => [{ x: from.x + from.width / 2 + (to.x - from.x) * part, y }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let i = 1; i <= 8; i++) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(i / 8) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(order).toEqual(['2', '3', '4']);
  await expect(page.locator('.figures dd').first()).toHaveText('0');
});

test('a cylinder can be dragged round and pressed across the seam', async ({ page }, info) => {
  test.skip(info.project.name === 'phone', 'dragging by mouse');
  await openPlay(page);
  await choose(page, 'cylinder:5x8');
  await expect(page.locator('[data-cell]')).toHaveCount(40);
  const order = () => page.locator('[data-cell]').evaluateAll((cells) => cells.slice(0, 8).map((c) => c.getAttribute('data-cell')));
  expect(await order()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  const from = await cell(page, 19).boundingBox();
  const to = await cell(page, 17).boundingBox();
  if (!from || !to) throw new Error('no board');
  const before = await states(page);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 });
  await page.mouse.up();
  await expect.poll(order).toEqual(['2', '3', '4', '5', '6', '7', '0', '1']);
  // Dragging pressed nothing.
  await expect(page.locator('.figures dd').first()).toHaveText('0');
  await page.getByRole('button', { name: 'Turn back' }).click();
  await expect.poll(order).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  expect(await states(page)).toEqual(before);
  // Two turns in one moment are two turns.
  await page.evaluate(() => {
    const right = document.querySelector<HTMLElement>('.turn button:nth-last-child(2)');
    right?.click();
    right?.click();
  });
  await expect.poll(order).toEqual(['2', '3', '4', '5', '6', '7', '0', '1'].map((c) => String((Number(c) + 4) % 8)));
  await page.getByRole('button', { name: 'Turn back' }).click();
  await expect.poll(order).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  await cell(page, 8).click();
  const after = await states(page);
  expect(after.flatMap((s, i) => (s === before[i] ? [] : [i]))).toEqual([0, 8, 9, 15, 16]);
});

test('a board of one’s own: size, states, rule', async ({ page }) => {
  await openPlay(page);
  await page.getByRole('button', { name: 'Change board' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Rows').fill('4');
  await dialog.getByLabel('Columns').fill('6');
  await dialog.getByLabel('States of a light').fill('5');
  await dialog.getByLabel('What a press changes').selectOption('king');
  await dialog.getByRole('button', { name: 'Use this board' }).click();
  await expect(page.locator('[data-cell]')).toHaveCount(24);
  const before = await states(page);
  await cell(page, 0).click();
  const after = await states(page);
  expect(after.map((s, i) => (s - (before[i] ?? 0) + 5) % 5).flatMap((d, i) => (d === 0 ? [] : [[i, d]]))).toEqual([
    [0, 1],
    [1, 1],
    [6, 1],
    [7, 1],
  ]);
  await cell(page, 0).click({ button: 'right' });
  expect(await states(page)).toEqual(before);
});

test('a board with impossible numbers is refused with a sentence', async ({ page }) => {
  await openPlay(page);
  const before = await states(page);
  await page.getByRole('button', { name: 'Change board' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What a press changes').selectOption('custom');
  await dialog.getByRole('textbox', { name: 'Pattern' }).fill('##/##');
  await dialog.getByRole('button', { name: 'Use this board' }).click();
  await expect(dialog.getByRole('alert')).toContainText('odd number');
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await states(page)).toEqual(before);
});

test('the page and its dialogs are accessible, dark and light', async ({ page }) => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await openPlay(page);
    await accessible(page);
    await page.getByRole('button', { name: 'Change board' }).click();
    await accessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Settings' }).click();
    await accessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  }
});

test('settings are remembered', async ({ page }) => {
  await openPlay(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Light', { exact: true }).check();
  await page.getByLabel('Numbers').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('.mark').first()).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.locator('.mark')).toHaveCount(25);
});

test('a whole game with the keyboard only', async ({ page }, info) => {
  test.skip(info.project.name === 'phone', 'phones have no keyboard');
  await openPlay(page);
  // Tab until a light has the focus.
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.hasAttribute('data-cell') ?? false)) break;
  }
  const focused = () => page.evaluate(() => Number(document.activeElement?.getAttribute('data-cell') ?? -1));
  expect(await focused()).toBe(0);
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toBe(1);
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe(6);
  await page.keyboard.press('End');
  expect(await focused()).toBe(9);
  await page.keyboard.press('Enter');
  await expect(page.locator('.figures dd').first()).toHaveText('1');
  await page.keyboard.press('u');
  await expect(page.locator('.figures dd').first()).toHaveText('0');
  for (let presses = 0; presses < 30; presses++) {
    if (await page.locator('.won').isVisible()) break;
    await page.keyboard.press('h');
    const hinted = page.locator('[data-cell]:has(.hint)');
    await expect(hinted).toHaveCount(1);
    const to = Number(await hinted.getAttribute('data-cell'));
    for (let steps = 0; steps < 12 && (await focused()) !== to; steps++) {
      const at = await focused();
      const [dr, dc] = [Math.floor(to / 5) - Math.floor(at / 5), (to % 5) - (at % 5)];
      await page.keyboard.press(dr > 0 ? 'ArrowDown' : dr < 0 ? 'ArrowUp' : dc > 0 ? 'ArrowRight' : 'ArrowLeft');
    }
    await page.keyboard.press(' ');
    await expect(page.locator('.hint')).toHaveCount(0);
  }
  await expect(page.locator('.won')).toBeVisible();
});

test('nothing moves while the page starts', async ({ page }) => {
  await page.addInitScript(() => {
    (window as unknown as { shift: number }).shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as unknown as { value: number; hadRecentInput: boolean };
        if (!shift.hadRecentInput) (window as unknown as { shift: number }).shift += shift.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await open(page);
  await expect(page.locator('[data-cell]').first()).toBeVisible();
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.1);
});
