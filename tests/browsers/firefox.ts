import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'puppeteer-core';
import { type Driver, tabOf } from './driver.ts';

/** An installed Firefox over WebDriver BiDi: Playwright can only drive a build of its own. */
export async function driveFirefox(executablePath: string): Promise<Driver> {
  // Firefox refuses to run as root in the home of somebody else, which is what some machines of CI give it.
  const home = await mkdtemp(join(tmpdir(), 'console-firefox-'));
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: { width: 1280, height: 720 },
    userDataDir: join(home, 'profile'),
    env: { ...process.env, HOME: home },
    // How often it saves the session (ms), form fields included.
    extraPrefsFirefox: { 'browser.sessionstore.interval': 500 },
  });
  return {
    folder: home,
    openTab: async () => tabOf(await browser.newPage()),
    async close() {
      await browser.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
