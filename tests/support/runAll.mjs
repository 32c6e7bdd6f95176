import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureBrowsers, findBrowsers } from './browsers.mjs';
import { chromiumMissing, ensureTestChromium } from './chromium.mjs';
import { printMatrix } from './failureMatrix.mjs';
import { readResults } from './reports.mjs';

/** `npm test`: runs every part one after the other and ends with the sum. `npm test -- unit` runs one part. */
const top = fileURLToPath(new URL('../..', import.meta.url));
/** @typedef {import('./reports.mjs').Result} Result */
const parts = { check: runCheck, unit: runUnit, browser: runBrowser, browsers: runBrowsers };
let isBuilt = false;

const wanted = process.argv.slice(2);
const help = `Usage: npm test [-- PART ...]

  check     format, lint, types and unused code (npm run check)
  unit      unit and component tests (Vitest)
  browser   stories in Chromium (Playwright)
  browsers  the main stories in Chromium, Firefox and WebKit

Without a part, all of them run. tests/README.md explains how to run one file or one test.
`;
if (wanted.includes('--help') || wanted.includes('-h')) {
  process.stdout.write(help);
  process.exit(0);
}
const unknown = wanted.filter((name) => !Object.keys(parts).includes(name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown part: ${unknown.join(', ')}.\n\n${help}`);
  process.exit(1);
}

/** @type {Result[]} */
const results = [];
/** @type {string[]} */
const durations = [];
for (const [name, runPart] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const began = performance.now();
  results.push(...runPart());
  durations.push(`${name} ${Math.round((performance.now() - began) / 1000)} s`);
}
const count = (/** @type {Result['state']} */ state) =>
  results.filter((result) => result.state === state).length;
let failed = count('failed');
const [passed, skipped] = [count('passed'), count('skipped')];
if (wanted.length === 0) {
  process.stdout.write(
    '\nThe failure matrix, by operation (tests per cell; ◐ has no browser test although the browser decides):\n',
  );
  const cells = printMatrix(results);
  // A cell without a test is a failure, not a gap.
  if (cells.empty + cells.half > 0) failed += 1;
}
// On a developer's machine a browser can be missing. Under CI a skipped test is a failure.
if (process.env.CI !== undefined) failed += skipped;
process.stdout.write(`${durations.join(', ')}${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
process.stdout.write(`${passed} passed, ${failed} failed\n`);

/** Counts the check as one test. */
function runCheck() {
  return oneResult('check', run('npm', ['run', '--silent', 'check']));
}

function runUnit() {
  const reporters = ['--reporter=default', '--reporter=json'];
  return runTests('unit', (report) => ['vitest', 'run', ...reporters, `--outputFile.json=${report}`]);
}

function runBrowser() {
  if (ensureTestChromium() !== null) return runStories('browser', 'tests/playwright.config.ts');
  process.stderr.write(`${chromiumMissing}\n`);
  return oneResult('browser', false);
}

/** Runs the main stories in every installed browser. Prints a line for each missing one. */
function runBrowsers() {
  for (const line of ensureBrowsers()) process.stderr.write(`${line}\n`);
  return findBrowsers().length === 0 ? [] : runStories('browsers', 'tests/browsers/playwright.config.ts');
}

/**
 * @param {string} part
 * @param {string} config of Playwright
 */
function runStories(part, config) {
  isBuilt ||= run('npm', ['run', '--silent', 'build']);
  if (!isBuilt) return oneResult('build', false);
  return runTests(part, () => ['playwright', 'test', '--config', config, '--reporter=list,json']);
}

/**
 * Runs Vitest or Playwright and reads the results from its JSON report. Adds a failure if the runner failed without one, for
 * example because it crashed.
 * @param {string} part
 * @param {(report: string) => string[]} command
 * @returns {Result[]}
 */
function runTests(part, command) {
  const report = `${top}test-results/reports/${part}.json`;
  mkdirSync(`${top}test-results/reports`, { recursive: true });
  rmSync(report, { force: true });
  const hasPassed = run('npx', command(report), { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  const found = readResults(readReport(report));
  const isExplained = hasPassed ? found.length > 0 : found.some(({ state }) => state === 'failed');
  return isExplained ? found : [...found, ...oneResult(part, false)];
}

/**
 * @param {string} path
 * @returns {unknown} null if the runner wrote none
 */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {boolean} hasPassed
 * @returns {Result[]}
 */
function oneResult(name, hasPassed) {
  return [{ name, state: hasPassed ? 'passed' : 'failed', inBrowser: false }];
}

/**
 * Runs a command without the variables that configure the console's server, so that they don't affect the tests.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} more variables
 * @returns {boolean} true if it succeeded
 */
function run(command, args, more = {}) {
  const settings = /^(HOST|PORT|SERVICE_URL|INSTANCES_PATH|DATABASES|IDLE_MINUTES|AUDIT_KEY|SANDBOX_.*)$/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.test(name)));
  const { status, error } = spawnSync(command, args, {
    cwd: top,
    stdio: 'inherit',
    env: { ...env, ...more },
  });
  if (error !== undefined) process.stderr.write(`${command} did not start: ${error.message}\n`);
  return status === 0;
}
