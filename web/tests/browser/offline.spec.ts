import { cell, expect, test } from './fixture';

test('the page works without a network once it was opened', async ({ browser, baseURL }, info) => {
  test.skip(info.project.name === 'phone', 'one viewport is enough');
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto(`${baseURL}#/play`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    // The first worker takes over by itself when everything is stored.
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    }
  });
  await context.setOffline(true);
  await page.reload();
  await cell(page, 7).click();
  await expect(page.locator('.figures dd').first()).toHaveText('1');
  for (const name of ['Solve', 'Learn', 'Explore']) {
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(page.locator('main section').first()).toBeVisible();
  }
  await context.close();
});

test('the page names itself an app', async ({ page, request, baseURL }) => {
  const manifest = (await (await request.get(`${baseURL}manifest.webmanifest`)).json()) as {
    icons: { src: string }[];
    display: string;
  };
  expect(manifest.display).toBe('standalone');
  for (const icon of manifest.icons) {
    expect((await request.get(`${baseURL}${icon.src}`)).ok()).toBe(true);
  }
  await page.goto('./');
  await expect(page).toHaveTitle('Lights Out');
});
