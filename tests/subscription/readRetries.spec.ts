import { expect } from '@playwright/test';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

test('[27 history] [28 history] retries a 429 twice, after the wait that it names', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 429/);
  let asked = 0;
  let retryAfter = '';
  await page.route('**/api/**/subscription/history', (route) => {
    asked += 1;
    return route.fulfill({
      status: 429,
      headers: { 'Retry-After': retryAfter },
      json: { message: 'Too many requests.', statusCode: 429 },
    });
  });
  await page.clock.install();
  const failure = page.getByRole('main').getByRole('alert');
  for (const [header, seconds] of [
    ['20', 20],
    ['600', 60],
    ['1000000000', 30],
  ] as const) {
    retryAfter = header;
    asked = 0;
    const first = page.waitForResponse('**/api/**/subscription/history');
    if (header === '20') await openScreen(page, '/workspaces/acme/subscription/history');
    else await failure.getByRole('button', { name: 'Try again' }).click();
    await first;
    for (const further of [2, 3]) {
      await page.clock.runFor((seconds - 6) * 1000);
      expect(asked, header).toBe(further - 1);
      await expect(failure).toHaveCount(0);
      const answered = page.waitForResponse('**/api/**/subscription/history');
      await page.clock.runFor(7_000);
      await answered;
      expect(asked, header).toBe(further);
    }
    await expect(failure).toContainText('Too many requests.');
    await page.clock.fastForward(61_000);
    expect(asked, header).toBe(3);
  }
});
