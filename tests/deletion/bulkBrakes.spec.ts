import { expect, type Page } from '@playwright/test';
import { confirmBulk, deleteSelected, resultFilters, rows } from '../compute/computeRows.ts';
import { expectNoAxeViolations, test, waitForRender } from '../support/console.ts';
import { deferred } from '../support/deferred.ts';
import { openScreen } from '../support/openScreen.ts';

test.use({ sandboxOptions: { instances: 36 } });

const responses = {
  deleted: { status: 200, json: { id: 'i', workspace: { slug: 'acme' } } },
  gone: { status: 404, json: { message: 'No such instance.', statusCode: 404 } },
  mismatch: { status: 200, json: { id: 'i', workspace: { slug: 'globex' } } },
};

test('a bulk delete stops after a mismatch, and offers Retry after an acknowledgement', async ({ page }) => {
  const requestedIds = await openAndRespond(page, (index) => (index === 0 ? 'mismatch' : 'deleted'));
  const progress = await deleteAll(page);
  await expect(resultFilters(progress)).toHaveText(['2 deleted', '1 wrong workspace', '9 not sent']);
  const stopReason =
    'Stopped: a response named a different workspace. The remaining deletions were not sent.';
  await expect(progress.getByRole('alert')).toContainText(stopReason);
  await expectNoAxeViolations(page);
  expect(requestedIds).toHaveLength(3);

  const retry = progress.getByRole('button', { name: 'Retry 9 instances' });
  await expect(progress).toContainText(
    'To retry, close this dialog and acknowledge the alert on the Compute page.',
  );
  await expect(retry).toHaveCount(0);
  await page.reload();
  await expect(progress.getByRole('alert')).toContainText(stopReason);
  await expect(retry).toHaveCount(0);
  await progress.getByRole('button', { name: 'Close', exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'names a different workspace' });
  await expect(alert).toContainText('globex');
  // A phone must show the whole alert, because the admin has to compare both workspaces.
  await page.setViewportSize({ width: 360, height: 780 });
  const sentences = alert.getByText('Stop deleting');
  const hiddenPx = await sentences.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(hiddenPx).toBeLessThanOrEqual(1);
  await page.setViewportSize({ width: 1280, height: 800 });
  // The row stays locked until the alert is acknowledged.
  const mismatchRow = rows(page).filter({ hasText: 'Wrong workspace' });
  await expect(mismatchRow.getByRole('button', { name: /^Delete / })).toBeDisabled();
  await alert.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(alert).toHaveCount(0);
  await page.goto('/workspaces/acme/compute?database=orders&panel=bulk');
  await retry.click();
  const retryDialog = page.getByRole('alertdialog', { name: 'Delete 9 instances' });
  await expect(retryDialog.getByRole('button', { name: 'Delete 9 instances' })).toBeDisabled();
  expect(requestedIds).toHaveLength(3);
  await confirmBulk(page, 9);
  await expect(page.getByRole('dialog', { name: '9 of 9 instances deleted' })).toBeVisible();
});

test('a bulk delete pauses after five "not found" responses until the admin confirms', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  const responsesReleased = deferred<void>();
  const requestedIds = await openAndRespond(
    page,
    (index) => (index < 7 ? 'gone' : 'deleted'),
    responsesReleased.promise,
  );
  const progress = await deleteAll(page);
  await progress.getByRole('button', { name: 'Hide, keep running' }).click();
  await page.getByRole('link', { name: 'Regions' }).click();
  responsesReleased.resolve();
  await expect(page.getByRole('status', { name: 'Results' })).toContainText(
    'Deletion of 12 instances paused. Continue?',
  );
  // Move the clock only after all responses, because running requests would time out.
  const pausedLink = page.getByRole('link', { name: 'Deletion paused: 7 of 12' });
  await expect(pausedLink).toBeVisible();
  await page.clock.fastForward(61_000);
  await pausedLink.click();
  const question = progress.getByRole('alert');
  await expect(question).toContainText('Paused: the first five instances weren’t found.');
  await expect(page.getByRole('status', { name: 'Results', includeHidden: true })).toBeEmpty();
  await expectNoAxeViolations(page);
  const resume = progress.getByRole('button', { name: 'Continue deleting 5 instances' });
  await progress.getByLabel('Type 5 to confirm').fill('12');
  await expect(resume).toBeDisabled();
  await progress.getByLabel('Type 5 to confirm').press('Enter');
  await waitForRender(page);
  expect(requestedIds).toHaveLength(7);
  await progress.getByLabel('Type 5 to confirm').fill('5');
  await resume.click();
  await expect(resultFilters(progress)).toHaveText(['5 deleted', '7 not found']);
  await expect(question).toHaveCount(0);
  expect(requestedIds).toHaveLength(12);
});

/**
 * Opens a list of 12 instances. `chooseResponse` returns the response to a DELETE by its index.
 * @param released a promise that all responses wait for
 * @returns the IDs in the DELETE requests
 */
async function openAndRespond(
  page: Page,
  chooseResponse: (index: number) => keyof typeof responses,
  released: Promise<unknown> = Promise.resolve(),
): Promise<readonly string[]> {
  const requestedIds: string[] = [];
  let lastResponse = released;
  await page.clock.install();
  await openScreen(page, '/workspaces/acme/compute?database=orders');
  await page.route('**/compute/*', async (route) => {
    const response = responses[chooseResponse(requestedIds.length)];
    requestedIds.push(route.request().url().split('/').at(-1) ?? '');
    const previousResponse = lastResponse;
    lastResponse = previousResponse.then(() => new Promise((resolve) => setTimeout(resolve, 15)));
    await previousResponse;
    await route.fulfill(response);
  });
  return requestedIds;
}

async function deleteAll(page: Page) {
  await page.getByRole('checkbox', { name: 'Select all instances that match' }).check();
  return deleteSelected(page, 12);
}
