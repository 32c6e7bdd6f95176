import { expect, type Page } from '@playwright/test';
import { drawn, expectNoAxeViolations, test } from '../../support/console.ts';
import { openScreen } from '../../support/openScreen.ts';
import { confirmBulk, deleteSelected, outcomesIn, rows } from '../computeRows.ts';

/** A bulk deletion stops by itself once its answers say that going on would do harm, and says why. */
test.use({ sandboxOptions: { instances: 60 } });

type Answer = 'well' | 'gone' | 'refused' | 'unknown' | 'mismatch';

const answers = {
  well: { status: 200, json: { id: 'i', workspace: { slug: 'acme' } } },
  gone: { status: 404, json: { message: 'No such instance.', statusCode: 404 } },
  refused: { status: 409, json: { message: 'Busy.', statusCode: 409 } },
  unknown: { status: 503, contentType: 'text/html', body: '<h1>Service unavailable</h1>' },
  mismatch: { status: 200, json: { id: 'i', workspace: { slug: 'globex' } } },
};

test('an answer that names another workspace stops it: what was on its way ends, nothing further is sent', async ({
  page,
}) => {
  const wire = await openAndAnswer(page, (at) => (at === 0 ? 'mismatch' : 'well'));
  const progress = await deleteAll(page);
  await expect(progress).toContainText('20 of 20');
  await expect(progress).toContainText('2 deleted · 1 to be checked · 17 not sent');
  await expect(progress.getByRole('alert')).toContainText(
    'Stopped: an answer named another workspace. What is left was not sent.',
  );
  await expect(
    progress.getByRole('listitem').filter({ hasText: 'an answer named another workspace' }).first(),
  ).toBeVisible();
  await expectNoAxeViolations(page);
  expect(wire).toHaveLength(3);

  await progress.getByRole('button', { name: 'Retry 17 instances' }).click();
  const anew = page.getByRole('alertdialog', { name: 'Delete 17 instances' });
  await expect(anew.getByRole('button', { name: 'Delete 17 instances' })).toBeDisabled();
  expect(wire).toHaveLength(3);
  await confirmBulk(page, 17);
  await expect(page.getByRole('dialog', { name: 'Deletion of 17 instances ended' })).toContainText(
    '17 deleted',
  );
  await page.keyboard.press('Escape');
  // What the answer was about is locked until somebody has seen it.
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).getByRole('button', { name: /^Delete / })).toBeDisabled();
  await expect(page.getByRole('alert').filter({ hasText: 'names another workspace' })).toContainText(
    'globex',
  );
});

test('three answers in a row that do not say what became of it stop it', async ({ page, expectConsole }) => {
  expectConsole(/status of 503/);
  const wire = await openAndAnswer(page, () => 'unknown');
  const progress = await deleteAll(page);
  await expect(progress).toContainText('20 of 20');
  await expect(progress).toContainText('5 unknown · 15 not sent');
  await expect(progress.getByRole('alert')).toContainText(
    'Stopped: three answers in a row do not say what became of the deletion. What is left was not sent.',
  );
  expect(
    Object.values(await outcomesIn(progress)).filter((word) => word === 'Not sent').length,
  ).toBeGreaterThan(0);
  await page.clock.runFor(61_000);
  await drawn(page);
  expect(wire).toHaveLength(5);
  await expect(progress.getByRole('button', { name: 'Retry 20 instances' })).toBeVisible();
});

test('a dead line stops it too, and elsewhere the reason is told with the end', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_CONNECTION_REFUSED/);
  let tried = 0;
  let isHidden = () => {};
  const hidden = new Promise<void>((resolve) => {
    isHidden = resolve;
  });
  await openScreen(page, orders);
  await page.route('**/compute/*', async (route) => {
    tried += 1;
    await hidden;
    await route.abort('connectionrefused');
  });
  const progress = await deleteAll(page);
  await progress.getByRole('button', { name: 'Hide, it goes on' }).click();
  await page.getByRole('link', { name: 'Regions' }).click();
  isHidden();
  await expect(page.getByRole('status', { name: 'Results' })).toContainText(
    /has ended: 5 unknown · 15 not sent\. Stopped: three answers in a row/,
  );
  expect(tried).toBe(5);
});

test('two such answers in a row, again and again, do not stop it', async ({ page, expectConsole }) => {
  expectConsole(/status of (409|503)/);
  const wire = await openAndAnswer(page, (at) => (at % 3 === 2 ? 'refused' : 'unknown'));
  const progress = await deleteAll(page);
  await expect(progress).toContainText('20 of 20', { timeout: 15_000 });
  await expect(progress).toContainText('6 refused · 14 unknown');
  await expect(progress.getByRole('alert')).toHaveCount(0);
  expect(wire).toHaveLength(20);
});

