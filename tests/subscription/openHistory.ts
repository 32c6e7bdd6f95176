import type { Locator, Page } from '@playwright/test';
import { openScreen } from '../support/openScreen.ts';

const address = '/workspaces/acme/subscription/history';

type Wire = { workspace?: string; level?: string | null; validFrom?: string | null; validTo?: string | null };

const now = Date.parse('2026-11-21T12:00:00Z');

/** 2026-11-21T12:00Z is now; levels with gap, overlap, containment, a schedule, an open end and records that are wrong. */
export const told: Wire[] = [
  { workspace: 'acme', level: 'TEAM', validFrom: '2026-11-21T12:05:00Z', validTo: null },
  { workspace: 'acme', level: 'PRO', validFrom: '2026-03-13T00:00:00Z', validTo: '2026-11-21T12:05:00Z' },
  { workspace: 'acme', level: '=TRIAL', validFrom: '2026-02-01T00:00:00Z', validTo: '2026-02-11T00:00:00Z' },
  { workspace: 'acme', level: 'FREE', validFrom: '2025-12-31T23:30:00Z', validTo: '2026-03-01T00:00:00Z' },
  { workspace: 'acme', level: 'PRO', validFrom: 'soon', validTo: null },
  { workspace: 'other', level: 'PRO', validFrom: '2026-05-01T00:00:00Z', validTo: null },
];

/** Opens the history at that moment with these records; with null, with what the sandbox holds, now. */
export async function openHistory(
  page: Page,
  records: readonly Wire[] | null = told,
  query = '',
): Promise<void> {
  if (records !== null) {
    await page.clock.install({ time: now });
    await page.route('**/api/**/history', (route) => route.fulfill({ json: records }));
  }
  await openScreen(page, `${address}${query}`);
}

/** The records on screen, as list items. */
export function itemsOf(page: Page): Locator {
  return page.getByRole('list', { name: 'Subscription history' }).getByRole('listitem');
}
