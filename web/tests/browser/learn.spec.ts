import { accessible, choose, expect, open, test } from './fixture';

test('the tour goes step by step to a dark board', async ({ page }) => {
  await open(page, '#/learn');
  await expect(page.locator('[data-cell]').first()).toBeVisible();
  const step = page.getByRole('button', { name: 'Step', exact: true });
  await expect(page.getByText(/^Step 1 of \d+$/)).toBeVisible();
  const said = page.locator('.say');
  await expect(said).toContainText('This is the start');
  for (let i = 0; i < 40 && (await step.isEnabled()); i++) await step.click();
  await expect(said).toContainText(/dark/);
  const grid = page.getByRole('grid').first();
  const left = await grid.locator('[data-cell]').evaluateAll((cells) => cells.filter((c) => c.getAttribute('data-state') !== '0').length);
  expect(left).toBe(0);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(said).toContainText('This is the start');
});

test('the tour plays by itself and pauses', async ({ page }) => {
  await open(page, '#/learn');
  await expect(page.locator('[data-cell]').first()).toBeVisible();
  await page.getByLabel('Speed').fill('2');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByText(/^Step ([2-9]|\d\d) of/)).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  const now = await page.getByText(/^Step \d+ of/).textContent();
  // Longer than one step would take.
  await page.waitForTimeout(1500);
  expect(await page.getByText(/^Step \d+ of/).textContent()).toBe(now);
});

test('the table of the 5 x 5 board has its seven rows, and two shorter ways follow', async ({ page }) => {
  await open(page, '#/learn');
  const table = page.getByRole('region', { name: 'The table for this board' });
  await expect(table.locator('tbody tr')).toHaveCount(7);
  await expect(page.getByRole('heading', { name: /The shorter way/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: /The shortest way/ })).toBeVisible();
  await expect(page.getByText(/fewer are not possible/)).toBeVisible();
});

test('a cylinder and a triangle can be chased too', async ({ page }) => {
  await open(page, '#/learn');
  for (const [board, cells] of [
    ['cylinder:5x8', 40],
    ['triangle:6', 21],
  ] as const) {
    await choose(page, board);
    await expect(page.getByRole('grid').first().locator('[data-cell]')).toHaveCount(cells);
    await expect(page.getByText(/^Step 1 of \d+$/)).toBeVisible();
  }
});

test('boards that do not end in a row have a table too', async ({ page }) => {
  await open(page, '#/learn');
  for (const [board, cells] of [
    ['orbix', 12],
    ['lights-out-2000', 25],
  ] as const) {
    await choose(page, board);
    await expect(page.getByRole('grid').first().locator('[data-cell]')).toHaveCount(cells);
    await expect(page.getByRole('heading', { name: /The shortest way/ })).toBeVisible();
  }
});

test('buttons without rows cannot be chased; a sentence says so', async ({ page }) => {
  await open(page, `#/learn/${encodeURIComponent('[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1)')}`);
  await expect(page.getByRole('alert').filter({ hasText: /board with rows/ })).toBeVisible();
});

test('the page is accessible, and on paper it has no buttons', async ({ page }) => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await open(page, '#/learn');
    await expect(page.getByRole('heading', { name: /The shortest way/ })).toBeVisible();
    await accessible(page);
    await page.reload();
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: /The table/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print this page' })).toBeHidden();
});
