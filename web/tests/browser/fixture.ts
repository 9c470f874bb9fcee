import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { expect, test as base } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page whose console must stay free of errors: scripts, security policy, missing files. */
export const test = base.extend<{ noErrors: void }>({
  noErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await use();
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export async function open(page: Page, fragment = '#/play'): Promise<void> {
  await page.goto(`./${fragment}`);
}

export async function openPlay(page: Page, fragment = '#/play'): Promise<void> {
  await open(page, fragment);
  await expect(page.locator('[data-cell]').first()).toBeVisible();
}

/** Chooses a board by its button in the dialog, as a person would. */
export async function choose(page: Page, board: string): Promise<void> {
  await page.getByRole('button', { name: 'Change board' }).click();
  await page.locator(`dialog[open] [data-board="${board}"]`).click();
}

/** Every puzzle that is made takes so many milliseconds longer, as on a slow machine. */
export async function slowGenerator(page: Page, delay: number): Promise<void> {
  await page.addInitScript((ms) => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: { name?: string }) {
      if (message.name === 'generate') setTimeout(() => post.call(this, message), ms);
      else post.call(this, message);
    } as typeof post;
  }, delay);
}

/** The states of all cells in reading order. */
export async function states(page: Page): Promise<number[]> {
  return page
    .locator('[data-cell]')
    .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-state'))));
}

export function cell(page: Page, index: number): Locator {
  return page.locator(`[data-cell="${index}"]`);
}

/** Follows the hints until the puzzle is solved; gives the number of presses. */
export async function followHints(page: Page, most = 120): Promise<number> {
  const won = page.locator('.won');
  for (let presses = 0; presses < most; presses++) {
    if (await won.isVisible()) return presses;
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    const hinted = page.locator('[data-cell]:has(.hint), [data-button]:has(.hint)');
    await expect(hinted).toHaveCount(1);
    // Where the ring of the hint is; the far pole of the Orbix is far from its own middle. Copies
    // beyond a seam have a ring too, but only the cell itself is named.
    await hinted.scrollIntoViewIfNeeded();
    const box = await hinted.locator('.hint').boundingBox();
    if (!box) throw new Error('the hint is nowhere');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(page.locator('.hint')).toHaveCount(0);
  }
  throw new Error(`not solved after ${most} presses`);
}

/** No violation of WCAG 2.1 A and AA that axe-core can find. */
export async function accessible(page: Page): Promise<void> {
  // The content security policy keeps inline scripts out; the tool comes in by the protocol.
  await page.evaluate(axeSource);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(root: Document, options: object): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[] }> };
    };
    const result = await axe.run(document, {
      runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] },
    });
    return result.violations.map((v) => `${v.id}: ${v.nodes.map((n) => `${n.target.join(' ')} (${n.failureSummary ?? ''})`).join('; ')}`);
  });
  expect(found).toEqual([]);
}
