import { expect } from '@playwright/test';
import { expectNoAxeViolations, signIn, test } from '../support/console.ts';
import { copyWith } from '../support/copyWith.ts';

test('a failed sign-in is explained, and a reload restores only a stored session', async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/status of \d{3}/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await page.goto('/workspaces/acme/compute?q=reports&sort=-created');
  await expect(page.getByLabel('Workspace', { exact: true })).toHaveValue('acme');
  await expectNoAxeViolations(page);
  const alert = page.getByRole('alert');
  for (const [workspaceSlug, token, sentence] of [
    ['acme', 'some-other-token', 'The service doesn’t accept this access token.'],
    ['error-500', 'sandbox-token', 'The service returned an error (HTTP 500).'],
  ] as const) {
    await signIn(page, { workspaceSlug, token });
    await expect(alert).toContainText(sentence);
    await expectNoAxeViolations(page);
  }
  const copiedText = await copyWith(alert.getByRole('button', { name: 'Copy error' }));
  expect(copiedText).toContain('Request ID req-sandbox-500');
  expect(copiedText).not.toContain('sandbox-token');

  await signIn(page);
  const search = page.getByRole('searchbox', { name: 'Search instances' });
  await expect(search).toHaveValue('reports');
  expect(page.url()).toMatch(/\/workspaces\/acme\/compute\?q=reports&sort=-created$/);
  await page.reload();
  await expect(page.getByLabel('Access token', { exact: true })).toHaveValue('');
  await page.getByLabel('Keep me signed in in this tab').check();
  await signIn(page);
  await expect(search).toHaveValue('reports');
  await page.reload();
  await expect(search).toHaveValue('reports');
});
