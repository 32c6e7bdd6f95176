import { defineConfig } from '@playwright/test';
import { type FoundBrowser, findBrowsers } from './support/browsers.mjs';
import { chromiumFlags, findTestChromium } from './support/chromium.mjs';

const executablePath = findTestChromium();

const longestStories = 'session/token*.spec.ts';

const inChromium = { fullyParallel: true, workers: 2 };

export default defineConfig<object, { foundBrowser: FoundBrowser | null }>({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results/browser',
  workers: 3,
  // The projects with the longest stories come first, so that no long story runs alone at the end.
  projects: [
    // The main stories in the other installed browsers. One worker keeps the browser open for all stories.
    ...findBrowsers().map((foundBrowser) => ({
      name: foundBrowser.name,
      testDir: 'browsers',
      use: { foundBrowser },
      workers: 1,
      // `tokenOnDisk.spec.ts` reads the profile folder of the browser, and only the driver of a system Firefox knows the folder.
      testIgnore:
        foundBrowser.name === 'firefox' && foundBrowser.builtBy === 'system' ? [] : 'tokenOnDisk.spec.ts',
    })),
    { name: 'long', ...inChromium, testMatch: longestStories, testIgnore: 'browsers/**' },
    { name: 'chromium', ...inChromium, testIgnore: ['browsers/**', longestStories] },
  ],
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { args: [...chromiumFlags], ...(executablePath === null ? {} : { executablePath }) },
    // A step fails before its test times out, so that the report names the step.
    actionTimeout: 20_000,
    locale: 'en-GB',
    timezoneId: 'UTC',
  },
});
