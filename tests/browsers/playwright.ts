import type { Browser } from '@playwright/test';
import { type Driver, tabOf } from './driver.ts';

/** Drives Chromium and Playwright's builds of Firefox and WebKit. */
export async function drivePlaywright(browser: Browser): Promise<Driver> {
  // Chromium requires this permission in tests. The others don't know it.
  const permissions = browser.browserType().name() === 'chromium' ? ['clipboard-write'] : [];
  const context = await browser.newContext({ locale: 'en-GB', permissions });
  return {
    openTab: async () => tabOf(await context.newPage()),
    close: () => browser.close(),
  };
}
