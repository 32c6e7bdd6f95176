// @vitest-environment jsdom
import { render, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { noPolicy } from '../../src/config.ts';
import { renderScreen } from '../support/renderConsole.tsx';
import { stubFetch } from './deleteOnScreen.ts';
// The dialogs load later, and Vitest would transform their code during a test.
import '../../src/instances/ComputeDialogs.tsx';

// A URL change of the test before, which nuqs delays, would reach the next page.
beforeEach(() => render(<NuqsTestingAdapter>{null}</NuqsTestingAdapter>).unmount());

const compute = '/workspaces/acme/compute';
const six = { sandbox: { instances: 6 } };

async function openByButton(user: UserEvent, name: string) {
  await screen.findByText(/^\d+ instances$/);
  await user.click(screen.getByRole('button', { name }));
  return screen.findByRole('dialog');
}

describe('Details', () => {
  it('a name opens its fields, Next and Previous those of others; the URL keeps them', async () => {
    const policy = { ...noPolicy, protected: ['orders-primary'] };
    const { user, sandbox } = await renderScreen(`${compute}?show=["orders","gone"]`, {
      ...six,
      config: { policy },
    });
    expect(await screen.findByText('Instance not found')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const drawer = await openByButton(user, 'orders-primary');
    const [instance] = sandbox.instances('acme', 'orders');
    expect(drawer).toHaveAccessibleName('orders-primary');
    expect(within(drawer).getByText(instance?.id ?? '')).toBeInTheDocument();
    expect(within(drawer).getByText('CLOUDA_EU_CENTRAL_1')).toBeInTheDocument();
    expect(within(within(drawer).getByRole('region', { name: 'Hosts' })).getByText(/^api\./)).toBeVisible();
    expect(within(drawer).queryByRole('button', { name: /^Delete/ })).toBeNull();
    expect(drawer).toHaveTextContent('Your operator protects instances that match “orders-primary”.');
    await waitFor(() => expect(location.search).toContain('show='));
    const previous = within(drawer).getByRole('button', { name: 'Previous instance' });
    expect(previous).toHaveAttribute('aria-disabled', 'true');
    await user.click(within(drawer).getByRole('button', { name: 'Next instance' }));
    expect(drawer).toHaveAccessibleName('orders-replica');
    expect(within(drawer).getByRole('button', { name: 'Delete…' })).toBeVisible();
    await user.click(previous);
    expect(drawer).toHaveAccessibleName('orders-primary');
    await user.click(within(drawer).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(location.search).toBe(''));
  });

  it('fields that the service doesn’t document are shown, and values of a different type as received', async () => {
    await renderScreen('/workspaces/odd/compute?q=odd-markup');
    const [name] = await screen.findAllByRole('button', { name: /odd-markup|<img/ });
    name?.click();
    expect(await screen.findByText('{"any":["thing"]}')).toBeInTheDocument();
  });
});

describe('Select from list', () => {
  it('a ticket selects what it names, and then only these are shown', async () => {
    const { user } = await renderScreen(compute, {
      config: { policy: { ...noPolicy, protected: ['identity-replica'] } },
    });
    const dialog = within(await openByButton(user, 'Select from list…'));
    await user.click(dialog.getByLabelText('Paste names or IDs'));
    await user.paste('Thank you');
    expect(await dialog.findByText('No listed instance is named in this text.')).toBeVisible();
    await user.clear(dialog.getByLabelText('Paste names or IDs'));
    await user.paste(
      'INC-4312\n- orders-staging\n- Analytics-Preview, identity-replica and orders-legacy\n> orders-staging',
    );
    expect(await dialog.findByText('2 found')).toBeInTheDocument();
    expect(dialog.getByText('different case')).toBeInTheDocument();
    expect(dialog.getByText('1 protected')).toBeInTheDocument();
    expect(dialog.getByText('1 not in the list')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Select 2 instances' }));
    expect(await screen.findByText('2 of 24 instances')).toBeInTheDocument();
    expect(screen.getByText('2 selected')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Select from list…' }));
    const again = within(await screen.findByRole('dialog'));
    await user.click(again.getByLabelText('Paste names or IDs'));
    await user.paste('orders-staging orders-primary');
    await user.click(await again.findByRole('button', { name: 'Add 1 to 2 selected' }));
    expect(await screen.findByText('3 of 24 instances')).toBeInTheDocument();
  });

  it('a name in two databases selects none until one is chosen', async () => {
    stubFetch(async (url, init, fetch) =>
      /(orders|analytics)\/compute$/.test(url)
        ? Response.json([{ id: `${url.includes('orders') ? 'o' : 'a'}-1`, name: 'shared-cache' }])
        : fetch(url, init),
    );
    const { user } = await renderScreen(compute, six);
    await screen.findByText('4 instances');
    const dialog = within(await openByButton(user, 'Select from list…'));
    await user.click(dialog.getByLabelText('Paste names or IDs'));
    await user.paste('shared-cache');
    const group = within(await dialog.findByRole('group', { name: '“shared-cache”' }));
    expect(group.getByRole('radio', { name: 'none' })).toBeChecked();
    expect(dialog.getByRole('button', { name: 'Select 0 instances' })).toBeDisabled();
    await user.click(group.getByRole('radio', { name: 'analytics' }));
    await user.click(dialog.getByRole('button', { name: 'Select 1 instance' }));
    expect(screen.getByRole('checkbox', { name: 'Select a-1' })).toBeChecked();
  });

  it('a text in the search can be selected; the dialog names databases that failed or have more', async () => {
    stubFetch(async (url, init, fetch) => {
      if (url.endsWith('/orders/compute')) return new Response('', { status: 403 });
      const response = await fetch(url, init);
      if (!url.endsWith('/identity/compute')) return response;
      return Response.json(await response.json(), { headers: { link: '<?page=2>; rel="next"' } });
    });
    const { user } = await renderScreen(compute, six);
    await screen.findByText('4 instances');
    await user.click(screen.getByRole('searchbox'));
    await user.paste('please delete analytics-primary and identity-primary');
    expect(await screen.findByText('2 instances are named in this text.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Select them' }));
    expect(await screen.findByText('2 of 4 instances')).toBeInTheDocument();
    expect(screen.getByRole('searchbox')).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Select from list…' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent("orders couldn't be loaded, so its instances can't be found.");
    expect(dialog).toHaveTextContent("identity isn't loaded completely, so some of its instances");
    expect(dialog).not.toHaveTextContent(/analytics (isn't|couldn't)/);
  });
});

describe('Add instances', () => {
  const byHand = { config: { instancesPath: null, databases: ['orders'] } };

  async function openAdd(user: UserEvent) {
    const [button] = await screen.findAllByRole('button', { name: 'Add instances' });
    if (button) await user.click(button);
    return screen.findByRole('dialog', { name: 'Add instances' });
  }

  it('an instance is added by fields that are checked, listed once, and removed', async () => {
    const { user } = await renderScreen(compute, byHand);
    const dialog = within(await openAdd(user));
    const idField = dialog.getByLabelText('Instance ID');
    await user.type(idField, '..');
    await user.click(dialog.getByRole('button', { name: 'Add 1 instance' }));
    expect(dialog.getByText("The instance ID can't be “.” or “..”.")).toBeInTheDocument();
    expect(dialog.getByText('The database name is empty.')).toBeInTheDocument();
    expect(idField).toHaveFocus();
    await user.clear(idField);
    await user.type(idField, ' i-1 ');
    await user.type(dialog.getByLabelText('Database'), 'orders');
    await user.type(dialog.getByLabelText('Name'), 'mine');
    await user.click(dialog.getByRole('button', { name: 'Add 1 instance' }));
    expect(await screen.findByText('1 instance')).toBeInTheDocument();
    const again = within(await openAdd(user));
    await user.click(again.getByLabelText('Paste a list'));
    await user.paste('orders,i-1');
    expect(again.getByText('This instance is already listed.')).toBeInTheDocument();
    await user.click(again.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'mine' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'mine' }));
    expect(drawer.getByText('Added in this browser, not listed by the service')).toBeInTheDocument();
    await user.click(drawer.getByRole('button', { name: 'Remove from this list' }));
    expect(await screen.findByText(/^This service can't list instances/)).toBeInTheDocument();
  });

  it('a pasted list → one checkbox per instance, and values that a spreadsheet changed are not chosen', async () => {
    const { user } = await renderScreen(compute, byHand);
    const dialog = within(await openAdd(user));
    await user.click(dialog.getByLabelText('Paste a list'));
    await user.paste(
      'sep=;\ndatabase;id;name\norders;i-1;first\norders;7.39E+10;\n;i-3;third\norders;i-1;again',
    );
    const list = within(dialog.getByRole('list', { name: 'Instances in the list' }));
    const boxes = list.getAllByRole('checkbox');
    expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([true, false, false, false]);
    expect(list.getByText('May have been changed by a spreadsheet.')).toBeInTheDocument();
    expect(list.getByText('The database name is empty.')).toBeInTheDocument();
    expect(list.getByText('Same as an earlier line.')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Database'), 'billing');
    await user.click(list.getByRole('checkbox', { name: 'Add 7.39E+10' }));
    await user.click(dialog.getByRole('button', { name: 'Add 3 instances' }));
    expect(await screen.findByText('3 instances')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Delete third' })).toBeInTheDocument();
  });

  it('a file is read like a text, and the dialog stays open if storage is full', async () => {
    const { user } = await renderScreen(compute, byHand);
    const dialog = within(await openAdd(user));
    // jsdom's files have no `text`.
    const file = Object.assign(new File([], 'instances.csv'), { text: async () => 'orders,i-1' });
    await user.upload(dialog.getByLabelText('Choose a file…'), file);
    expect(await dialog.findByRole('checkbox', { name: 'Add i-1' })).toBeChecked();
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    onTestFinished(() => put.mockRestore());
    await user.click(dialog.getByRole('button', { name: 'Add 1 instance' }));
    expect(await screen.findByText(/^Couldn't save/)).toBeInTheDocument();
    expect(dialog.getByLabelText('Paste a list')).toHaveValue('orders,i-1');
  });
});
