import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureBrowsers } from './browsers.mjs';
import { chromiumMissingMessage, ensureTestChromium } from './chromium.mjs';
import { printMatrix } from './failureMatrix.mjs';
import { readResults } from './reports.mjs';

// `npm test` runs every part one after the other and ends with the totals. `npm test -- unit` runs one part.
const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
/** @typedef {import('./reports.mjs').Result} Result */
const parts = { check: runCheck, unit: runUnit, browser: runBrowser };

const namedParts = process.argv.slice(2);
const help = `Usage: npm test [-- PART ...]

  check     format, lint, types and unused code (npm run check)
  unit      unit and component tests (Vitest)
  browser   stories in Chromium, and the main ones in Firefox and WebKit (Playwright)

Without a part, all of them run. tests/README.md explains how to run one file or one test.
`;
if (namedParts.includes('--help') || namedParts.includes('-h')) {
  process.stdout.write(help);
  process.exit(0);
}
const unknownParts = namedParts.filter((name) => !Object.keys(parts).includes(name));
if (unknownParts.length > 0) {
  process.stderr.write(`Unknown part: ${unknownParts.join(', ')}.\n\n${help}`);
  process.exit(1);
}

// Variables that configure the console's server must not affect the tests.
const variables = /^(HOST|PORT|SERVICE_URL|INSTANCES_PATH|DATABASES|IDLE_MINUTES|AUDIT_KEY|SANDBOX_.*)$/;
for (const name of Object.keys(process.env)) if (variables.test(name)) delete process.env[name];

/** @type {Result[]} */
const results = [];
/** @type {string[]} */
const durations = [];
for (const [name, runPart] of Object.entries(parts)) {
  if (namedParts.length > 0 && !namedParts.includes(name)) continue;
  const startMs = performance.now();
  results.push(...runPart());
  durations.push(`${name} ${Math.round((performance.now() - startMs) / 1000)} s`);
}
const count = (/** @type {Result['state']} */ state) =>
  results.filter((result) => result.state === state).length;
let failedCount = count('failed');
const [passedCount, skippedCount] = [count('passed'), count('skipped')];
if (namedParts.length === 0) {
  process.stdout.write(
    '\nThe failure matrix: number of tests per failure and operation. ◐ means that a browser test is missing.\n',
  );
  const cells = printMatrix(results);
  // Each row of the failure matrix needs a test for each operation.
  if (cells.empty + cells.half > 0) failedCount += 1;
}
// On a developer's machine a browser can be missing. Under CI a skipped test is a failure.
if (process.env.CI !== undefined) failedCount += skippedCount;
process.stdout.write(`${durations.join(', ')}${skippedCount > 0 ? `, ${skippedCount} skipped` : ''}\n`);
process.exitCode = failedCount > 0 || passedCount === 0 ? 1 : 0;
process.stdout.write(`${passedCount} passed, ${failedCount} failed\n`);

/** Counts the check as one test. */
function runCheck() {
  return createResult('check', run('npm', ['run', '--silent', 'check']));
}

function runUnit() {
  const reporters = ['--reporter=default', '--reporter=json'];
  return runTests('unit', (report) => ['vitest', 'run', ...reporters, `--outputFile.json=${report}`]);
}

/** Builds the console and runs all stories. Prints a line for each browser that is missing. */
function runBrowser() {
  if (ensureTestChromium() === null) {
    process.stderr.write(`${chromiumMissingMessage}\n`);
    return createResult('browser', false);
  }
  for (const line of ensureBrowsers()) process.stderr.write(`${line}\n`);
  if (!run('npm', ['run', '--silent', 'build'])) return createResult('build', false);
  return runTests('browser', (report) => {
    process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
    return ['playwright', 'test', '--config', 'tests/playwright.config.ts', '--reporter=list,json'];
  });
}

/**
 * Runs Vitest or Playwright and reads the results from its JSON report. Adds a failed result if the runner failed although no
 * test failed, or if the report has no results.
 * @param {string} part
 * @param {(report: string) => string[]} command
 * @returns {Result[]}
 */
function runTests(part, command) {
  const report = `${projectRoot}test-results/reports/${part}.json`;
  mkdirSync(`${projectRoot}test-results/reports`, { recursive: true });
  rmSync(report, { force: true });
  const hasPassed = run('npx', command(report));
  const foundResults = existsSync(report) ? readResults(JSON.parse(readFileSync(report, 'utf8'))) : [];
  const isExplained = hasPassed
    ? foundResults.length > 0
    : foundResults.some(({ state }) => state === 'failed');
  return isExplained ? foundResults : [...foundResults, ...createResult(part, false)];
}

/**
 * @param {string} name
 * @param {boolean} hasPassed
 * @returns {Result[]}
 */
function createResult(name, hasPassed) {
  return [{ name, state: hasPassed ? 'passed' : 'failed', inBrowser: false }];
}

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {boolean} true if it succeeded
 */
function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: projectRoot, stdio: 'inherit' });
  if (error !== undefined) process.stderr.write(`${command} did not start: ${error.message}\n`);
  return status === 0;
}
