import { defineConfig } from '@playwright/test';
import { type FoundBrowser, findBrowsers } from '../support/browsers.mjs';

type WorkerOptions = { found: FoundBrowser | null };

/** Runs the main stories in every installed browser. Each worker keeps one browser open. */
export default defineConfig<object, WorkerOptions>({
  testDir: '.',
  outputDir: '../../test-results/browsers',
  projects: findBrowsers().map((found) => ({
    name: found.name,
    use: { found },
    // Only the driver of an installed Firefox knows the profile folder. Chromium has a story of its own in tests/session.
    testIgnore: found.name === 'firefox' && found.by === 'system' ? [] : 'tokenOnDisk.spec.ts',
  })),
  // One worker per browser is a tenth faster on two cores than two workers.
  workers: 3,
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  timeout: 60_000,
  expect: { timeout: 10_000 },
});
