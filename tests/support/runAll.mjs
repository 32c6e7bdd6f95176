import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureBrowsers, findBrowsers } from './browsers.mjs';
import { chromiumMissing, ensureTestChromium } from './chromium.mjs';
import { countPlaywright, countVitest } from './countReports.mjs';
import { printMatrix } from './printMatrix.mjs';

/** `npm test`: runs every part one after the other and ends with the sum. `npm test -- unit` runs one part. */
const top = fileURLToPath(new URL('../..', import.meta.url));
const reports = `${top}test-results/reports`;
const oneFailure = { passed: 0, failed: 1, left: 0, tests: 1 };
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

const sum = { passed: 0, failed: 0, left: 0, tests: 0 };
/** @type {string[]} */
const durations = [];
for (const [name, runPart] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const began = performance.now();
  const count = await runPart();
  durations.push(`${name} ${Math.round((performance.now() - began) / 1000)} s`);
  sum.passed += count.passed;
  sum.failed += count.failed;
  sum.left += count.left;
  sum.tests += count.tests;
}
if (wanted.length === 0) {
  process.stdout.write(
    '\nThe faults of the matrix, by operation (tests per cell; ◐ below the browser only):\n',
  );
  const cells = printMatrix(['unit', 'browser'].map((name) => readReport(`${reports}/${name}.json`)));
  // A cell that nobody tests any more is a failure, not a gap.
  if (cells.empty + cells.half > 0) sum.failed += 1;
}
// Whoever leaves a test out says so in its place; on a machine of its own (CI) nothing is left out.
if (sum.left > 0 && process.env.CI !== undefined) sum.failed += sum.left;
process.stdout.write(`${durations.join(', ')}\n`);
process.stdout.write(
  `${sum.tests} tests (${sum.passed + sum.failed} cases)${sum.left > 0 ? `, ${sum.left} left out` : ''}\n`,
);
process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0;
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed\n`);

/** A check is one thing that holds or does not. */
async function runCheck() {
  const code = await run('npm', ['run', '--silent', 'check']);
  return code === 0 ? { ...oneFailure, passed: 1, failed: 0 } : oneFailure;
}

async function runUnit() {
  const report = freshReport('unit.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  // Where each case is written, so that a test is counted once.
  const located = '--includeTaskLocation';
  const code = await run('npx', ['vitest', 'run', located, ...reporters]);
  return atLeastOneFailure(code, countVitest(readReport(report)));
}

async function runBrowser() {
  const chromium = ensureTestChromium();
  if (chromium === null) {
    process.stderr.write(`${chromiumMissing}\n`);
    return oneFailure;
  }
  if ((await buildOnce()) !== 0) return oneFailure;
  const report = freshReport('browser.json');
  const code = await run('npx', ['playwright', 'test', '--config', 'tests/playwright.config.ts'], {
    CHROMIUM_PATH: chromium,
    BROWSER_REPORT: report,
  });
  return atLeastOneFailure(code, countPlaywright(readReport(report)));
}

/** The main stories in every browser there is; where one is missing, a line says so and nothing fails. */
async function runBrowsers() {
  for (const line of ensureBrowsers()) process.stderr.write(`${line}\n`);
  if (findBrowsers().length === 0) return { passed: 0, failed: 0, left: 0, tests: 0 };
  if ((await buildOnce()) !== 0) return oneFailure;
  const report = freshReport('browsers.json');
  const config = 'tests/browsers/playwright.config.ts';
  const code = await run('npx', ['playwright', 'test', '--config', config], { BROWSER_REPORT: report });
  return atLeastOneFailure(code, countPlaywright(readReport(report)));
}

function buildOnce() {
  building ??= run('npm', ['run', '--silent', 'build']);
  return building;
}

/**
 * A runner that crashed, or failed outside its tests, must not look like a success.
 * @param {number} code
 * @param {import('./countReports.mjs').Count | null} count
 */
function atLeastOneFailure(code, count) {
  if (count === null) return oneFailure;
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
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

/** What steers a server of the console must not steer its tests. */
function cleanEnvironment() {
  const steering = /^(HOST|PORT|SERVICE_URL|INSTANCES_PATH|DATABASES|SANDBOX_.*)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !steering.test(name)));
}

/** @param {string} name */
function freshReport(name) {
  mkdirSync(reports, { recursive: true });
  rmSync(`${reports}/${name}`, { force: true });
  return `${reports}/${name}`;
}

/**
 * @param {string} path
 * @returns {unknown} null where the runner left none
 */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
