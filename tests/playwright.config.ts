import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium, findOtherBrowsers, findPictures } from './support/browsers.ts';

const executablePath = findChromium();
const pictures = findPictures();
const updatesPictures = process.argv.includes('--update-snapshots');

export default defineConfig<object, { browserToDrive: 'firefox' | 'webkit' }>({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results/browser',
  workers: 3,
  projects: [
    ...findOtherBrowsers().map((name) => ({ name, testDir: 'browsers', use: { browserToDrive: name } })),
    {
      name: 'chromium',
      fullyParallel: true,
      testIgnore: 'browsers/**',
      grepInvert: pictures.exist || updatesPictures ? /^$/ : /@pictures/,
    },
  ],
  snapshotPathTemplate: join(pictures.folder, '{arg}{ext}'),
  // A missing picture is a failure.
  updateSnapshots: updatesPictures ? 'all' : 'none',
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: '../test-results/browser.json' }]],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    launchOptions: executablePath === null ? {} : { executablePath },
    // The stories in Firefox and WebKit run with transitions.
    contextOptions: { reducedMotion: 'reduce' },
    // A step fails before its test times out, so that the report names the step.
    actionTimeout: 20_000,
    locale: 'en-GB',
    timezoneId: 'UTC',
  },
});
