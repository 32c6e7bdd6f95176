import type { Locator, Page } from '@playwright/test';

/** The time of the browser at the start of a story. */
export const pageStart = new Date('2026-03-02T09:00:00Z');

/** Sets the clock of a page to the given minutes after `pageStart`, and lets one more second pass so that timers run. */
export async function advanceClockTo(page: Page, minutes: number): Promise<void> {
  await page.clock.setSystemTime(pageStart.getTime() + minutes * 60_000);
  await page.clock.runFor(1_100);
}

export function signOutWarning(page: Page): Locator {
  return page.getByRole('alertdialog', { name: 'You’re about to be signed out' });
}
