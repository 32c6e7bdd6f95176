import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answerDeletes } from '../compute/onScreen.ts';
import { deferred } from '../support/deferred.ts';
import { openBrowser } from '../support/listenConsole.ts';
import { goTo, type RenderedConsole, renderScreen } from '../support/renderConsole.tsx';
import { serviceError } from '../support/startConsole.ts';

const activityUrl = '/workspaces/acme/activity';

/** Opens the log. `deleteByOther` is a delete by a second admin, who has a token of her own. */
async function openActivity() {
  const page = await renderScreen(activityUrl, { otherTokens: ['other-token'], sandbox: { instances: 9 } });
  await screen.findByText('No deletions yet.');
  const { put } = await openBrowser(page.site.port, 'other-token');
  async function deleteByOther(targets: readonly { id: string }[], reason = ''): Promise<string> {
    const items = targets.map(({ id, ...rest }) => ({ databaseName: 'orders', instanceId: id, ...rest }));
    return Object((await put({ items, reason })).json).deletion.id;
  }
  return { ...page, deleteByOther };
}

const refresh = ({ user }: RenderedConsole) => user.click(screen.getByText('Refresh'));
const findEntry = (name: RegExp) => screen.findByRole('button', { name });
const facts = () => screen.getByText('Requested').closest('dl');

it('an address with unreadable days and an unknown deletion → all, and a sentence', async () => {
  const unknown = 'deletion=11111111-1111-4111-8111-111111111111';
  await renderScreen(`${activityUrl}?from=banana&to=2026-02-31&${unknown}`);
  await screen.findByText('No deletions yet.');
  expect(await screen.findByRole('alert')).toHaveTextContent("The deletion of this address can't be shown.");
});

it('a deletion of several by a colleague → one entry with who, why and each result', async () => {
  const page = await openActivity();
  const targets = (await page.site.listInstances('orders')).slice(0, 2);
  await page.deleteByOther(targets, 'INC-4312');
  await refresh(page);
  const entry = await findEntry(/^2 instances ?orders ?token [0-9a-f]{8} ?INC-4312 ?2 deleted/);
  expect(screen.getByRole('heading', { name: 'Today' })).toBeVisible();
  getSelection()?.selectAllChildren(entry);
  fireEvent.click(entry, { detail: 1 });
  expect(entry).toHaveAttribute('aria-expanded', 'false');
  getSelection()?.removeAllRanges();
  await page.user.click(entry);
  expect(entry).toHaveAttribute('aria-expanded', 'true');
  const items = within(screen.getByRole('list', { name: 'Results' })).getAllByRole('listitem');
  const expected = targets.map(({ name, id }) => expect.stringMatching(`^${name}.*${id}Deleted$`));
  expect(items.map(({ textContent }) => textContent)).toEqual(expected);
});

it('a running deletion → its entry follows, and is read again only after a change', async () => {
  const page = await openActivity();
  const release = page.site.hold('DELETE');
  const deletion = page.deleteByOther((await page.site.listInstances('orders')).slice(0, 2));
  await waitFor(() => expect(page.site.deletes()).toHaveLength(1));
  await refresh(page);
  await page.user.click(await findEntry(/^2 instances.*being deleted/));
  expect(await screen.findByRole('button', { name: 'Stop' })).not.toHaveAttribute('aria-disabled', 'true');
  const fetch = vi.spyOn(globalThis, 'fetch');
  const readsOf = (url: RegExp) => fetch.mock.calls.filter(([path]) => url.test(String(path))).length;
  const waitForPolls = () => waitFor(() => expect(readsOf(/\/deletions$/)).toBeGreaterThan(1));
  await waitForPolls();
  fetch.mockClear();
  await waitForPolls();
  expect(readsOf(/\/deletions\?/)).toBe(0);
  release();
  await findEntry(/^2 instances.*2 deleted/);
  await deletion;
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
});

it('a deletion ends while a filter is first read → its entry has the end', async () => {
  const page = await openActivity();
  const release = page.site.hold('DELETE');
  const deletion = page.deleteByOther([{ id: 'error-409' }]);
  await waitFor(() => expect(page.site.deletes()).toHaveLength(1));
  await refresh(page);
  const [gate, isHeld] = [deferred<void>(), deferred<void>()];
  page.browser.answer = async (url, _, send) => {
    if (!url.includes('search=')) return null;
    const response = await send();
    isHeld.resolve();
    await gate.promise;
    return response;
  };
  await page.user.type(screen.getByRole('searchbox', { name: 'Search deletions' }), 'error');
  await isHeld.promise;
  release();
  await deletion;
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Deleting/ })).toBeNull());
  gate.resolve();
  await findEntry(/^error-409.*Rejected/);
});

