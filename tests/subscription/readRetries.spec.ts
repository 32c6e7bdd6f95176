import { expect } from '@playwright/test';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

for (const [row, says, header, seconds] of [
  ['27', 'as long as the service asks', '20', 20],
  ['27', 'a minute at most', '600', 60],
  ['28', '30 s where what it asks is absurd', '1000000000', 30],
] as const)
  test(`[${row} history] too many requests: it waits ${says}, twice, then says so on screen`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/status of 429/);
    let asked = 0;
    await page.route('**/api/**/subscription/history', (route) => {
      asked += 1;
      const headers = { 'Retry-After': header };
      return route.fulfill({
        status: 429,
        headers,
        json: { message: 'Too many requests.', statusCode: 429 },
      });
    });
    await page.clock.install();
    await openScreen(page, '/workspaces/acme/subscription/history');
    await expect.poll(() => asked).toBe(1);
    const failure = page.getByRole('main').getByRole('alert');
    for (const further of [2, 3]) {
      const answered = page.waitForResponse('**/api/**/subscription/history');
      await page.clock.runFor((seconds - 6) * 1000);
      expect(asked).toBe(further - 1);
      await expect(failure).toHaveCount(0);
      await page.clock.runFor(7_000);
      await answered;
      expect(asked).toBe(further);
    }
    await expect(failure).toContainText('Too many requests.');
    await page.clock.runFor(61_000);
    expect(asked).toBe(3);
  });
