import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureBrowsers, findBrowsers } from './browsers.mjs';
import { chromiumMissing, ensureTestChromium } from './chromium.mjs';
import { printMatrix } from './failureMatrix.mjs';
import { readResults } from './reports.mjs';

/** `npm test`: runs every part one after the other and ends with the sum. `npm test -- unit` runs one part. */
const top = fileURLToPath(new URL('../..', import.meta.url));
const reports = `${top}test-results/reports`;
/** @typedef {import('./reports.mjs').Result} Result */
const parts = { check: runCheck, unit: runUnit, browser: runBrowser, browsers: runBrowsers };
/** @type {Promise<number> | null} */
let building = null;

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
  results.push(...(await runPart()));
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
async function runCheck() {
  const code = await run('npm', ['run', '--silent', 'check']);
  return [oneResult('check', code === 0)];
}

async function runUnit() {
  const report = freshReport('unit.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run('npx', ['vitest', 'run', ...reporters]);
  return resultsOf('unit', code, report);
}

async function runBrowser() {
  const chromium = ensureTestChromium();
  if (chromium === null) {
    process.stderr.write(`${chromiumMissing}\n`);
    return [oneResult('browser', false)];
  }
  if ((await buildOnce()) !== 0) return [oneResult('build', false)];
  const report = freshReport('browser.json');
  const code = await run('npx', ['playwright', 'test', '--config', 'tests/playwright.config.ts'], {
    CHROMIUM_PATH: chromium,
    BROWSER_REPORT: report,
  });
  return resultsOf('browser', code, report);
}

/** Runs the main stories in every installed browser. Prints a line for each missing one. */
async function runBrowsers() {
  for (const line of ensureBrowsers()) process.stderr.write(`${line}\n`);
  if (findBrowsers().length === 0) return [];
  if ((await buildOnce()) !== 0) return [oneResult('build', false)];
  const report = freshReport('browsers.json');
  const config = 'tests/browsers/playwright.config.ts';
  const code = await run('npx', ['playwright', 'test', '--config', config], { BROWSER_REPORT: report });
  return resultsOf('browsers', code, report);
}

function buildOnce() {
  building ??= run('npm', ['run', '--silent', 'build']);
  return building;
}

/**
 * Reads the results of a runner. Adds a failure if the runner failed without one, for example because it crashed.
 * @param {string} part
 * @param {number} code
 * @param {string} report
 * @returns {Result[]}
 */
function resultsOf(part, code, report) {
  const found = readResults(readReport(report));
  const isExplained = code === 0 ? found.length > 0 : found.some(({ state }) => state === 'failed');
  return isExplained ? found : [...found, oneResult(part, false)];
}

/**
 * @param {string} name
 * @param {boolean} hasPassed
 * @returns {Result}
 */
function oneResult(name, hasPassed) {
  return { name, state: hasPassed ? 'passed' : 'failed', inBrowser: false };
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} more
 * @returns {Promise<number>}
 */
function run(command, args, more = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: top,
      stdio: 'inherit',
      env: { ...cleanEnvironment(), ...more },
    });
    child.once('error', (error) => {
      process.stderr.write(`${command} did not start: ${error.message}\n`);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Removes the variables that configure the console's server, so that they don't affect the tests. */
function cleanEnvironment() {
  const settings = /^(HOST|PORT|SERVICE_URL|INSTANCES_PATH|DATABASES|IDLE_MINUTES|AUDIT_KEY|SANDBOX_.*)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.test(name)));
}

/** @param {string} name */
function freshReport(name) {
  mkdirSync(reports, { recursive: true });
  rmSync(`${reports}/${name}`, { force: true });
  return `${reports}/${name}`;
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
