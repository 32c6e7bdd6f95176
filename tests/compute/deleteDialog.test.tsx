// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { deferred } from '../support/deferred.ts';
import type { RenderedConsole } from '../support/renderConsole.tsx';
import {
  answerDeletes,
  askToDelete,
  compute,
  confirmBulk,
  confirmDelete,
  countDeletes,
  findTable,
  openCompute,
  refreshOrders,
  rowNames,
  rowOf,
  serviceError,
} from './onScreen.ts';

const name = 'orders-primary';

const accepted = () => new Response(null, { status: 202 });
const notFound = () => serviceError(404, 'No such instance.');
const failed = () => serviceError(500, 'Oops.');
const click = (user: UserEvent, label: string) => user.click(screen.getByRole('button', { name: label }));

describe('a delete', () => {
  it('is sent once after typing the whole name; an accepted or not found one has its message, too', async () => {
    const { user, site } = await openCompute(3);
    await askToDelete(user, name);
    await click(user, 'Cancel');
    await waitFor(() => expect(screen.getByRole('button', { name: `Delete ${name}` })).toHaveFocus());
    await user.keyboard('{Enter}');
    const field = await screen.findByRole('textbox', { name: `Type ${name} to confirm` });
    expect(field).toHaveValue('');
    expect(screen.getByRole('button', { name: 'Delete instance' })).toBeDisabled();
    expect(countDeletes(site)).toBe(0);
    const reason = screen.getByRole('textbox', { name: 'Reason' });
    await user.click(reason);
    await user.paste(`INC-1 \u202e${'x'.repeat(300)}`);
    expect(reason).toHaveAccessibleDescription(/At most 300 characters/);
    await user.type(field, name);
    await user.dblClick(screen.getByRole('button', { name: 'Delete instance' }));
    await screen.findByText('removed, queued for deletion');
    await waitFor(() => expect(rowNames()).not.toContain(name));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(countDeletes(site)).toBe(1);

    const [second = '', third = ''] = rowNames();
    answerDeletes(site, accepted, notFound);
    await confirmDelete(user, second);
    await screen.findByText('accepted by the service');
    await waitFor(() => expect(rowNames()).toEqual([third]));
    await askToDelete(user, third);
    expect(screen.getByRole('button', { name: /^Use INC-1 U\+202E x+ again$/ })).toBeInTheDocument();
    await click(user, 'Delete instance');
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText(/was not found/)).toBeNull());
    expect(rowNames()).toEqual([]);
  });

  it('the last match of a search → the screen offers to clear the search', async () => {
    const { user } = await openCompute(3, `${compute}?q=${name}`);
    await confirmDelete(user, name);
    await screen.findByText('No matching instances.');
    await click(user, 'Clear search');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    await findTable(2);
    await user.type(screen.getByRole('searchbox'), 'orders gone');
    const link = await screen.findByRole('link', { name: 'Was it deleted?' });
    expect(link).toHaveAttribute('href', '/workspaces/acme/activity?q=orders+gone');
  });
});

it('the log hides the row from an older list, and not a new instance with its ID', async () => {
  const { user, site, browser } = await openCompute(3);
  const [record] = site.sandbox.instances('acme', 'orders').map(({ json }) => JSON.parse(json));
  const { promise: held, resolve: release } = deferred<void>();
  // The answers to what Refresh requests arrive after the delete, and no other answer can hide the row.
  globalThis.fetch = async (target, init) => {
    const response = await browser.fetch(target, init);
    if (/\/(deletions|orders\/compute)$/.test(String(target))) await held;
    return response;
  };
  await refreshOrders(user, site, [record, { id: 'i-2', name: 'newcomer' }]);
  const countLists = () => site.wire.filter(({ path }) => path.endsWith('/orders/compute')).length;
  await waitFor(() => expect(countLists()).toBe(2));
  const refresh = screen.getByRole('button', { name: 'Refresh' });
  expect(refresh).toHaveAttribute('aria-busy', 'true');
  await confirmDelete(user, name);
  await waitFor(() => expect(rowNames()).not.toContain(name));
  release();
  await waitFor(() => expect(refresh).toHaveAttribute('aria-busy', 'false'));
  await screen.findByRole('button', { name: 'newcomer' });
  expect(rowNames()).not.toContain(name);
  await refreshOrders(user, site, [{ ...record, created: new Date().toISOString() }]);
  await screen.findByRole('button', { name });
});

