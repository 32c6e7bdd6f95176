import { loadavg } from 'node:os';
import { chromium, type Locator } from '@playwright/test';
import { installChromium } from '../support/browsers.ts';
import { conditions, readySelectors, timeFrom, visit } from './page.ts';
import { buildConsole, measureFiles, startConsole, startFloor } from './sites.ts';

/**
 * The largest allowed value of each measurement, and its unit. `× floor` is a ratio to a time of the page in `floor/`. Values in ms
 * except the first are scaled by the floor's time of their round, because the same machine can be half as fast an hour later.
 */
const bars: Record<string, [limit: number, unit: '× floor' | 'kB' | 'ms' | '']> = {
  'sign-in form readable': [1, '× floor'],
  'first contentful paint, signed in': [0.9, '× floor'],
  'first row of 24, signed in': [1.5, '× floor'],
  'blocking time to the row': [0.5, '× floor'],
  'layout shift': [0.01, ''],
  'JavaScript to the form': [102, 'kB'],
  'JavaScript to the row': [142, 'kB'],
  CSS: [9.5, 'kB'],
  // Twice the latency of 300 ms: the proof of the token, then the lists.
  'from Sign in to the first row': [850, 'ms'],
  'a key in the search of 10 000': [100, 'ms'],
  'from a key to the correct list of 10 000': [220, 'ms'],
  'a sort of 10 000': [320, 'ms'],
  'delete dialog, first opening': [150, 'ms'],
  'delete dialog, later opening': [100, 'ms'],
  'another screen, first': [220, 'ms'],
  'another screen, later': [110, 'ms'],
  'back to the list': [130, 'ms'],
};

/** `npm run bench -- 3` measures 3 rounds instead of 7. */
const rounds = Number(process.argv[3] ?? 7);
/** Time (ms) until the floor's row on the machine for which the bars in ms were set. */
const usualFloorMs = 470;
const isIdle = (loadavg()[0] ?? 0) < 2.5;
const listPath = '/workspaces/acme/compute';

const samples: { name: string; value: number; floorValue: number | undefined }[] = [];
const add = (name: string, value: number, floorValue?: number) => samples.push({ name, value, floorValue });
let floorRowMs = usualFloorMs;
/** A time on a slowed-down CPU, as the usual machine would need it. */
const addScaled = (name: string, ms: number) => add(name, (ms * usualFloorMs) / floorRowMs);

// Vite sets it for the code that it runs, and the builds would be those for development.
delete process.env.NODE_ENV;
const executablePath = installChromium();
if (executablePath === null) throw new Error('There is no Chromium to measure in.');
buildConsole();
const small = await startConsole();
const large = await startConsole({ SANDBOX_INSTANCES: '10000' });
const slow = await startConsole({ SANDBOX_LATENCY_MS: '300' });
const floor = await startFloor();
const browser = await chromium.launch({ executablePath });
try {
  for (let round = 0; round < rounds; round += 1) {
    await measureStart();
    await measureSignIn();
    await measureSteps();
    await measureLongList();
  }
} finally {
  await browser.close();
  for (const site of [small, large, slow, floor]) site.stop();
}
process.exitCode = report() ? 0 : 1;

async function measureStart() {
  const { form, rows } = readySelectors;
  const floorForm = await startOf(`${floor.origin}/`, form);
  const siteForm = await startOf(`${small.origin}${listPath}`, form);
  const floorRow = await startOf(`${floor.origin}/rows`, rows);
  floorRowMs = floorRow.ready;
  const siteRow = await startOf(`${small.origin}${listPath}`, rows, true);
  add('sign-in form readable', siteForm.ready, floorForm.ready);
  add('first contentful paint, signed in', siteRow.paint, floorRow.paint);
  add('first row of 24, signed in', siteRow.ready, floorRow.ready);
  add('blocking time to the row', siteRow.blocked, floorRow.ready);
  add('layout shift', Math.max(siteForm.shift, siteRow.shift));
  add('JavaScript to the form', measureFiles(/^index-.*js.gz$/));
  add('JavaScript to the row', measureFiles(/^(index|console)-.*js.gz$/));
  add('CSS', measureFiles(/css.gz$/));
}

