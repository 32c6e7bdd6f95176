import type { Locator, Page } from '@playwright/test';
import { openScreen } from '../support/openScreen.ts';

const historyPath = '/workspaces/acme/subscription/history';

type WireRecord = {
  workspace?: string;
  level?: string | null;
  validFrom?: string | null;
  validTo?: string | null;
};

const now = Date.parse('2026-11-21T12:00:00Z');

/** A history with a gap, an overlap, a scheduled record and invalid records, at 12:00 UTC on 21 November 2026. */
export const sampleRecords: WireRecord[] = [
  { workspace: 'acme', level: 'TEAM', validFrom: '2026-11-21T12:05:00Z', validTo: null },
  { workspace: 'other', level: 'PRO', validFrom: '2026-05-01T00:00:00Z', validTo: null },
  { workspace: 'acme', level: 'PRO', validFrom: '2026-03-13T00:00:00Z', validTo: '2026-11-21T12:05:00Z' },
  { workspace: 'acme', level: '=TRIAL', validFrom: '2026-02-01T00:00:00Z', validTo: '2026-02-11T00:00:00Z' },
  { workspace: 'acme', level: 'FREE', validFrom: '2025-12-31T23:30:00Z', validTo: '2026-03-01T00:00:00Z' },
  { workspace: 'acme', level: 'PRO', validFrom: 'soon', validTo: null },
];

/** Opens the history with the given records, and sets the clock to 21 November 2026. */
export async function openHistory(
  page: Page,
  records: readonly WireRecord[] = sampleRecords,
  query = '',
): Promise<void> {
  await page.clock.install({ time: now });
  await page.route('**/api/**/history', (route) => route.fulfill({ json: records }));
  await openScreen(page, `${historyPath}${query}`);
}

export function itemsOf(page: Page): Locator {
  return page.getByRole('list', { name: 'Subscription history' }).getByRole('listitem');
}