it('an open entry has an address, which shows it also where a filter hides it', async () => {
  const page = await openActivity();
  const id = await page.deleteByOther([{ id: 'error-500' }]);
  await refresh(page);
  await page.user.click(await findEntry(/^error-500/));
  await waitFor(() => expect(location.search).toBe(`?deletion=${id}`));
  // View of several that were not found leads to `gone`.
  for (const result of ['refused', 'gone']) {
    goTo(`${activityUrl}?result=${result}`);
    await screen.findByText('No deletion matches.');
  }
  goTo(`${activityUrl}?result=refused&deletion=${id}`);
  expect(await findEntry(/^error-500/)).toHaveAttribute('aria-expanded', 'true');
});

it('an unclear one, a wrong workspace → its response, who read it, what to do', async () => {
  const page = await openActivity();
  await page.deleteByOther([{ id: 'error-500' }], 'INC-1');
  await refresh(page);
  await page.user.click(await findEntry(/^error-500.*INC-1.*No clear result/));
  expect(facts()).toHaveTextContent(/Response ?HTTP 500 after (?!0\.0)\d+\.\d s, at \d\d:\d\d UTC/);
  expect(facts()).toHaveTextContent(/Result ?No clear result\./);
  await page.user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await findEntry(/error-500.*No clear result.*read by you, \d\d:\d\d UTC/);
  await page.deleteByOther([{ id: 'mismatch' }]);
  await refresh(page);
  await page.user.click(await findEntry(/^mismatch.*Wrong workspace/));
  expect(facts()).toHaveTextContent('Stop deleting, and tell your operator.');
});

it.each<[string, role: string, said: string, answer: () => Response | null]>([
  ['deleted', 'status', 'Deleted NAME', () => null],
  ['accepted', 'status', 'Accepted NAME: the service will', () => new Response(null, { status: 202 })],
  ['not found', 'alert', 'Not found: NAME', () => serviceError(404, 'No such instance.')],
  ['unclear', 'alert', 'No clear result: NAME', () => new Response('Oops', { status: 502 })],
])('Delete again… of the listed row, then %s → announced as %s', async (_, role, said, answer) => {
  const page = await openActivity();
  const targets = (await page.site.listInstances('orders')).slice(0, 1);
  const name = `${targets[0]?.name}`;
  answerDeletes(page.site, () => new Response('Oops', { status: 502 }), answer);
  await page.deleteByOther(targets);
  await refresh(page);
  await page.user.click(await findEntry(new RegExp(`^${name}.*No clear result`)));
  await screen.findByText(/: still listed\.$/);
  await page.user.click(await screen.findByRole('button', { name: 'Delete again…' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: `Delete ${name}` }));
  await page.user.type(dialog.getByRole('textbox', { name: `Type ${name} to confirm` }), `${name}{Enter}`);
  const announced = () => screen.getAllByRole(role).map(({ textContent }) => textContent);
  const expected = expect.stringMatching(`^${said.replace('NAME', name)}`);
  await waitFor(() => expect(announced()).toContainEqual(expected));
});

it('the toggles, the search and Only mine are asked of the server', async () => {
  const page = await openActivity();
  for (const id of ['error-500', 'error-409', 'accepted']) await page.deleteByOther([{ id }]);
  await refresh(page);
  const press = (name: string) => page.user.click(screen.getByRole('button', { name, pressed: false }));
  const expectEntries = (...names: string[]) =>
    waitFor(() => {
      const entries = screen.getAllByRole('button', { name: /^(error|accepted)/ });
      expect(entries.map(({ textContent }) => textContent?.split('orders')[0])).toEqual(names);
    });
  await expectEntries('accepted', 'error-409', 'error-500');
  await press('Rejected');
  await expectEntries('error-409');
  await press('No clear result');
  await expectEntries('error-409', 'error-500');
  await page.user.type(screen.getByRole('searchbox', { name: 'Search deletions' }), '500');
  await expectEntries('error-500');
  await press('Only mine');
  await screen.findByText('No deletion matches.');
  await page.user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await expectEntries('accepted', 'error-409', 'error-500');
});

it.each([
  ['internal', 500, 'Try again'],
  ['storage', 503, 'Refresh'],
])("the log can't be read (%s) → it says so, and reads it again", async (code, statusCode, name) => {
  const { user, browser } = await renderScreen('/workspaces/acme/regions');
  browser.answer = () => Response.json({ message: 'Broken.', statusCode, code }, { status: statusCode });
  goTo(activityUrl);
  await screen.findByText("The deletion log can't be read, so deleting is off.");
  browser.answer = null;
  await user.click(screen.getByRole('button', { name }));
  await screen.findByText(/^No deletions yet/);
});
