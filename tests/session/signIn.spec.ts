import { expect, type Page } from '@playwright/test';
import { callsUnderWay } from '../support/callsUnderWay.ts';
import { expectNoAxeViolations, signIn, test } from '../support/console.ts';
import { copyWith } from '../support/copyWith.ts';

type Refusal = {
  when: string;
  workspaceSlug: string;
  token?: string;
  title: string;
  next: RegExp;
  logs?: RegExp;
  /** One of each look is held to the accessibility rules: about the token, the workspace, neither. */
  look?: true;
};

const refusals: Refusal[] = [
  {
    when: 'the token is wrong (401)',
    workspaceSlug: 'acme',
    token: 'some-other-token',
    title: 'The service does not accept this access token.',
    next: /copied whole and has not expired/,
    logs: /status of 401/,
    look: true,
  },
  {
    when: 'there is no such workspace (404)',
    workspaceSlug: 'nowhere',
    title: 'There is no workspace “nowhere”, or it is not visible to this token.',
    next: /Check the spelling/,
    logs: /status of 404/,
    look: true,
  },
  {
    when: 'too many requests came in (429)',
    workspaceSlug: 'error-429',
    title: 'The service is receiving too many requests.',
    next: /Wait 5 seconds, then sign in again/,
    logs: /status of 429/,
    look: true,
  },
  {
    when: 'the service fails (500)',
    workspaceSlug: 'error-500',
    title: 'The service failed (HTTP 500).',
    next: /Nothing is wrong with your token.*Try again/,
    logs: /status of 500/,
  },
  {
    when: 'the answer is no JSON',
    workspaceSlug: 'unreadable',
    title: 'The answer (HTTP 200) is not readable JSON.',
    next: /configured service address is wrong/,
  },
  {
    when: 'the answer breaks off',
    workspaceSlug: 'cut-off',
    title: 'The answer (HTTP 200) broke off before its end.',
    next: /Try again/,
    logs: /ERR_(INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH|CONNECTION_RESET)/,
  },
];

