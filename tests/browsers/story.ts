import { test as base, expect } from '@playwright/test';
import type { SandboxOptions } from '../../src/sandbox/app.ts';
import { type Site, startSite, type WireRequest } from '../support/startSite.ts';
import { type Driver, drivers } from './drivers.ts';
import { Tab } from './tab.ts';

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

type WorkerFixtures = { browserToDrive: keyof typeof drivers; driver: Driver };

export const test = base.extend<Fixtures, WorkerFixtures>({
  browserToDrive: ['firefox', { option: true, scope: 'worker' }],
  driver: [
    async ({ browserToDrive }, use) => {
      const driver = await drivers[browserToDrive]();
      await use(driver);
      await driver.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  // Use few instances, because each query by role checks the whole list.
  sandboxOptions: [{ instances: 8 }, { option: true }],
  otherTokens: [[], { option: true }],
  site: async ({ sandboxOptions, otherTokens }, use) => {
    const held = { until: Promise.resolve(), release: () => {} };
    const beforeResponse = ({ method }: WireRequest) => (method === 'DELETE' ? held.until : undefined);
    const { site, close } = await startSite({ sandboxOptions, otherTokens, beforeResponse });
    await use({
      ...site,
      holdDeletes() {
        held.until = new Promise((resolve) => {
          held.release = resolve;
        });
        return held.release;
      },
    });
    held.release();
    await close();
  },
  newTab: async ({ driver, site }, use, info) => {
    const tabs: Tab[] = [];
    await use(async () => {
      const tab = new Tab(await driver.openTab(), site.origin);
      tabs.push(tab);
      return tab;
    });
    const problems: unknown[] = [];
    for (const tab of tabs.filter(({ isClosed }) => !isClosed)) {
      const text = String(await tab.evaluate('document.body.innerText'));
      if (info.status !== info.expectedStatus) await info.attach('page', { body: text });
      problems.push(await tab.readProblems());
      await tab.close();
    }
    expect(problems.flat(), 'uncaught errors and policy violations').toEqual([]);
  },
  tab: async ({ newTab }, use) => use(await newTab()),
});
