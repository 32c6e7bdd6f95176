import { expect } from '@playwright/test';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';
import { deleteOne, deleteRequests } from './computeRows.ts';

test('[27, 28 DELETE] a short wait after a 429 is counted down, a long one is only said', async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 429/);
  await page.clock.install();
  await openScreen(page, '/workspaces/faults/compute?q=error-429-absurd&database=orders');
  const dialog = await deleteOne(page, 'error-429-absurd');
  await expect(dialog.getByText(/^You can try again in \d+ s$/)).toBeVisible();
  const again = dialog.getByRole('button', { name: 'Delete instance' });
  await expect(again).toBeDisabled();
  await page.clock.fastForward(31_000);
  await expect(again).toBeEnabled();
  const [firstRequest] = deleteRequests(site.wire);
  const secondRequest = page.waitForRequest('**/compute/error-429-absurd');
  await page.route('**/compute/error-429-absurd', (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '600' }, json: { message: 'Later.' } }),
  );
  await again.click();
  expect((await secondRequest).headers()['idempotency-key']).not.toBe(firstRequest?.idempotencyKey);
  await expect(dialog.getByText('The service asks to wait 10 minutes.')).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(again).toBeEnabled();
  expect(deleteRequests(site.wire)).toHaveLength(1);
});