async function startOf(url: string, selector: string, isSignedIn = false) {
  const { start, close } = await visit(browser, url, selector, isSignedIn);
  await close();
  return start;
}

async function timeUntil(button: Locator, selector: string): Promise<number> {
  return (await timeFrom(button.page(), 'click', () => button.click(), selector)).shown;
}

async function measureSignIn() {
  const page = await browser.newPage();
  await page.goto(slow.origin + listPath);
  await page.getByLabel('Access token', { exact: true }).fill('sandbox-token');
  // Meanwhile the page loads the code behind the form.
  await page.waitForTimeout(1_000);
  const button = page.getByRole('button', { name: 'Sign in' });
  add('from Sign in to the first row', await timeUntil(button, readySelectors.rows));
  await page.close();
}

async function measureSteps() {
  const { page, close } = await visit(browser, small.origin + listPath, readySelectors.rows, true);
  await page.waitForTimeout(1_500);
  for (const time of ['first', 'later']) {
    const deleteButton = page.getByRole('button', { name: /^Delete / }).first();
    addScaled(`delete dialog, ${time} opening`, await timeUntil(deleteButton, '[role=alertdialog]'));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  }
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
  for (const time of ['first', 'later']) {
    const history = await timeUntil(link('Subscription history'), readySelectors.records);
    const regions = await timeUntil(link('Regions'), readySelectors.regions);
    addScaled(`another screen, ${time}`, Math.max(history, regions));
    addScaled('back to the list', await timeUntil(link('Compute'), readySelectors.rows));
  }
  await close();
}

async function measureLongList() {
  const { page, close } = await visit(browser, large.origin + listPath, readySelectors.rows, true);
  await page.getByText('10,000 instances').first().waitFor({ timeout: 180_000 });
  await page.waitForTimeout(1_500);
  await page.getByRole('searchbox', { name: 'Search instances' }).click();
  // IDs are hexadecimal, so each of these keys leaves out more of them.
  for (const letter of '7f3') {
    const { paint, still } = await timeFrom(page, 'keydown', () => page.keyboard.press(letter));
    if (Number.isNaN(still)) throw new Error(`The list did not change after ${letter}.`);
    addScaled('a key in the search of 10 000', paint);
    addScaled('from a key to the correct list of 10 000', still);
  }
  await page.getByRole('searchbox', { name: 'Search instances' }).fill('');
  await page.waitForTimeout(600);
  for (const header of await page.getByRole('columnheader').getByRole('button').all()) {
    const { still } = await timeFrom(page, 'click', () => header.click());
    // A column may have the same order as before.
    if (!Number.isNaN(still)) addScaled('a sort of 10 000', still);
  }
  await close();
}

/** Prints a line for each bar. @returns true if all bars hold that can be judged on this machine */
function report(): boolean {
  process.stdout.write(`${conditions}, ${rounds} rounds, console and floor in turn\n`);
  if (!isIdle) process.stdout.write('The machine is busy, so times in ms are not judged.\n');
  const lines = Object.entries(bars).map(([name, [limit, unit]]) => {
    const ofBar = samples.filter((sample) => sample.name === name);
    const values = ofBar.map((sample) => sample.value);
    const floorValues = ofBar.flatMap(({ floorValue = [] }) => floorValue);
    const value = unit === '× floor' ? median(values) / median(floorValues) : median(values);
    const range = `${format(Math.min(...values))}–${format(Math.max(...values))}`;
    const floorText = floorValues.length > 0 ? `, floor ${format(median(floorValues))}` : '';
    const isJudged = unit !== 'ms' || isIdle;
    const verdict = value <= limit ? 'holds' : isJudged ? 'OVER' : 'over';
    const figures = `${format(median(values))} (${range})${floorText}`;
    process.stdout.write(`${verdict}  ${name}: ${format(value)} of ${limit} ${unit} · ${figures}\n`);
    return value <= limit || !isJudged;
  });
  return lines.every(Boolean);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function format(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}
