// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';
import {
  answerDeletes,
  askToDelete,
  compute,
  confirmDelete,
  countDeletes,
  findTable,
  rowNames,
  rowOf,
  serviceError,
} from './onScreen.ts';
// The dialogs load later, and Vitest would transform their code during a test.
import '../../src/instances/ComputeDialogs.tsx';
import '../../src/instances/delete/DeleteDialog.tsx';
import '../../src/instances/delete/OutcomeAlerts.tsx';

const three = { sandbox: { instances: 3 } };
const name = 'orders-primary';

describe('a delete', () => {
  it('is sent once after typing the name, and then the row is gone and a toast says so', async () => {
    const { user, site } = await renderScreen(compute, three);
    await findTable(3);
    const dialog = await askToDelete(user, name);
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeInTheDocument();
    await user.dblClick(within(dialog).getByRole('button', { name: 'Delete instance' }));
    expect(await screen.findByText('removed, queued for deletion')).toBeInTheDocument();
    await waitFor(() => expect(rowNames()).not.toContain(name));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(countDeletes(site)).toBe(1);
  });

  it('is closed with Cancel, and asks for the whole name again', async () => {
    const { user, site } = await renderScreen(compute, three);
    await findTable(3);
    const dialog = await askToDelete(user, name);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: `Delete ${name}` }));
    expect(await screen.findByRole('textbox', { name: `Type ${name} to confirm` })).toHaveValue('');
    expect(screen.getByRole('button', { name: 'Delete instance' })).toBeDisabled();
    expect(countDeletes(site)).toBe(0);
  });

  it('accepted → the row is gone, and the toast says accepted', async () => {
    const { user, site } = await renderScreen(compute, three);
    answerDeletes(site, () => new Response(null, { status: 202 }));
    await findTable(3);
    await confirmDelete(user, name);
    expect(await screen.findByText('accepted by the service')).toBeInTheDocument();
    await waitFor(() => expect(rowNames()).not.toContain(name));
  });

  it('not found → the row is gone, and the alert stays until it is dismissed', async () => {
    const { user, site } = await renderScreen(compute, three);
    answerDeletes(site, () => serviceError(404, 'No such instance.'));
    await findTable(3);
    await confirmDelete(user, name);
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText(/was not found/)).toBeNull());
    expect(rowNames()).not.toContain(name);
  });

  it('the last match of a search → the screen says so, and offers to clear the search', async () => {
    const { user } = await renderScreen(`${compute}?q=${name}`, three);
    await findTable(3);
    await confirmDelete(user, name);
    expect(await screen.findByText('was deleted.', { exact: false })).toHaveTextContent(
      `${name} was deleted.`,
    );
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(screen.getByRole('searchbox')).toHaveFocus();
    await findTable(2);
  });
});

it('the log hides the row at once and from an older list, and shows a new instance with the same ID', async () => {
  const { user, site, sandbox, browser } = await renderScreen(compute, three);
  await findTable(3);
  const [record] = sandbox.instances('acme', 'orders').map(({ json }) => JSON.parse(json));
  const listOf = (...records: unknown[]) =>
    site.answer(({ method, url }) =>
      method === 'GET' && url.endsWith('/orders/compute') ? Response.json(records) : null,
    );
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The answers to what Refresh requests arrive after the delete, and no other answer can hide the row.
  globalThis.fetch = async (target, init) => {
    const response = await browser.fetch(target, init);
    if (/\/(deletions|orders\/compute)$/.test(String(target))) await held;
    return response;
  };
  listOf(record, { id: 'i-2', name: 'newcomer' });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() =>
    expect(site.wire.filter(({ path }) => path.endsWith('/orders/compute'))).toHaveLength(2),
  );
  await confirmDelete(user, name);
  await waitFor(() => expect(rowNames()).not.toContain(name));
  release();
  await screen.findByRole('button', { name: 'newcomer' });
  expect(rowNames()).not.toContain(name);
  listOf({ ...record, created: new Date().toISOString() });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByRole('button', { name })).toBeInTheDocument();
});

