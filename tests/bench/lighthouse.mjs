import { desktopConfig, startFlow } from 'lighthouse';
import puppeteer from 'puppeteer-core';
import { chromiumFlags } from '../support/chromium.mjs';

const categories = ['performance', 'accessibility', 'best-practices'];
/** @type {[string, string][]} */
const screens = [
  ['Compute', '/workspaces/acme/compute'],
  ['Subscription history', '/workspaces/acme/subscription/history'],
  ['Regions', '/workspaces/acme/regions'],
];

/**
 * Returns Lighthouse's desktop scores (0 to 100) of the sign-in form, and of each screen after signing in.
 * @param {string} executablePath of a Chromium
 * @param {string} origin of a console on its sandbox
 */
export async function measureLighthouse(executablePath, origin) {
  const browser = await puppeteer.launch({ executablePath, args: chromiumFlags });
  try {
    const page = await browser.newPage();
    // Lighthouse must not clear the stored session between the screens.
    const flow = await startFlow(page, {
      config: desktopConfig,
      flags: { onlyCategories: categories, disableStorageReset: true },
    });
    await flow.navigate(`${origin}/`, { name: 'Sign in' });
    await signIn(page);
    for (const [name, path] of screens) await flow.navigate(origin + path, { name });
    const { steps } = await flow.createFlowResult();
    const scores = steps.map(({ name, lhr }) => ({
      name,
      points: categories.map((category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)),
      auditsBelow90: Object.values(lhr.audits)
        .filter(
          ({ score, scoreDisplayMode }) =>
            score !== null && score < 0.9 && scoreDisplayMode !== 'informative',
        )
        .map(({ id, displayValue }) => `${id}${displayValue ? ` (${displayValue})` : ''}`),
    }));
    return {
      title: 'Lighthouse, desktop, of 100',
      table: [
        ['screen', ...categories, 'below 0.9'],
        ...scores.map(({ name, points, auditsBelow90 }) => [name, ...points, auditsBelow90.join(', ')]),
      ],
      measured: { 'points lost in Lighthouse': 100 - Math.min(...scores.flatMap(({ points }) => points)) },
      figures: scores,
    };
  } finally {
    await browser.close();
  }
}

/** @param {import('puppeteer-core').Page} page shows the sign-in form */
async function signIn(page) {
  await page.locator('::-p-aria([name="Workspace"][role="textbox"])').fill('acme');
  await page.locator('::-p-aria([name="Access token"][role="textbox"])').fill('sandbox-token');
  await page.locator('::-p-aria([name="Keep me signed in in this tab"][role="checkbox"])').click();
  await page.locator('::-p-aria([name="Sign in"][role="button"])').click();
  await page.locator('::-p-aria([name="Main"][role="navigation"])').wait();
}
