import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { deferred } from '../support/deferred.ts';
import type { RenderedConsole } from '../support/renderConsole.tsx';
import { askToDelete, confirmBulk, confirmDelete, openCompute, rowNames } from './onScreen.ts';

const name = 'orders-primary';
type Answer = (send: () => Promise<Response>, count: number) => Promise<Response>;

/** Replaces the answers to the PUTs and to the withdrawals. `count` is that of the requests of its kind so far. */
function answerRequests({ browser }: RenderedConsole, put: Answer, withdraw: Answer = (send) => send()) {
  const counts = { put: 0, withdraw: 0 };
  browser.answer = (url, method, send) => {
    if (method === 'PUT') return put(send, ++counts.put);
    return url.endsWith('/withdraw') ? withdraw(send, ++counts.withdraw) : null;
  };
  return counts;
}

const lose = () => Promise.reject(new TypeError('Failed to fetch'));
const html = { 'content-type': 'text/html' };
const loginPage = async () => new Response('<html>Sign in</html>', { headers: html });
const refuseSize = async () => new Response('<html>Too large', { status: 413, headers: html });
const refuse = async () => {
  const message = "The deletion log can't be written, so nothing was sent.";
  return Response.json({ message, statusCode: 503, code: 'storage' }, { status: 503 });
};

async function findDialog(title: string) {
  return within(await screen.findByRole('alertdialog', { name: `${title}: ${name}` }));
}

async function deleteWhile(put: Answer, withdraw?: Answer) {
  const page = await openCompute(3);
  const counts = answerRequests(page, put, withdraw);
  await confirmDelete(page.user, name);
  return { ...page, counts };
}

const cantWrite = /The deletion log can't be written, so nothing was sent\..*know yet whether a copy of the/s;
it.each<[string, Answer, RegExp]>([
  ['of our server', refuse, cantWrite],
  ['of the size by something in front', refuseSize, /^Something in front .* refuses the size/],
])('a refusal %s → its sentence; "Not sent" only when the ID is withdrawn', async (_, put, sentence) => {
  const held = deferred<void>();
  await deleteWhile(put, (send) => held.promise.then(send));
  const dialog = await findDialog('No result yet');
  expect(dialog.getByRole('alert')).toHaveTextContent(sentence);
  expect(dialog.queryByRole('link')).toBeNull();
  held.resolve();
  expect((await findDialog('Not sent')).getByRole('alert')).toHaveFocus();
});

it.each<[string, put: Answer, withdraw: () => Promise<Response>, linkCount: number]>([
  ['a login page', loginPage, loginPage, 1],
  ['an empty 204 of something in front', refuse, async () => new Response(null, { status: 204 }), 0],
])('withdrawals get %s → no "Not sent" until our answer', async (_, put, withdraw, linkCount) => {
  let isThrough = false;
  const { site, user, counts } = await deleteWhile(put, (send) => (isThrough ? send() : withdraw()));
  const dialog = await findDialog('No result yet');
  await waitFor(() => expect(counts.withdraw).toBeGreaterThan(0));
  const links = await waitFor(() => dialog.queryAllByRole('link', { name: 'Sign in there in a new tab' }));
  expect(links.map((link) => link.getAttribute('target'))).toEqual(Array(linkCount).fill('_blank'));
  expect(screen.queryByText(/Not sent/)).toBeNull();
  isThrough = true;
  await user.click(dialog.getByRole('button', { name: 'Ask again' }));
  await findDialog('Not sent');
  expect(site.deletes()).toHaveLength(0);
});

it.each<[string, Answer]>([
  ['is lost', (send, count) => (count === 1 ? send().then(lose) : send())],
  ['refuses a copy of what was sent', (send) => send().then(refuse)],
])('an answer that %s → the result of the same ID, and one DELETE', async (_, put) => {
  const { site } = await deleteWhile(put);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(rowNames()).not.toContain(name);
  expect(site.deletes()).toHaveLength(1);
});

it('the server is gone while its log says that it runs → the page claims nothing', async () => {
  const gone = deferred<void>();
  const page = await openCompute(3);
  page.site.hold('DELETE');
  answerRequests(page, (send) => Promise.race([send(), gone.promise.then(lose)]), lose);
  await confirmDelete(page.user, name);
  await screen.findByText(/^Being deleted by/);
  gone.resolve();
  const dialog = await findDialog('No result yet');
  expect(dialog.getByRole('alert')).toHaveTextContent(/^Couldn't reach the console's server/);
  const { now } = Date;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 61_000);
  await dialog.findByText(/^The console's server doesn't answer/);
  screen.getByRole('link', { name: `No result yet: ${name}`, hidden: true });
});