describe('a result that keeps the dialog open', () => {
  const record = {
    id: 'x',
    name,
    workspace: { slug: 'beta' },
    database: {},
    sharded: false,
    expandable: false,
  };
  it.each([
    ['Rejected', () => serviceError(409, 'Busy.'), /Message from the service: Busy\..*Refresh the list/s],
    ['No clear result', () => serviceError(500, 'Oops.'), /We don't know whether orders-primary was deleted/],
    ['Wrong workspace', () => Response.json(record), /names a different workspace.*“beta”/s],
  ])(
    '%s: its own title, the focus on the alert, and Enter sends nothing',
    async (label, respond, sentence) => {
      const { user, site } = await renderScreen(compute, three);
      answerDeletes(site, respond);
      await findTable(3);
      await confirmDelete(user, name);
      const dialog = await screen.findByRole('alertdialog', { name: `${label}: ${name}` });
      expect(within(dialog).getByRole('heading', { name: label })).toBeInTheDocument();
      const alert = within(dialog).getByRole('alert');
      expect(alert).toHaveTextContent(sentence);
      expect(alert).toHaveFocus();
      expect(within(dialog).queryByRole('button', { name: 'Dismiss' })).toBeNull();
      // While the dialog is open, the page doesn't repeat its alert.
      expect(screen.getAllByRole('alert', { hidden: true })).toHaveLength(1);
      await user.keyboard('{Enter}{Enter}{Enter}');
      expect(countDeletes(site)).toBe(1);
    },
  );

  it('a rejected one is confirmed again by typing, and its reason stays', async () => {
    const { user, site } = await renderScreen(compute, three);
    answerDeletes(site, () => serviceError(423, 'Locked.'));
    await findTable(3);
    const dialog = await askToDelete(user, name);
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'INC-1');
    await user.click(within(dialog).getByRole('button', { name: 'Delete instance' }));
    await screen.findByRole('heading', { name: 'Rejected' });
    const field = screen.getByRole('textbox', { name: `Type ${name} to confirm` });
    expect(field).toHaveValue('');
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('INC-1');
    await user.type(field, `${name}{Enter}`);
    await waitFor(() => expect(rowNames()).not.toContain(name));
    expect(countDeletes(site)).toBe(2);
  });

  it('an unknown one: Refresh list, and the alert says what the new list shows, until it is dismissed', async () => {
    const { user, site } = await renderScreen(compute, three);
    answerDeletes(site, () => serviceError(500, 'Oops.'));
    await findTable(3);
    await confirmDelete(user, name);
    await screen.findByRole('heading', { name: 'No clear result' });
    await user.click(screen.getByRole('button', { name: 'Refresh list' }));
    expect(await screen.findByText(/^Still listed at \d\d:\d\d UTC\.$/)).toBeInTheDocument();
    expect(within(rowOf(name)).getByText('No clear result')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: `Delete ${name}` })).toBeEnabled();
    await user.click(screen.getByRole('button', { name: 'Delete again…' }));
    expect(await screen.findByText(/whether an earlier request deleted/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText(/We don't know whether/)).toBeNull());
  });

  it('a mismatch must be acknowledged', async () => {
    const { user, site } = await renderScreen(compute, three);
    answerDeletes(site, () => Response.json(record));
    await findTable(3);
    await confirmDelete(user, name);
    await screen.findByRole('heading', { name: 'Wrong workspace' });
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'I have read this' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(screen.queryByText(/names a different workspace/)).toBeNull());
  });

  it('several results → the newest in full, and one line that counts only the others', async () => {
    const { user, site } = await renderScreen(compute, three);
    const [first = '', second = '', third = ''] = await findTable(3).then(rowNames);
    const unknown = () => serviceError(500, 'Oops.');
    answerDeletes(site, unknown, unknown, () => serviceError(404, 'No such instance.'));
    for (const each of [first, second]) {
      await confirmDelete(user, each);
      await screen.findByRole('heading', { name: 'No clear result' });
      await user.click(screen.getByRole('button', { name: 'Close' }));
    }
    expect(await screen.findByText('1 more deletion has no clear result.')).toBeInTheDocument();
    expect(screen.getAllByText(/We don't know whether/)).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'View' })).toHaveAttribute('href', '/workspaces/acme/activity');
    await confirmDelete(user, third);
    expect(await screen.findByText(/was not found/)).toHaveTextContent(third);
    expect(screen.getByText('2 deletions have no clear result.')).toBeInTheDocument();
  });

  it('an unknown one: Refresh list is the first button, and Dismiss is not among them', async () => {
    const { user, site } = await renderScreen(compute, three);
    answerDeletes(site, () => serviceError(500, 'Oops.'));
    await findTable(3);
    await confirmDelete(user, name);
    const dialog = await screen.findByRole('alertdialog', { name: `No clear result: ${name}` });
    const buttons = within(dialog).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Refresh list', 'Close', 'Delete again…']);
    await user.tab();
    expect(screen.getByRole('button', { name: 'Refresh list' })).toHaveFocus();
  });
});

describe('the connection to the console’s server', () => {
  it('offline → nothing is sent, and the dialog says so', async () => {
    const { user, site } = await renderScreen(compute, three);
    await findTable(3);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => void vi.restoreAllMocks());
    await confirmDelete(user, name);
    const dialog = await screen.findByRole('alertdialog', { name: `Not sent: ${name}` });
    expect(within(dialog).getByRole('alert')).toHaveTextContent("You're offline.");
    expect(countDeletes(site)).toBe(0);
  });

  it.each(['deletions', 'bulk-deletions'])(
    'a log that can’t be written (%s) → the dialog says once that nothing was sent',
    async (resource) => {
      const { user, site, browser } = await renderScreen(compute, three);
      await findTable(3);
      const message = "The deletion log can't be written, so nothing was sent.";
      globalThis.fetch = async (target, init) =>
        init?.method === 'PUT' && String(target).includes(`/${resource}/`)
          ? Response.json({ message, statusCode: 503, code: 'storage' }, { status: 503 })
          : browser.fetch(target, init);
      if (resource === 'deletions') await confirmDelete(user, name);
      else {
        await user.click(screen.getByRole('checkbox', { name: 'Select all 3 instances' }));
        await user.click(screen.getByRole('button', { name: 'Delete 3 instances' }));
        const dialog = within(await screen.findByRole('alertdialog'));
        await user.type(dialog.getByLabelText('Type delete 3 in acme to confirm'), 'delete 3 in acme');
        await user.click(dialog.getByRole('button', { name: 'Delete 3 instances' }));
      }
      expect(await screen.findByText(message)).toBeInTheDocument();
      const dialog = screen.getByRole('alertdialog');
      expect(dialog.textContent?.match(/not(hing was)? sent/gi)).toEqual(['Not sent', 'nothing was sent']);
      expect(within(dialog).getByRole('textbox', { name: /to confirm$/ })).toHaveValue('');
      expect(within(dialog).getByRole('alert')).toHaveFocus();
      expect(countDeletes(site)).toBe(0);
    },
  );

  it('a lost answer → the same ID is asked for again, and the service got one DELETE', async () => {
    const { user, site, browser } = await renderScreen(compute, three);
    await findTable(3);
    const paths: string[] = [];
    globalThis.fetch = async (target, init) => {
      const response = await browser.fetch(target, init);
      if (init?.method === 'PUT' && paths.push(String(target)) === 1) throw new TypeError('Failed to fetch');
      return response;
    };
    await confirmDelete(user, name);
    await waitFor(() => expect(paths).toHaveLength(2));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(rowNames()).not.toContain(name);
    expect(new Set(paths).size).toBe(1);
    expect(countDeletes(site)).toBe(1);
  });

  it('an answer without an outcome → the same ID is asked for again, and the last answer counts', async () => {
    const { user, site, browser } = await renderScreen(compute, three);
    await findTable(3);
    const paths: string[] = [];
    globalThis.fetch = async (target, init) => {
      if (init?.method !== 'PUT') return browser.fetch(target, init);
      const { deletion } = await (await browser.fetch(target, init)).json();
      const isFirst = paths.push(String(target)) === 1;
      const sending = { stage: 'sending', outcome: null, endedAt: null };
      return Response.json({ deletion: { ...deletion, ...(isFirst && sending) }, isStored: isFirst });
    };
    await confirmDelete(user, name);
    expect(await screen.findByText("This result couldn't be stored yet.")).toBeInTheDocument();
    expect(paths).toHaveLength(2);
    expect(new Set(paths).size).toBe(1);
    expect(countDeletes(site)).toBe(1);
  });

  it.each([
    ['a lost answer', 403, null],
    ['an answer without an outcome', 429, { stage: 'sending', outcome: null, endedAt: null }],
  ])('%s, and then a refusal (%i) → no claim that nothing was sent', async (_, status, first) => {
    const { user, site, browser } = await renderScreen(compute, three);
    await findTable(3);
    let putCount = 0;
    globalThis.fetch = async (target, init) => {
      if (init?.method !== 'PUT') return browser.fetch(target, init);
      putCount += 1;
      const refusal = { message: 'Nothing was sent.', statusCode: status, code: 'service' };
      if (putCount > 1) return Response.json(refusal, { status });
      const { deletion, isStored } = await (await browser.fetch(target, init)).json();
      if (first === null) throw new TypeError('Failed to fetch');
      return Response.json({ deletion: { ...deletion, ...first }, isStored });
    };
    await confirmDelete(user, name);
    const dialog = await screen.findByRole('alertdialog', { name: `No clear result: ${name}` });
    expect(dialog).toHaveTextContent('Activity will show the result.');
    expect(dialog).not.toHaveTextContent('Nothing was sent');
    expect(putCount).toBe(2);
    expect(countDeletes(site)).toBe(1);
  });

  it('a machine that sleeps before its request arrives → it isn’t sent after the sleep', async () => {
    const { user, site, browser } = await renderScreen(compute, three);
    await findTable(3);
    let putCount = 0;
    globalThis.fetch = async (target, init) => {
      if (init?.method !== 'PUT') return browser.fetch(target, init);
      putCount += 1;
      const wokenAt = Date.now() + 2 * 3_600_000;
      vi.spyOn(Date, 'now').mockReturnValue(wokenAt);
      onTestFinished(() => void vi.restoreAllMocks());
      throw new TypeError('Failed to fetch');
    };
    await confirmDelete(user, name);
    const dialog = await screen.findByRole(
      'alertdialog',
      { name: `No clear result: ${name}` },
      { timeout: 9_000 },
    );
    await within(dialog).findByText(/Activity will show the result/);
    expect([putCount, countDeletes(site)]).toEqual([1, 0]);
  });

  it('an answer about a different deletion proves nothing', async () => {
    const { user, site, browser } = await renderScreen(compute, three);
    await findTable(3);
    globalThis.fetch = async (target, init) => {
      if (init?.method !== 'PUT') return browser.fetch(target, init);
      const { deletion, ...rest } = await (await browser.fetch(target, init)).json();
      return Response.json({ deletion: { ...deletion, id: crypto.randomUUID() }, ...rest });
    };
    answerDeletes(site, () => serviceError(409, 'Busy.'));
    await confirmDelete(user, name);
    const dialog = await screen.findByRole('alertdialog');
    await within(dialog).findByText(/Activity will show the result/);
    expect(dialog).not.toHaveTextContent('Busy.');
  });

  it('an unreadable log → deleting is off', async () => {
    const { browser } = await renderScreen(compute, {
      ...three,
      beforeStart() {
        const nodeFetch = globalThis.fetch;
        globalThis.fetch = (target, init) =>
          /\/deletions$/.test(String(target)) ? Promise.reject(new TypeError('no')) : nodeFetch(target, init);
      },
    });
    expect(browser).toBeDefined();
    expect(
      await screen.findByText("The deletion log can't be read, so deleting is off."),
    ).toBeInTheDocument();
  });
});

it('a second admin sees the running delete in the row, and is refused', async () => {
  const { user, site, browser } = await renderScreen(compute, three);
  await findTable(3);
  const release = site.holdDeletes();
  await confirmDelete(user, name);
  await user.click(await within(screen.getByRole('alertdialog')).findByRole('button', { name: 'Close' }));
  expect(await within(rowOf(name)).findByText(/^Being deleted by token [0-9a-f]{8}$/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: `Delete ${name}` })).toBeDisabled();
  const log = await browser.fetch('/api/workspaces/acme/deletions');
  expect((await log.json()).deletions).toMatchObject([{ name, stage: 'sending' }]);
  release();
  await waitFor(() => expect(rowNames()).not.toContain(name));
});
