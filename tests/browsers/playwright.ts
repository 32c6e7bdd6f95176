import type { Browser } from '@playwright/test';
import type { DrivenTab, Driver } from './driver.ts';

/** Chromium, and Playwright's own builds of Firefox and WebKit. */
export async function drivePlaywright(browser: Browser): Promise<Driver> {
  // Its Chromium refuses to a test what it gives every person who clicks; the others know no such permission.
  const permissions = browser.browserType().name() === 'chromium' ? ['clipboard-write'] : [];
  const context = await browser.newContext({ locale: 'en-GB', permissions });
  return {
    async openTab(): Promise<DrivenTab> {
      const page = await context.newPage();
      return {
        goto: async (url) => void (await page.goto(url)),
        reload: async () => void (await page.reload()),
        back: async () => void (await page.goBack()),
        evaluate: (expression) => page.evaluate(expression),
        click: (x, y) => page.mouse.click(x, y),
        type: (text) => page.keyboard.type(text),
        close: () => page.close(),
      };
    },
    close: () => browser.close(),
  };
}
