import { expect, type Page } from '@playwright/test';
import { callsUnderWay } from '../support/callsUnderWay.ts';
import { expectNoAxeViolations, signIn, test } from '../support/console.ts';
import { copyWith } from '../support/copyWith.ts';

/** One of each look is held to the accessibility rules: about the token, the workspace, neither. */
test('a sign-in that fails says what to do, keeps nothing, and can be passed on without the token', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/status of \d{3}/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await page.goto('/workspaces/acme/regions');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expectNoAxeViolations(page);
  const alert = page.getByRole('alert');
  for (const [workspaceSlug, token, says] of [
    ['acme', 'some-other-token', 'The service does not accept this access token.'],
    ['nowhere', 'sandbox-token', 'Workspace “nowhere” wasn’t found.'],
    ['error-500', 'sandbox-token', 'The service returned an error (HTTP 500).'],
  ] as const) {
    await signIn(page, { workspaceSlug, token });
    await expect(alert).toContainText(says);
    await expectNoAxeViolations(page);
  }
  expect(new URL(page.url()).pathname).toBe('/workspaces/acme/regions');
  expect(await keptTexts(page)).toEqual([]);
  await expect(alert).toContainText('HTTP 500 · Request ID req-sandbox-500');
  const copied = await copyWith(alert.getByRole('button', { name: 'Copy error' }));
  expect(copied).toContain('Request ID req-sandbox-500');
  expect(copied).not.toContain('sandbox-token');
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
    'Couldn’t reach the service. Your network or browser may be blocking the request.',
  );
  await expect(page.getByRole('alert')).toContainText('contact your operator');
  // The code that a sign-in fetches ahead is no part of this: it has to be there before the line drops.
  await expect.poll(() => calls.size).toBe(0);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('You’re offline. No request was sent.');
  await context.setOffline(false);
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Compute' })).toBeVisible();
});

/** Whatever the browser keeps of this page, as text. */
function keptTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    ...Object.values({ ...sessionStorage }),
    ...Object.values({ ...localStorage }),
  ]);
}
