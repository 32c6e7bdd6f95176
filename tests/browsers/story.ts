import { expect } from '@playwright/test';
import { siteTest } from '../support/console.ts';
import { type Driver, drivers } from './drivers.ts';
import { Tab } from './tab.ts';

type Fixtures = { newTab: () => Promise<Tab>; tab: Tab };
type WorkerFixtures = { browserToDrive: keyof typeof drivers; driver: Driver };

export const test = siteTest.extend<Fixtures, WorkerFixtures>({
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
  siteOptions: { sandbox: { instances: 6 } },
  newTab: async ({ driver, site }, use) => {
    const tabs: Tab[] = [];
    await use(async () => {
      const tab = new Tab(await driver.openTab(), site.origin);
      tabs.push(tab);
      return tab;
    });
    const problems: unknown[] = [];
    for (const tab of tabs) {
      problems.push(await tab.driven.evaluate('globalThis.storyFinder?.problems ?? []'));
      await tab.driven.close();
    }
    expect(problems.flat(), 'uncaught errors and policy violations').toEqual([]);
  },
  tab: async ({ newTab }, use) => use(await newTab()),
});