it('no request is answered, but the log has the result → the page says it, and nothing else', async () => {
  const { user } = await deleteWhile((send) => send().then(loginPage), loginPage);
  const dialog = await screen.findByRole('alertdialog');
  const texts = new Set<string>();
  const observer = new MutationObserver(() => texts.add(dialog.textContent));
  observer.observe(dialog, { childList: true, subtree: true, characterData: true });
  await screen.findByText('Deleted');
  observer.disconnect();
  expect([...texts].join()).not.toMatch(/wasn't deleted|Not sent/);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'View' }));
  await screen.findByRole('button', { name: /^orders-primary.*Deleted/, expanded: true });
});

it('offline → the cause, and nothing is sent', async () => {
  const page = await openCompute(3);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const counts = answerRequests(page, lose, lose);
  await confirmDelete(page.user, name);
  expect((await findDialog('Not sent')).getByRole('alert')).toHaveTextContent("You're offline.");
  expect(counts).toEqual({ put: 0, withdraw: 0 });
});

it('closed without a result → the sidebar and Sign out say so, until a toast has the result', async () => {
  const held = deferred<void>();
  const { user } = await deleteWhile(loginPage, (send, count) =>
    count === 1 ? lose() : held.promise.then(send),
  );
  await user.click((await findDialog('No result yet')).getByRole('button', { name: 'Close' }));
  await screen.findByRole('link', { name: `No result yet: ${name}` });
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Sign out?' }));
  question.getByText('A delete has no result yet. Afterwards, look for it in Activity.');
  await user.click(question.getByRole('button', { name: 'Stay signed in' }));
  held.resolve();
  await screen.findByText('Not sent:');
  await waitFor(() => expect(screen.queryByText(/^No result yet/)).toBeNull());
});

it.each([
  ['same', 'sandbox-token', true],
  ['next', 'other-token', false],
])('Sign out without a result, and the %s person signs in → only its own asks', async (_, token, asks) => {
  const { user, counts } = await deleteWhile(loginPage, lose);
  await user.click((await findDialog('No result yet')).getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Sign out?' }));
  await user.click(question.getByRole('button', { name: 'Sign out' }));
  const field = await screen.findByLabelText('Access token');
  const { withdraw } = counts;
  await user.type(field, `${token}{Enter}`);
  await screen.findByRole('table');
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  expect(counts.withdraw > withdraw).toBe(asks);
});

it('several run while the server is gone → the dialog says that it keeps trying', async () => {
  const gone = deferred<void>();
  const page = await openCompute(3);
  page.site.hold('DELETE');
  answerRequests(page, (send) => Promise.race([send(), gone.promise.then(lose)]));
  await confirmBulk(page.user, 3);
  const dialog = within(await screen.findByRole('alertdialog', { name: /^Deleting 1 of 3/ }));
  dialog.getByText(/the result goes to Activity/);
  gone.resolve();
  await dialog.findByText('No answer yet. This page keeps trying.');
});

it.each([
  ['sleeps for hours', 2, 'Not sent', 0],
  ['sets its clock back', -2, 'Not sent', 0],
  ['sleeps for days after it', 49, 'No result yet', 1],
])('a machine that %s, its request lost → nothing false', async (_, hours, title, sent) => {
  // The server keeps its clock.
  const { now } = Date;
  const page = await openCompute(3, '', {}, now);
  page.site.hold('DELETE');
  const counts = answerRequests(page, async (send) => {
    if (sent === 1) send().catch(() => {});
    await waitFor(() => expect(page.site.deletes()).toHaveLength(sent));
    vi.spyOn(Date, 'now').mockReturnValue(now() + hours * 3_600_000);
    return lose();
  });
  await confirmDelete(page.user, name);
  await (await findDialog(title)).findByText("The console's server doesn't answer.");
  expect([counts.withdraw, page.site.deletes().length]).toEqual([1 - sent, sent]);
});

it('signed out elsewhere → the ID is withdrawn after the next sign-in', async () => {
  const page = await openCompute(3);
  const counts = answerRequests(page, (send) => send());
  await askToDelete(page.user, name);
  await page.browser.fetch('/api/session', { method: 'DELETE' });
  await page.user.keyboard('{Enter}');
  fireEvent.change(await screen.findByLabelText('Access token'), { target: { value: 'sandbox-token' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await (await findDialog('Not sent')).findByText('You were signed out, so nothing was sent.');
  expect(screen.queryByLabelText('Access token')).toBeNull();
  expect(counts.withdraw).toBeGreaterThan(0);
  expect(page.site.deletes()).toHaveLength(0);
});

it('signed in again elsewhere → the ID is withdrawn with the new session', async () => {
  const page = await openCompute(3);
  await askToDelete(page.user, name);
  await page.browser.signIn('acme');
  await page.user.keyboard('{Enter}');
  await findDialog('Not sent');
  expect(page.site.deletes()).toHaveLength(0);
});

it('a result that couldn’t be stored yet → the page says so', async () => {
  await deleteWhile(async (send) => {
    const answer = await (await send()).json();
    return Response.json({ ...answer, isStored: false });
  });
  await screen.findByText(/^: the result couldn't be stored yet\./);
});
