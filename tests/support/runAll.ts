import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { findPictures, installChromium, installOtherBrowsers } from './browsers.ts';

// `npm test` runs all parts and ends with the sum of their tests. `npm test -- unit` runs one part.
const commands = {
  check: 'npm run --silent check',
  unit: 'npx vitest run --reporter=default --reporter=json --outputFile.json=test-results/unit.json',
  browser: 'npm run --silent build && npx playwright test --config tests/playwright.config.ts',
};
// Vite sets it for the code that it runs, and the build would be one for development.
delete process.env.NODE_ENV;
const namedParts = process.argv.slice(3);
let passedCount = 0;
let failedCount = 0;

for (const [part, command] of Object.entries(commands)) {
  if (namedParts.length > 0 && !namedParts.includes(part)) continue;
  const startMs = performance.now();
  const report = `test-results/${part}.json`;
  rmSync(report, { force: true });
  const hasPassed = canRun(part) && spawnSync(command, { shell: true, stdio: 'inherit' }).status === 0;
  const [passed, failed, skipped] = readCounts(report) ?? [Number(hasPassed), 0, 0];
  passedCount += passed;
  failedCount += failed;
  // On a developer's machine, PostgreSQL or a proxy can be missing.
  if (process.env.CI !== undefined) failedCount += skipped;
  // A part can also fail without a failed test, for example because of a syntax error.
  if (!hasPassed && failed === 0) failedCount += 1;
  const seconds = Math.round((performance.now() - startMs) / 1000);
  process.stdout.write(`${part}: ${seconds} s${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
}
process.exitCode = failedCount > 0 || passedCount === 0 ? 1 : 0;
process.stdout.write(`${passedCount} passed, ${failedCount} failed\n`);

function canRun(part: string): boolean {
  if (part !== 'browser') return true;
  installOtherBrowsers();
  if (installChromium() === null) return false;
  const { folder, exist } = findPictures();
  if (!exist) process.stderr.write(`The pictures are skipped, because there is no ${folder}.\n`);
  return true;
}

/** Reads the counts of Vitest or Playwright. The check has no report and counts as one test. */
function readCounts(report: string): [passed: number, failed: number, skipped: number] | null {
  if (!existsSync(report)) return null;
  const { stats, ...vitest } = JSON.parse(readFileSync(report, 'utf8'));
  return stats === undefined
    ? [vitest.numPassedTests, vitest.numFailedTests, vitest.numPendingTests]
    : [stats.expected, stats.unexpected + stats.flaky, stats.skipped];
}
