import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { chromiumFlags, chromiumMissing, ensureChromium, findTestChromium } from '../support/chromium.mjs';
import { measureCompute } from './compute.mjs';
import { measureHistory } from './history.mjs';
import { measureLighthouse } from './lighthouse.mjs';
import { tableOf } from './report.mjs';
import { measureServer } from './server.mjs';
import { buildConsole, startConsole, startFloor } from './sites.mjs';
import { measureStart } from './start.mjs';
import { measureTabs } from './tabs.mjs';

/**
 * `npm run bench`: builds, measures beside a floor, compares with the bars and exits with 1 if one is exceeded.
 * `-- --quick` leaves out sizes, rounds and the server. `-- --lighthouse` runs Lighthouse as well.
 * @typedef {{ title: string, table: (string | number)[][], bars: import('./bars.mjs').Bar[], figures: unknown }} Part
 */
const quick = process.argv.includes('--quick');
const executablePath = findTestChromium() ?? ensureChromium();
if (executablePath === null) throw new Error(chromiumMissing);
buildConsole();
const site = await startConsole();
const floor = await startFloor(site.origin);
const browser = await chromium.launch({ executablePath, args: chromiumFlags });
/** @type {Part[]} */
const parts = [];
try {
  const rounds = quick ? 1 : 3;
  show(await measureStart(browser, { console: site.origin, floor: floor.origin }, quick ? 3 : 7));
  show(await measureCompute(browser, { sizes: quick ? [24, 10_000] : [24, 1_000, 10_000, 100_000], rounds }));
  show(await measureHistory(browser, { sizes: quick ? [10_000] : [12, 1_000, 10_000], rounds }));
  show(await measureTabs(browser, rounds));
  if (!quick) show(await measureServer(7));
  if (process.argv.includes('--lighthouse')) show(await measureLighthouse(executablePath, site.origin));
} finally {
  await browser.close();
  site.stop();
  floor.stop();
}
const bars = parts.flatMap((part) => part.bars);
print('Bars', [
  ['bar', 'measured', 'allowed', 'unit', ''],
  ...bars.map(({ name, value, bar, unit, holds }) => [name, value, bar, unit, holds ? 'holds' : 'OVER']),
]);
const folder = fileURLToPath(new URL('../../.bench', import.meta.url));
mkdirSync(folder, { recursive: true });
const figures = parts.map(({ title, figures }) => ({ title, figures }));
const latest = { at: new Date().toISOString(), node: process.version, quick, figures, bars };
writeFileSync(`${folder}/latest.json`, `${JSON.stringify(latest, null, 2)}\n`);
process.exitCode = bars.every((bar) => bar.holds) ? 0 : 1;

/** @param {Part | null} part null: it can't be measured here */
function show(part) {
  if (part === null) return;
  parts.push(part);
  print(part.title, part.table);
}

/**
 * @param {string} title
 * @param {(string | number)[][]} table
 */
function print(title, [head = [], ...body]) {
  process.stdout.write(`\n${title}\n${tableOf(head.map(String), body)}`);
}
