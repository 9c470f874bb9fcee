import { accessible, expect, open, test } from './fixture';

test('quiet patterns: sizes, symmetry, reflection, zoom', async ({ page }) => {
  await open(page, '#/explore');
  await expect(page.getByText('triangle:13', { exact: false }).first()).toBeVisible();
  // The lightest fully symmetric pattern of side 13 has 36 buttons.
  await expect(page.getByText('36 buttons')).toBeVisible();
  await page.getByRole('button', { name: 'Sierpiński, side 29' }).click();
  await expect(page.getByText('150 buttons')).toBeVisible();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page.getByRole('button', { name: 'Zoom out' })).toBeEnabled();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('button', { name: 'Zoom out' })).toBeDisabled();
  // Side 4 of the square has nullity 4.
  await page.getByRole('combobox', { name: 'Board' }).selectOption('square');
  await page.getByLabel('Symmetry').selectOption('none');
  await page.getByRole('spinbutton', { name: 'Size' }).fill('4');
  await expect(page.getByText('Dimension 4: 16 patterns')).toBeVisible();
  await page.getByRole('spinbutton', { name: 'Size' }).fill('3');
  await expect(page.getByText('No quiet pattern').first()).toBeVisible();
  // Side 2 of the triangle grows to side 2 + 4 j.
  await page.getByRole('combobox', { name: 'Board' }).selectOption('triangle');
  await page.getByRole('spinbutton', { name: 'Size' }).fill('2');
  await page.getByLabel(/Reflect into a larger one/).fill('2');
  await expect(page.getByText(/On triangle:10 this pattern presses \d+ buttons/)).toBeVisible();
});

test('a pattern of several hundred rows is drawn', async ({ page }) => {
  await open(page, '#/explore');
  await page.getByRole('combobox', { name: 'Board' }).selectOption('square');
  await page.getByLabel('Symmetry').selectOption('none');
  await page.getByRole('spinbutton', { name: 'Size' }).fill('399');
  await expect(page.getByText(/^On 399x399 this pattern presses \d+ buttons\.$/)).toBeVisible();
});

test('the chart of nullities', async ({ page }) => {
  await open(page, '#/explore/chart');
  await expect(page.getByRole('img', { name: 'Nullity of Square boards of sizes 1 to 100' })).toBeVisible();
  await page.getByText('As a table').click();
  const rows = page.getByRole('region', { name: 'As a table' }).locator('tbody tr');
  await expect(rows).toHaveCount(100);
  await expect(rows.nth(3)).toHaveText('44');
  await expect(rows.nth(18)).toHaveText('1916');
  await page.getByRole('combobox', { name: 'Board' }).selectOption('triangle');
  await expect(rows.nth(74)).toHaveText('752');
});

test('one pass on the cylinder: residues and the Fibonacci row', async ({ page }) => {
  await open(page, '#/explore/cylinder');
  await page.getByLabel('States k').fill('6');
  await page.getByLabel('Start state').fill('5');
  await page.getByRole('spinbutton', { name: 'Rows' }).fill('8');
  await expect(page.getByText('Yes: with 8 rows, one pass is enough.')).toBeVisible();
  await expect(page.getByText('0, 3, 8, 11', { exact: true })).toBeVisible();
  await page.getByRole('spinbutton', { name: 'Rows' }).fill('7');
  await expect(page.getByText('No: with 7 rows, the last row stays lit.')).toBeVisible();
  await page.getByRole('button', { name: 'Watch it' }).click();
  await page.getByLabel('States k').fill('1');
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
});

test('every tab is accessible, dark and light', async ({ page }) => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await open(page, '#/explore');
    for (const name of ['Quiet patterns', 'Which sizes', 'One pass']) {
      await page.getByRole('tab', { name }).click();
      await expect(page.getByRole('tabpanel').locator('canvas, svg, table').first()).toBeVisible();
      await accessible(page);
    }
  }
});

test('the tabs are used with the arrow keys', async ({ page }, info) => {
  test.skip(info.project.name === 'phone', 'phones have no keyboard');
  await open(page, '#/explore');
  await page.getByRole('tab', { name: 'Quiet patterns' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Which sizes' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tab', { name: 'Which sizes' })).toBeFocused();
});
