import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'puppeteer-core';
import { type Driver, tabOf } from './driver.ts';

/** Drives an installed Firefox over WebDriver BiDi, because Playwright can drive only its own build. */
export async function driveFirefox(executablePath: string): Promise<Driver> {
  // Firefox refuses to run as root in another user's home, which some CI machines have.
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
