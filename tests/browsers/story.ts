import { test as base, expect } from '@playwright/test';
import type { SandboxOptions } from '../../src/sandbox/app.ts';
import type { FoundBrowser } from '../support/browsers.mjs';
import { type Site, startSite, type WireRequest } from '../support/startSite.ts';
import { type Driver, driveFirefox, drivePlaywright } from './driver.ts';
import { Tab } from './tab.ts';
import { driveWebKit } from './webkit.ts';

type Fixtures = {
  sandboxOptions: SandboxOptions;
  /** Tokens that the service accepts besides the sandbox's own token. */
  otherTokens: readonly string[];
  /** The console on its own server and sandbox. Each test has a new origin, so its storage is empty. */
  site: Site & {
    /** Holds every DELETE. @returns a function that releases them */
    holdDeletes: () => () => void;
  };
  newTab: () => Promise<Tab>;
  tab: Tab;
};

type WorkerFixtures = { foundBrowser: FoundBrowser | null; driver: Driver };

export const test = base.extend<Fixtures, WorkerFixtures>({
  foundBrowser: [null, { option: true, scope: 'worker' }],
  driver: [
    async ({ foundBrowser }, use) => {
      if (foundBrowser === null) throw new Error('No browser was found for this project.');
      const driver = await startDriver(foundBrowser);
      await use(driver);
      await driver.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  // Use few instances, because each query by role checks the whole list.
  sandboxOptions: [{ instances: 8 }, { option: true }],
  otherTokens: [[], { option: true }],
  site: async ({ sandboxOptions, otherTokens }, use) => {
    let heldUntil: Promise<void> | undefined;
    let release = () => {};
    const beforeResponse = ({ method }: WireRequest) => (method === 'DELETE' ? heldUntil : undefined);
    const { site, close } = await startSite({ sandboxOptions, otherTokens, beforeResponse });
    await use({
      ...site,
      holdDeletes() {
        heldUntil = new Promise((resolve) => {
          release = resolve;
        });
        return release;
      },
    });
    release();
    await close();
  },
  newTab: async ({ driver, site }, use, info) => {
    const tabs: Tab[] = [];
    await use(async () => {
      const tab = new Tab(await driver.openTab(), site.origin);
      tabs.push(tab);
      return tab;
    });
    const openTabs = tabs.filter(({ isClosed }) => !isClosed);
    // If the test failed, attach the text of each page.
    if (info.status !== info.expectedStatus)
      for (const [index, tab] of openTabs.entries())
        await info.attach(`tab ${index + 1}`, { contentType: 'text/plain', body: await tab.readPage() });
    const problems = await Promise.all(openTabs.map((tab) => tab.readProblems()));
    for (const tab of openTabs) await tab.close();
    expect(problems.flat(), 'uncaught errors and policy violations').toEqual([]);
  },
  tab: async ({ newTab }, use) => use(await newTab()),
});

function startDriver({ name, builtBy, path }: FoundBrowser): Promise<Driver> {
  if (builtBy === 'playwright') return drivePlaywright(name, path);
  return name === 'firefox' ? driveFirefox(path) : driveWebKit(path);
}
