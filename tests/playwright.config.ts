import { defineConfig } from '@playwright/test';
import { chromiumFlags, findTestChromium } from './support/chromium.mjs';

const executablePath = findTestChromium();

const longest = 'session/token*.spec.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results/browser',
  fullyParallel: true,
  workers: 2,
  // The longest stories start first, so that none runs alone at the end.
  projects: [
    { name: 'long', testMatch: longest },
    { name: 'chromium', testIgnore: ['browsers/**', longest] },
  ],
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { args: [...chromiumFlags], ...(executablePath === null ? {} : { executablePath }) },
    // A step that can't be done fails by itself, not with its whole test.
    actionTimeout: 20_000,
    locale: 'en-GB',
    timezoneId: 'UTC',
  },
});
