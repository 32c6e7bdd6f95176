import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { chromiumFlags, chromiumMissingMessage, ensureTestChromium } from '../support/chromium.mjs';
import { bars } from './bars.mjs';
import { measureCompute } from './compute.mjs';
import { measureLighthouse } from './lighthouse.mjs';
import { tableOf } from './report.mjs';
import { measureServer } from './server.mjs';
import { buildConsole, startConsole, startFloor } from './sites.mjs';
import { measureStart } from './start.mjs';
import { measureTabs } from './tabs.mjs';

/**
 * `npm run bench` builds, measures and exits with 1 if a value exceeds its limit (its bar). `npm run bench -- start
 * compute` measures only the parts `start` and `compute`.
 * Without names, it measures all parts except `lighthouse`.
 * `-- --quick` measures fewer rounds, and measures the server only if it is named.
 * @typedef {{ title: string, table: (string | number)[][], measured: Record<string, number>, figures: unknown }} Part
 */
const isQuick = process.argv.includes('--quick');
const namedParts = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const executablePath = ensureTestChromium();
if (executablePath === null) throw new Error(chromiumMissingMessage);
buildConsole();
const site = await startConsole();
const floor = await startFloor(site.origin);
const browser = await chromium.launch({ executablePath, args: chromiumFlags });
const rounds = isQuick ? 1 : 5;
/** @type {Record<string, () => Promise<Part>>} */
const measures = {
  start: () => measureStart(browser, { console: site.origin, floor: floor.origin }, isQuick ? 3 : 7),
  compute: () => measureCompute(browser, { sizes: [24, 10_000], rounds, floor: floor.origin }),
  tabs: () => measureTabs(browser, rounds),
  server: () => measureServer(7),
  lighthouse: () => measureLighthouse(executablePath, site.origin),
};
const chosenParts =
  namedParts.length > 0 ? namedParts : ['start', 'compute', 'tabs', ...(isQuick ? [] : ['server'])];
/** @type {(Part | undefined)[]} */
const parts = [];
try {
  for (const name of chosenParts) {
    const part = await measures[name]?.();
    if (part === undefined)
      throw new Error(`There is no part ${name}, only ${Object.keys(measures).join(', ')}.`);
    parts.push(part);
    print(part.title, part.table);
  }
} finally {
  await browser.close();
  await site.stop();
  floor.stop();
}
const results = parts
  .flatMap((part) => Object.entries(part?.measured ?? {}))
  .map(([name, value]) => {
    const [limit, unit] = bars[name] ?? [Number.NaN, ''];
    return { name, value, limit, unit, holds: value <= limit };
  });
print('Bars', [
  ['bar', 'measured', 'allowed', 'unit', ''],
  ...results.map(({ name, value, limit, unit, holds }) => [
    name,
    value,
    limit,
    unit,
    holds ? 'holds' : 'OVER',
  ]),
]);
const folder = fileURLToPath(new URL('../../.bench', import.meta.url));
mkdirSync(folder, { recursive: true });
const latestRun = {
  at: new Date().toISOString(),
  node: process.version,
  quick: isQuick,
  parts,
  bars: results,
};
writeFileSync(`${folder}/latest.json`, `${JSON.stringify(latestRun, null, 2)}\n`);
process.exitCode = results.every(({ holds }) => holds) ? 0 : 1;

/**
 * @param {string} title
 * @param {(string | number)[][]} table
 */
function print(title, [head = [], ...body]) {
  process.stdout.write(`\n${title}\n${tableOf(head.map(String), body)}`);
}