for (const { when, workspaceSlug, token = 'sandbox-token', title, next, logs, look } of refusals)
  test(`says what to do where ${when}, and keeps what was typed`, async ({ page, site, expectConsole }) => {
    if (logs !== undefined) expectConsole(logs);
    await page.goto('/workspaces/acme/regions');
    await signIn(page, { workspaceSlug, token });
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(title);
    await expect(alert).toContainText(next);
    await expect(workspaceField(page)).toHaveValue(workspaceSlug);
    await expect(tokenField(page)).toHaveValue(token);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
    expect(new URL(page.url()).pathname).toBe('/workspaces/acme/regions');
    expect(site.wire.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET /workspaces/${workspaceSlug}/regions`,
    ]);
    expect(await keptTexts(page)).toEqual([]);
    if (look) await expectNoAxeViolations(page);
  });

test('lets a failed sign-in be passed on to somebody who can help, without the token', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await page.goto('/');
  await signIn(page, { workspaceSlug: 'error-500' });
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('HTTP 500 · Request ID req-sandbox-500');
  await expectNoAxeViolations(page);
  for (const [label, words] of [
    ['Copy as curl', '/api/workspaces/error-500/regions'],
    ['Copy error', 'Request ID req-sandbox-500'],
  ] as const) {
    const copied = await copyWith(alert.getByRole('button', { name: label }));
    expect(copied).toContain(words);
    expect(copied).not.toContain('sandbox-token');
  }
});

test('tells a service that is out of reach from a browser that is offline', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_CONNECTION_REFUSED/);
  const calls = callsUnderWay(page);
  await page.goto('/');
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await signIn(page);
  await expect(page.getByRole('alert')).toContainText(
    'The service could not be reached, or something between here and it blocked the request.',
  );
  await expect(page.getByRole('alert')).toContainText('ask who runs this console');
  // The code that a sign-in fetches ahead is no part of this: it has to be there before the line drops.
  await expect.poll(() => calls.size).toBe(0);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('This browser is offline; nothing was sent.');
  await context.setOffline(false);
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Compute' })).toBeVisible();
});

test('tells a web page that answers the browser from the service', async ({ page }) => {
  await page.goto('/');
  await page.route('**/api/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Hotel</h1>' }),
  );
  await signIn(page);
  await expect(page.getByRole('alert')).toContainText('A web page came back, not the service (HTTP 200).');
  await expect(page.getByRole('alert')).toContainText('login page of your network');
  await expect(page.getByText('Hotel')).toHaveCount(0);
});

const slips = [
  { slip: 'no token', workspaceSlug: 'acme', token: '', says: 'The access token is empty.' },
  {
    slip: 'no workspace',
    workspaceSlug: '',
    token: 'sandbox-token',
    says: 'The workspace is empty; nothing was sent.',
  },
];

for (const { slip, workspaceSlug, token, says } of slips)
  test(`sends nothing for ${slip}, and names the field`, async ({ page, site }) => {
    await page.goto('/');
    await signIn(page, { workspaceSlug, token });
    await expect(page.getByRole('alert')).toContainText(says);
    const wrong = says.includes('workspace') ? workspaceField(page) : tokenField(page);
    await expect(wrong).toHaveAttribute('aria-invalid', 'true');
    expect(site.wire).toEqual([]);
  });

test('cleans a token that was pasted with its header and quotes', async ({ page, site }) => {
  await page.goto('/');
  await signIn(page, { token: '  Authorization: Bearer "sandbox-token" ' });
  await expect(page.getByRole('heading', { name: 'Compute' })).toBeVisible();
  expect(new Set(site.wire.map((line) => line.authorization))).toEqual(new Set(['Bearer sandbox-token']));
});

test('is a form that password managers know, shows the token on request, and is sent by Enter', async ({
  page,
  site,
}) => {
  await page.goto('/');
  await expectNoAxeViolations(page);
  const form = page.locator('form');
  await expect(form.locator('input[autocomplete=username]')).toHaveAccessibleName('Workspace');
  await expect(form.locator('input[type=password][autocomplete=current-password]')).toHaveAccessibleName(
    'Access token',
  );
  await expect(form.locator('button[type=submit]')).toHaveAccessibleName('Sign in');
  await workspaceField(page).fill('acme');
  await tokenField(page).fill('sandbox-token');
  await page.getByRole('button', { name: 'Show token' }).click();
  await expect(tokenField(page)).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide token' }).click();
  await expect(tokenField(page)).toHaveAttribute('type', 'password');
  await expect(tokenField(page)).toHaveValue('sandbox-token');
  await tokenField(page).press('Enter');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(site.wire.filter(({ path }) => path.endsWith('/regions'))).toHaveLength(1);
});

test.describe('while the proof is on its way', () => {
  test.use({ sandboxOptions: { latencyMs: 700 } });

  test('asks once, however often the button is pressed', async ({ page, site }) => {
    await page.goto('/workspaces/acme/regions');
    await workspaceField(page).fill('acme');
    await tokenField(page).fill('sandbox-token');
    await page.getByRole('button', { name: 'Sign in' }).dblclick();
    await tokenField(page).press('Enter');
    await expect(page.getByRole('button', { name: 'Signing in…' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
    // The proof's answer fills the cache, so the screen asks for nothing more.
    expect(site.wire).toHaveLength(1);
  });
});

test('offers the workspace and token of the sandbox', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Fill in' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Compute' })).toBeVisible();
});

function workspaceField(page: Page) {
  return page.getByLabel('Workspace', { exact: true });
}

function tokenField(page: Page) {
  return page.getByLabel('Access token', { exact: true });
}

/** Whatever the browser keeps of this page, as text. */
function keptTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    ...Object.values({ ...sessionStorage }),
    ...Object.values({ ...localStorage }),
  ]);
}