describe('a result that keeps the dialog open', () => {
  /** Expects a title of its own, the focus on the alert, and that Enter sends nothing. */
  async function deleteWithout(respond: () => Response, label: string, sentence: RegExp) {
    const { user, site } = await openCompute(3);
    answerDeletes(site, respond);
    const form = within(await askToDelete(user, name));
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'INC-1');
    await user.click(form.getByRole('button', { name: 'Delete instance' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: `${label}: ${name}` }));
    expect(dialog.getByRole('heading', { name: label })).toBeInTheDocument();
    const alert = dialog.getByRole('alert');
    expect(alert).toHaveTextContent(sentence);
    expect(alert).toHaveFocus();
    expect(dialog.queryByRole('button', { name: 'Dismiss' })).toBeNull();
    // While the dialog is open, the page doesn't repeat its alert.
    expect(screen.getAllByRole('alert', { hidden: true })).toHaveLength(1);
    await user.keyboard('{Enter}{Enter}{Enter}');
    expect(countDeletes(site)).toBe(1);
    return { user, site, dialog };
  }

  it('Rejected → confirmed again by typing, and its reason stays', async () => {
    const sentence = /Message from the service: Busy\. HTTP 409Refresh the list/;
    const { user, site } = await deleteWithout(() => serviceError(409, 'Busy.'), 'Rejected', sentence);
    const field = screen.getByRole('textbox', { name: `Type ${name} to confirm` });
    expect(field).toHaveValue('');
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('INC-1');
    await user.type(field, `${name}{Enter}`);
    await waitFor(() => expect(rowNames()).not.toContain(name));
    expect(countDeletes(site)).toBe(2);
  });

  it('No clear result → Refresh list, and what it shows, until it is dismissed', async () => {
    const sentence = /We don't know whether orders-primary was deleted/;
    const { user, dialog } = await deleteWithout(failed, 'No clear result', sentence);
    const buttons = dialog.getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Refresh list', 'Close', 'Delete again…']);
    await user.tab();
    expect(screen.getByRole('button', { name: 'Refresh list' })).toHaveFocus();
    await user.keyboard('{Enter}');
    await screen.findByText(/^Still listed at \d\d:\d\d UTC\.$/);
    expect(within(rowOf(name)).getByText('No clear result')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: `Delete ${name}` })).toBeEnabled();
    await click(user, 'Delete again…');
    await screen.findByText(/whether an earlier request deleted/);
    await click(user, 'Cancel');
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText(/We don't know whether/)).toBeNull());
    expect(screen.getByRole('button', { name })).toHaveFocus();
  });

  it('Wrong workspace → must be acknowledged', async () => {
    const record = { id: 'x', name, workspace: { slug: 'beta' }, database: {}, sharded: false };
    const respond = () => Response.json({ ...record, expandable: false });
    const sentence = /names a different workspace.*“beta”/s;
    const { user } = await deleteWithout(respond, 'Wrong workspace', sentence);
    await user.keyboard('{Escape}');
    await click(user, 'I have read this');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(screen.getByRole('button', { name: `Delete ${name}` })).toBeEnabled());
    expect(screen.queryByText(/names a different workspace/)).toBeNull();
    expect(screen.getByRole('button', { name })).toHaveFocus();
    expect(within(rowOf(name)).getByText('Wrong workspace')).toBeInTheDocument();
  });

  it('several results → the newest in full, and one line that counts only the others', async () => {
    const { user, site } = await openCompute(3);
    const [first = '', second = '', third = ''] = rowNames();
    answerDeletes(site, failed, failed, notFound);
    for (const each of [first, second]) {
      await confirmDelete(user, each);
      await screen.findByRole('heading', { name: 'No clear result' });
      await click(user, 'Close');
    }
    await screen.findByText('1 more deletion has no clear result.');
    expect(screen.getAllByText(/We don't know whether/)).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'View' })).toHaveAttribute('href', '/workspaces/acme/activity');
    await confirmDelete(user, third);
    expect(await screen.findByText(/was not found/)).toHaveTextContent(third);
    expect(screen.getByText('2 deletions have no clear result.')).toBeInTheDocument();
  });
});