test('five first answers that nothing is there make it ask; it goes on once that is confirmed', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  const wire = await openAndAnswer(page, (at) => (at < 7 ? 'gone' : 'well'));
  const progress = await deleteAll(page);
  const asks = progress.getByRole('alert');
  await expect(asks).toContainText('Paused: the first five answers all say that the instance is not there.');
  await expect(progress).toContainText('7 of 20');
  await expectNoAxeViolations(page);
  await page.clock.runFor(61_000);
  await drawn(page);
  expect(wire).toHaveLength(7);
  const goOn = progress.getByRole('button', { name: 'Go on: delete 13 instances' });
  for (const wrong of ['', '20', '1']) {
    await progress.getByLabel('Type 13 to confirm').fill(wrong);
    await expect(goOn, wrong).toBeDisabled();
  }
  await progress.getByLabel('Type 13 to confirm').press('Enter');
  await drawn(page);
  expect(wire).toHaveLength(7);
  await progress.getByLabel('Type 13 to confirm').fill('13');
  await goOn.click();
  await expect(progress).toContainText('13 deleted · 7 not there');
  await expect(asks).toHaveCount(0);
  expect(wire).toHaveLength(20);
});

test('while it asks, it says so on every screen; Stop leaves the rest unsent', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  const wire = await openAndAnswer(page, () => 'gone');
  const progress = await deleteAll(page);
  await expect(progress.getByRole('alert')).toContainText('Paused');
  await progress.getByRole('button', { name: 'Hide', exact: true }).click();
  await page.getByRole('link', { name: 'Regions' }).click();
  await expect(page.getByRole('status', { name: 'Results' })).toContainText(
    'The deletion of 20 instances is paused: it asks whether to go on.',
  );
  await page.getByRole('link', { name: 'Deletion paused: 7 of 20' }).click();
  await progress.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(progress).toContainText('7 not there · 13 not sent');
  await expect(progress.getByRole('alert')).toContainText('Stopped.');
  expect(wire).toHaveLength(7);
});

test('what was protected while it asked is left out', async ({ page, context, expectConsole }) => {
  expectConsole(/status of 404/);
  const wire = await openAndAnswer(page, (at) => (at < 7 ? 'gone' : 'well'));
  const progress = await deleteAll(page);
  await expect(progress.getByRole('alert')).toContainText('Paused');
  const left =
    (await progress
      .getByRole('listitem')
      .filter({ hasText: 'Waiting' })
      .locator('bdi')
      .first()
      .textContent()) ?? '';
  const other = await context.newPage();
  await openScreen(other, `${orders}&q=${left}`);
  await rows(other).getByRole('button', { name: left, exact: true }).first().click();
  await other.getByRole('button', { name: 'Protect on this device' }).click();
  await progress.getByLabel('Type 13 to confirm').fill('13');
  await progress.getByRole('button', { name: 'Go on: delete 13 instances' }).click();
  await expect(progress).toContainText('12 deleted · 7 not there · 1 not sent');
  await expect(progress).toContainText('It has been protected on this device meanwhile; nothing was sent.');
  expect(wire).toHaveLength(19);
});

test('while it asks, an answer of another workspace still stops it', async ({ page, expectConsole }) => {
  expectConsole(/status of 404/);
  const wire = await openAndAnswer(page, (at) => (at < 5 ? 'gone' : at === 5 ? 'mismatch' : 'well'));
  const progress = await deleteAll(page);
  await expect(progress).toContainText('1 deleted · 5 not there · 1 to be checked · 13 not sent');
  await expect(progress.getByRole('alert')).toContainText('Stopped: an answer named another workspace.');
  expect(wire).toHaveLength(7);
});

test('where nobody answers, what it asked about is not sent after 5 minutes', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  const wire = await openAndAnswer(page, () => 'gone');
  const progress = await deleteAll(page);
  await expect(progress.getByRole('alert')).toContainText('Paused');
  await expect(progress).toContainText('7 of 20');
  await drawn(page);
  await page.clock.runFor(5 * 60_000 + 1_000);
  await expect(progress.getByRole('alert')).toContainText('nobody went on within 5 minutes');
  await expect(progress).toContainText('7 not there · 13 not sent');
  expect(wire).toHaveLength(7);
});

test('one other answer among the first five is enough for it to go on', async ({ page, expectConsole }) => {
  expectConsole(/status of 404/);
  const wire = await openAndAnswer(page, (at) => (at === 3 ? 'well' : 'gone'));
  const progress = await deleteAll(page);
  await expect(progress).toContainText('1 deleted · 19 not there');
  await expect(progress.getByRole('alert')).toHaveCount(0);
  expect(wire).toHaveLength(20);
});

const orders = '/workspaces/acme/compute?database=orders';

/** Opens 20 instances whose deletes are answered by a script, one answer after the other. */
async function openAndAnswer(page: Page, script: (at: number) => Answer): Promise<readonly string[]> {
  const wire: string[] = [];
  let before: Promise<unknown> = Promise.resolve();
  await page.clock.install();
  await openScreen(page, orders);
  await page.route('**/compute/*', async (route) => {
    const answer = answers[script(wire.length)];
    wire.push(route.request().url().split('/').at(-1) ?? '');
    const turn = before;
    before = turn.then(() => new Promise((resolve) => setTimeout(resolve, 40)));
    await turn;
    await route.fulfill(answer);
  });
  return wire;
}

async function deleteAll(page: Page) {
  await page.getByRole('checkbox', { name: 'Select all instances that match' }).check();
  return deleteSelected(page, 20);
}
