import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firefox, webkit } from '@playwright/test';
import { launch } from 'puppeteer-core';
import type { FoundBrowser } from '../support/browsers.mjs';

/** A tab of a real browser, with the actions that the drivers of all browsers support. */
export type DrivenTab = {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Evaluates an expression in the page and returns its JSON value. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks with a real mouse event, at CSS px from the top left of the viewport. */
  click(x: number, y: number): Promise<void>;
  /** Types into the focused element with real key events. */
  type(text: string): Promise<void>;
  close(): Promise<void>;
};

/** One browser with a new profile. Its tabs share their storage. */
export type Driver = {
  /** The folder that contains the profile on disk, if the driver knows the folder. */
  folder?: string;
  openTab(): Promise<DrivenTab>;
  close(): Promise<void>;
};

/** Drives Playwright's build of Firefox or WebKit. */
export async function drivePlaywright(name: FoundBrowser['name'], executablePath: string): Promise<Driver> {
  const browser = await { firefox, webkit }[name].launch({ executablePath });
  const context = await browser.newContext({ locale: 'en-GB' });
  return { openTab: async () => createTab(await context.newPage()), close: () => browser.close() };
}

/** Drives an installed Firefox over WebDriver BiDi, because Playwright can drive only its own build. */
export async function driveFirefox(executablePath: string): Promise<Driver> {
  // Firefox refuses to start as root if HOME belongs to another user, as on some CI machines.
  const home = await mkdtemp(join(tmpdir(), 'console-firefox-'));
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: { width: 1280, height: 720 },
    userDataDir: join(home, 'profile'),
    env: { ...process.env, HOME: home },
    // Make Firefox save its session, including form fields, every 500 ms.
    extraPrefsFirefox: { 'browser.sessionstore.interval': 500 },
  });
  return {
    folder: home,
    openTab: async () => createTab(await browser.newPage()),
    async close() {
      await browser.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** The methods that a page of Puppeteer and a page of Playwright have in common. */
type CommonPage = {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  goBack(): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
  mouse: { click(x: number, y: number): Promise<void> };
  keyboard: { type(text: string): Promise<void> };
  close(): Promise<void>;
};

function createTab(page: CommonPage): DrivenTab {
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    evaluate: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    close: () => page.close(),
  };
}