describe('the connection to the console’s server', () => {
  /** Gets each PUT of the page, the number of PUTs so far, and its URL. */
  type Answer = (send: () => Promise<Response>, count: number, url: string) => Promise<Response>;
  function answerPuts({ browser }: RenderedConsole, answer: Answer) {
    let count = 0;
    globalThis.fetch = async (target, init) => {
      const send = () => browser.fetch(target, init);
      return init?.method === 'PUT' ? answer(send, ++count, String(target)) : send();
    };
  }

  it.each([
    ['deletions', (user: UserEvent) => confirmDelete(user, name)],
    ['bulk-deletions', (user: UserEvent) => confirmBulk(user, 3)],
  ])('a log that can’t be written (%s) → the dialog says once that nothing was sent', async (_, confirm) => {
    const page = await openCompute(3);
    const message = "The deletion log can't be written, so nothing was sent.";
    const json = { message, statusCode: 503, code: 'storage' };
    answerPuts(page, async () => Response.json(json, { status: 503 }));
    await confirm(page.user);
    await screen.findByText(message);
    const dialog = screen.getByRole('alertdialog');
    expect(dialog.textContent?.match(/not(hing was)? sent/gi)).toEqual(['Not sent', 'nothing was sent']);
    expect(within(dialog).getByRole('textbox', { name: /to confirm$/ })).toHaveValue('');
    expect(within(dialog).getByRole('alert')).toHaveFocus();
  });

  const sending = { stage: 'sending', outcome: null, endedAt: null };
  const change = async (send: () => Promise<Response>, fields: object, isStored = true) => {
    const { deletion } = await (await send()).json();
    return Response.json({ deletion: { ...deletion, ...fields }, isStored });
  };

  it('an answer without an outcome → the same ID is asked for again, and the last counts', async () => {
    const page = await openCompute(3);
    const urls: string[] = [];
    answerPuts(page, async (send, count, url) => {
      urls.push(url);
      return count === 1 ? change(send, sending) : change(send, {}, false);
    });
    await confirmDelete(page.user, name);
    await screen.findByText("This result couldn't be stored yet.");
    expect(urls).toEqual([urls[0], urls[0]]);
    expect(countDeletes(page.site)).toBe(1);
  });

  const refusal = { message: 'Nothing was sent.', statusCode: 403, code: 'service' };
  const refuse = async () => Response.json(refusal, { status: 403 });
  const lose = () => {
    throw new TypeError('Failed to fetch');
  };
  it.each<[string, deleteCount: number, Answer]>([
    ['a lost answer, and then a refusal', 1, (send, n) => (n > 1 ? refuse() : send().then(lose))],
    ['no outcome, and then a refusal', 1, (send, n) => (n > 1 ? refuse() : change(send, sending))],
    ['an answer about a different deletion', 1, (send) => change(send, { id: crypto.randomUUID() })],
    [
      'a machine that sleeps before its request arrives',
      0,
      async (send, n) => {
        if (n > 1) return send();
        vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 3_600_000);
        return lose();
      },
    ],
    ['a refusal of what a proxy repeated in silence', 1, (send) => send().then(refuse)],
  ])('%s → the log’s result, or that none is known', async (_, deleteCount, answer) => {
    onTestFinished(() => void vi.restoreAllMocks());
    const page = await openCompute(3);
    answerDeletes(page.site, () => serviceError(409, 'Busy.'));
    answerPuts(page, answer);
    await confirmDelete(page.user, name);
    const title = deleteCount > 0 ? 'Rejected' : 'No clear result';
    const dialog = await screen.findByRole('alertdialog', { name: `${title}: ${name}` });
    expect(dialog).toHaveTextContent(deleteCount > 0 ? 'Busy' : 'Activity will show the result');
    expect(dialog).not.toHaveTextContent('Nothing was sent');
    expect(countDeletes(page.site)).toBe(deleteCount);
  });
});
