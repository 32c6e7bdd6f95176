import { expect } from '@playwright/test';
import { expectNoAxeViolations, signIn, test } from '../support/console.ts';
import { copyWith } from '../support/copyWith.ts';

test('explains a failed sign-in and copies the error without the token', async ({
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
    ['error-500', 'sandbox-token', 'The service returned an error (HTTP 500).'],
  ] as const) {
    await signIn(page, { workspaceSlug, token });
    await expect(alert).toContainText(says);
    await expectNoAxeViolations(page);
  }
  expect(new URL(page.url()).pathname).toBe('/workspaces/acme/regions');
  await expect(alert).toContainText('Request ID req-sandbox-500');
  const copied = await copyWith(alert.getByRole('button', { name: 'Copy error' }));
  expect(copied).toContain('Request ID req-sandbox-500');
  expect(copied).not.toContain('sandbox-token');
});
