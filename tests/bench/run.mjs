import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { chromiumFlags, chromiumMissing, ensureChromium } from '../support/chromium.mjs';
import { byteBars } from './bars.mjs';
import { computeBench } from './compute.mjs';
import { buildFloor, buildIdeal, readRows } from './floors.mjs';
import { measureHistory } from './history.mjs';
import { measureLighthouse } from './lighthouse.mjs';
import { measureBytes, measurePageBytes } from './measureBytes.mjs';
import { measureRounds } from './measureRounds.mjs';
import { tableOf } from './report.mjs';
import { acceptOnly, serveFolder, startConsole } from './serve.mjs';
import { measureServer } from './server.mjs';

/** `npm run bench`: builds, measures next to the floors, holds the figures to the bars. `-- --quick` takes
 * 3 rounds, `-- --lighthouse` asks Lighthouse as well. */
const top = fileURLToPath(new URL('../..', import.meta.url));
const rounds = process.argv.includes('--quick') ? 3 : 7;

/** @type {['signIn' | 'settledSignIn' | 'rows' | 'pointing' | 'click', string][]} */
const steps = [
  ['signIn', 'sign-in usable'],
  ['settledSignIn', 'sign-in, at rest'],
  ['rows', 'Compute, first row'],
  ['pointing', 'pointing at Delete'],
  ['click', 'click on Delete'],
];

const executablePath = ensureChromium();
if (executablePath === null) {
  process.stderr.write(`${chromiumMissing}\n`);
  process.exit(1);
}
const built = spawnSync('npm', ['run', '--silent', 'build'], {
  cwd: top,
  stdio: ['ignore', 'ignore', 'inherit'],
});
if (built.status !== 0) {
  process.stderr.write('The build failed, so nothing was measured.\n');
  process.exit(1);
}
const site = await startConsole();
const rows = await readRows(site.origin);
const floor = await serveFolder(await buildFloor(rows));
const ideal = await serveFolder(buildIdeal(rows));
const floorGzip = await acceptOnly(floor.origin, 'gzip');
const gzipOnly = await acceptOnly(site.origin, 'gzip');
const brotliOnly = await acceptOnly(site.origin, 'br');
const browser = await chromium.launch({ executablePath, args: chromiumFlags });
try {
  const gzip = await measureBytes(browser, gzipOnly.origin);
  const br = await measureBytes(browser, brotliOnly.origin);
  const floorBytes = {
    signIn: await measurePageBytes(browser, `${floorGzip.origin}/`),
    rows: await measurePageBytes(browser, `${floorGzip.origin}/rows`),
  };
  const bars = byteBars(gzip, floorBytes);
  print('Bytes over the wire, kB, from the beginning (pointing and click: what they added)', [
    ['step', 'js gzip', 'js br', 'css gzip', 'other gzip', 'requests', 'js × floor'],
    ...steps.map(([key, name]) => [
      name,
      gzip[key].js / 1000,
      br[key].js / 1000,
      gzip[key].css / 1000,
      gzip[key].other / 1000,
      String(gzip[key].requests),
      key === 'signIn' || key === 'rows' ? gzip[key].js / floorBytes[key].js : '',
    ]),
  ]);
  const timings = await measureRounds(
    browser,
    { site: site.origin, floor: floor.origin, ideal: ideal.origin },
    rounds,
  );
  for (const { title, table } of timings.tables) print(title, table);
  bars.push(...timings.bars);
  // Another minute and a half, and it needs nginx and wrk: the full run alone.
  const server = process.argv.includes('--quick') ? null : await measureServer(rounds);
  if (server !== null) {
    print(server.title, server.table);
    bars.push(...server.bars);
  }
  const compute = process.argv.includes('--quick') ? null : await computeBench(browser, 3);
  if (compute !== null) {
    print(compute.title, compute.table);
    bars.push(...compute.bars);
  }
  const history = process.argv.includes('--quick') ? null : await measureHistory(browser, 3);
  if (history !== null) {
    print(history.title, history.table);
    bars.push(...history.bars);
  }
  const lighthouse = process.argv.includes('--lighthouse')
    ? await measureLighthouse(executablePath, site.origin)
    : null;
  if (lighthouse !== null) {
    print(lighthouse.title, lighthouse.table);
    bars.push(...lighthouse.bars);
  }
  print('Bars', [
    ['bar', 'measured', 'allowed', 'unit', ''],
    ...bars.map(({ name, value, bar, unit, holds }) => [name, value, bar, unit, holds ? 'holds' : 'OVER']),
  ]);
  mkdirSync(`${top}.bench`, { recursive: true });
  const figures = {
    at: new Date().toISOString(),
    node: process.version,
    rounds,
    bytes: { gzip, br, floor: floorBytes },
  };
  writeFileSync(
    `${top}.bench/latest.json`,
    `${JSON.stringify({ ...figures, timings: timings.figures, server: server?.figures, compute: compute?.figures, history: history?.figures, lighthouse: lighthouse?.figures, bars }, null, 2)}\n`,
  );
  process.exitCode = bars.every((bar) => bar.holds) ? 0 : 1;
} finally {
  await browser.close();
  for (const served of [site, floor, ideal, floorGzip, gzipOnly, brotliOnly]) served.stop();
}

/**
 * @param {string} title
 * @param {(string | number)[][]} table
 */
function print(title, [head = [], ...body]) {
  process.stdout.write(`\n${title}\n${tableOf(head.map(String), body)}`);
}
