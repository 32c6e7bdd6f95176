/**
 * @typedef {import('@playwright/test').Browser} Browser
 * @typedef {import('@playwright/test').Request} Request
 * @typedef {{ js: number, css: number, other: number, requests: number, scripts: Record<string, number> }} Bytes
 * @typedef {{ signIn: Bytes, settledSignIn: Bytes, rows: Bytes, pointing: Bytes, click: Bytes }} Walk
 */

/**
 * Walks the admin's way with an empty cache and counts body bytes as they came over the wire.
 * A request counts for the step in which it started; each step holds the sum from the beginning, `pointing` and
 * `click` only what they added.
 * @param {Browser} browser
 * @param {string} origin
 * @returns {Promise<Walk>}
 */
export async function measureBytes(browser, origin) {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  /** @type {Request[]} */
  const requests = [];
  page.on('request', (request) => requests.push(request));

  await page.goto('/workspaces/acme/compute', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  const atForm = requests.length;
  await page.waitForLoadState('networkidle');
  const atRest = requests.length;
  await page.getByLabel('Workspace', { exact: true }).fill('acme');
  await page.getByLabel('Access token', { exact: true }).fill('sandbox-token');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const remove = page.getByRole('button', { name: /^Delete / }).first();
  await remove.waitFor();
  const atRows = requests.length;
  await page.waitForLoadState('networkidle');
  const before = requests.length;
  await remove.hover();
  await page.waitForTimeout(500);
  const pointed = requests.length;
  await remove.click();
  await page.getByRole('alertdialog').waitFor();
  await page.waitForLoadState('networkidle');
  const walk = {
    signIn: await sum(requests.slice(0, atForm)),
    settledSignIn: await sum(requests.slice(0, atRest)),
    rows: await sum(requests.slice(0, atRows)),
    pointing: await sum(requests.slice(before, pointed)),
    click: await sum(requests.slice(pointed)),
  };
  await context.close();
  return walk;
}

/**
 * Bytes of one page of a floor until its form or its rows stand.
 * @param {Browser} browser
 * @param {string} url
 * @returns {Promise<Bytes>}
 */
export async function measurePageBytes(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  /** @type {Request[]} */
  const requests = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(url, { waitUntil: 'commit' });
  await page.getByRole('button').first().waitFor();
  await page.waitForLoadState('networkidle');
  const bytes = await sum(requests);
  await context.close();
  return bytes;
}

/**
 * @param {Request[]} requests
 * @returns {Promise<Bytes>}
 */
async function sum(requests) {
  /** @type {Bytes} */
  const bytes = { js: 0, css: 0, other: 0, requests: requests.length, scripts: {} };
  for (const request of requests) {
    // An aborted request never finishes, and its sizes never come; the page is at rest, so nothing else is under way.
    if (request.failure() !== null) continue;
    await (await request.response())?.finished();
    const { responseBodySize } = await request.sizes();
    const kind = kindOf(request);
    bytes[kind] += responseBodySize;
    if (kind === 'js') bytes.scripts[new URL(request.url()).pathname] = responseBodySize;
  }
  return bytes;
}

/** @param {Request} request */
function kindOf(request) {
  // A preloaded module has no destination of its own until it is run: the ending tells.
  const { pathname } = new URL(request.url());
  if (request.resourceType() === 'script' || pathname.endsWith('.js')) return 'js';
  return request.resourceType() === 'stylesheet' || pathname.endsWith('.css') ? 'css' : 'other';
}
