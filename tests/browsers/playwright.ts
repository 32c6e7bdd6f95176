import type { Browser } from '@playwright/test';
import { type Driver, tabOf } from './driver.ts';

/** Chromium, and Playwright's own builds of Firefox and WebKit. */
export async function drivePlaywright(browser: Browser): Promise<Driver> {
  // Its Chromium refuses to a test what it gives every person who clicks; the others know no such permission.
  const permissions = browser.browserType().name() === 'chromium' ? ['clipboard-write'] : [];
  const context = await browser.newContext({ locale: 'en-GB', permissions });
  return {
    openTab: async () => tabOf(await context.newPage()),
    close: () => browser.close(),
  };
}
