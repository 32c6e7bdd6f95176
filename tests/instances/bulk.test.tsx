// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';
import { answerDeletes, compute, countDeletes, findTable, rowNames, serviceError } from './onScreen.ts';
// The dialogs load later, and Vitest would transform their code during a test.
import '../../src/instances/bulk/BulkDialog.tsx';
import '../../src/instances/ComputeDialogs.tsx';

const six = { sandbox: { instances: 6 } };

async function deleteAll(user: UserEvent, count: number): Promise<void> {
  await user.click(screen.getByRole('checkbox', { name: `Select all ${count} instances` }));
  await user.click(screen.getByRole('button', { name: `Delete ${count} instances` }));
  const dialog = await screen.findByRole('alertdialog', { name: `Delete ${count} instances` });
  const field = within(dialog).getByRole('textbox', { name: `Type delete ${count} in acme to confirm` });
  await user.type(field, `delete ${count} in acme`);
  await user.click(within(dialog).getByRole('button', { name: `Delete ${count} instances` }));
}

describe('a bulk delete', () => {
  it('names first what needs a look, and deletes all of it', async () => {
    const { user, site } = await renderScreen(compute, six);
    await findTable(6);
    const names = rowNames();
    await deleteAll(user, 6);
    expect(await screen.findByText('6 deleted, of 6')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Copy evidence' })).toBeInTheDocument();
    expect(countDeletes(site)).toBe(names.length);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(rowNames()).toEqual([]));
  });

  it('counts every result as what it is', async () => {
    const { user, site } = await renderScreen(`${compute}?database=orders`, six);
    answerDeletes(site, () => new Response(null, { status: 202 }));
    await findTable(6);
    await deleteAll(user, 2);
    expect(await screen.findByText('1 deleted, 1 accepted, of 2')).toBeInTheDocument();
  });

  it('stops at the first doubt, and selects what was not sent', async () => {
    const { user, site } = await renderScreen(compute, six);
    answerDeletes(site, () => serviceError(409, 'Busy.'));
    await findTable(6);
    const [first, ...others] = rowNames();
    await deleteAll(user, 6);
    expect(await screen.findByRole('heading', { name: 'Stopped after 1 of 6' })).toBeInTheDocument();
    expect(screen.getByText('1 rejected, 5 not sent, of 6')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Select the 5 that were not sent' }));
    expect(await screen.findByText('5 selected')).toBeInTheDocument();
    const bar = screen.getByRole('region', { name: 'Selection' });
    await waitFor(() => expect(bar).toContainElement(document.activeElement as HTMLElement));
    expect(screen.getByRole('checkbox', { name: `Select ${first}` })).not.toBeChecked();
    expect(screen.getByRole('checkbox', { name: `Select ${others[0]}` })).toBeChecked();
    expect(countDeletes(site)).toBe(1);
  });

  it('goes on without its dialog, stands in the sidebar, and can be stopped', async () => {
    const { user, site } = await renderScreen(compute, six);
    await findTable(6);
    const release = site.holdDeletes();
    await deleteAll(user, 6);
    await screen.findByRole('button', { name: 'Stop' });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.click(await screen.findByRole('button', { name: '0 of 6 by you' }));
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByRole('button', { name: 'Stopping…' });
    release();
    expect(await screen.findByText('1 deleted, 5 not sent, of 6')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('button', { name: /of 6 by you/ })).toBeNull();
  });

  it('an answer about a different bulk delete proves nothing', async () => {
    const { user, browser } = await renderScreen(compute, six);
    await findTable(6);
    globalThis.fetch = async (target, init) => {
      if (init?.method !== 'PUT') return browser.fetch(target, init);
      const answer = await (await browser.fetch(target, init)).json();
      return Response.json({ ...answer, bulkDeletion: { ...answer.bulkDeletion, id: crypto.randomUUID() } });
    };
    await deleteAll(user, 6);
    expect(await screen.findByText(/Activity will show the result/)).toBeInTheDocument();
  });

  it('an instance that changed → nothing is sent, and the selection no longer has it', async () => {
    const { user, site, sandbox } = await renderScreen(`${compute}?database=orders`, six);
    await findTable(6);
    const [first, second] = sandbox.instances('acme', 'orders').map(({ json }) => JSON.parse(json));
    await user.click(screen.getByRole('checkbox', { name: 'Select all 2 instances' }));
    await user.click(screen.getByRole('button', { name: 'Delete 2 instances' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 2 instances' }));
    await user.type(dialog.getByLabelText('Type delete 2 in acme to confirm'), 'delete 2 in acme');
    site.answer(({ method, url }) =>
      method === 'GET' && url.endsWith('/orders/compute')
        ? Response.json([{ ...first, name: 'renamed' }, second])
        : null,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Refresh', hidden: true }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      "1 of them changed or can't be deleted now. Close this and check the selection.",
    );
    expect(dialog.getByRole('button', { name: 'Delete 2 instances' })).toBeDisabled();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Delete 1 instance' }));
    expect(await screen.findByRole('alertdialog', { name: 'Delete orders-replica' })).toBeInTheDocument();
    expect(countDeletes(site)).toBe(0);
  });

  it('an operator’s limit → the button says why it is off', async () => {
    const { user } = await renderScreen(compute, { ...six, env: { MAX_BULK: '5' } });
    await findTable(6);
    await user.click(screen.getByRole('checkbox', { name: 'Select all 6 instances' }));
    expect(screen.getByRole('button', { name: 'Delete 6 instances' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    expect(screen.getByRole('alert')).toHaveTextContent('at most 5 instances');
  });
});
