import { expect } from '@playwright/test';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';
import { itemsOf, openHistory } from './openHistory.ts';

// Tokyo is nine hours ahead of UTC. The tests fail if the console reads a date without a zone as local time.
test.use({ timezoneId: 'Asia/Tokyo' });

test('[33 history] [33 regions] unusual dates are shown, and repeated regions once', async ({ page }) => {
  await page.route('**/api/**/regions', (route) =>
    route.fulfill({ json: ['CLOUDB_EASTUS', 'CLOUDB_EASTUS', null, 'CLOUDA_US_WEST_2'] }),
  );
  const repeatedRecord = {
    workspace: 'acme',
    level: 'TWIN',
    validFrom: '2025-06-01T00:00:00',
    validTo: '2025-07-01',
  };
  await openHistory(page, [
    { workspace: 'acme', level: 'NOW', validFrom: '2026-11-21T13:00:00', validTo: '9999-12-31T23:59:59Z' },
    { workspace: 'acme', level: 'LEAP', validFrom: '2026-02-30T00:00:00Z', validTo: '2026-03-01T00:00:00Z' },
    repeatedRecord,
    repeatedRecord,
    { workspace: 'acme', level: 'ZERO', validFrom: '0000-01-01T00:00:00Z', validTo: '2020-01-01T00:00:00Z' },
    { workspace: 'acme', level: null, validFrom: null, validTo: null },
  ]);
  await expect(itemsOf(page)).toHaveCount(6);
  const item = (level: string) =>
    itemsOf(page).filter({ has: page.locator('bdi', { hasText: new RegExp(`^${level}$`) }) });
  // The start is one hour in the future in UTC. As Tokyo time, it would be eight hours in the past.
  await expect(item('NOW')).toContainText('21 Nov 2026, 13:00 UTC');
  await expect(item('NOW')).toContainText('Scheduled');
  await expect(item('LEAP')).toContainText('invalid date “2026-02-30T00:00:00Z”');
  await expect(item('TWIN')).toHaveCount(2);
  await expect(item('TWIN').first()).toContainText('1 Jun 2025, 00:00 UTC');
  await expect(item('ZERO')).toContainText('invalid date “0000-01-01T00:00:00Z”');
  await expect(itemsOf(page).last()).toContainText('not provided');

  await page.getByRole('link', { name: 'Regions' }).click();
  const badges = page.getByRole('list', { name: 'Regions of CLOUDB' }).getByRole('listitem');
  await expect(badges).toHaveCount(1);
  await expect(badges).toContainText('listed twice');
  await expect(page.getByText('1 entry isn’t a valid region identifier: [null]')).toBeVisible();
});

test('[33 history] a clock that is 24 h wrong does not change the current level', async ({ page }) => {
  const now = Date.now();
  const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
  await page.route('**/api/**/history', async (route) => {
    const json = [
      { workspace: 'acme', level: 'SOON', validFrom: inHours(12), validTo: null },
      { workspace: 'acme', level: 'NOW', validFrom: inHours(-12), validTo: inHours(12) },
      { workspace: 'acme', level: 'PAST', validFrom: inHours(-200), validTo: inHours(-12) },
    ];
    await route.fulfill({ json, headers: { date: new Date(now).toUTCString() } });
  });
  for (const hours of [-24, 24]) {
    if (hours < 0) await page.clock.install({ time: now + hours * 3_600_000 });
    else await page.clock.setSystemTime(now + hours * 3_600_000);
    await openScreen(page, '/workspaces/acme/subscription/history');
    await expect(itemsOf(page)).toHaveText([/SOON.*Scheduled/, /NOW.*Current/, /PAST.*Ended/]);
    await expect(page.locator('dl > div').filter({ hasText: 'Next scheduled change' })).toContainText(
      'in less than a day',
    );
    await expect(page.getByRole('note')).toContainText('Your clock differs from the service’s');
    await expect(page.locator('body')).not.toContainText(/\bago\b|yesterday|tomorrow|just now/i);
  }
});
