// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';

const three = { sandbox: { instances: 3 } };

it.each([
  '?sort=banana&hide=%00,,x&database=no-such&panel=nothing',
  '?q=%E2%80%AE%00&sort=-&hide=everything',
  '?show=of%2Fnothing&status=%3Cscript%3E',
])('stands with nonsense in its address: %s', async (query) => {
  const { sandbox } = await renderScreen(`/workspaces/acme/compute${query}`, three);
  expect(await screen.findByRole('heading', { name: 'Compute', level: 1 })).toBeVisible();
  await waitFor(() => expect(sandbox.calls.length).toBeGreaterThan(0));
  expect(await screen.findByRole('searchbox', { name: 'Search instances' })).toBeVisible();
  expect(screen.queryByText('This screen broke')).not.toBeInTheDocument();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

it('shows all instances where the order in the address is none', async () => {
  await renderScreen('/workspaces/acme/compute?sort=banana', three);
  expect(await screen.findByText('3 instances')).toBeVisible();
});

it('asks by a checkbox once that is chosen in the preferences, and by typing once that is chosen again', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/acme/compute', three);
  for (const [choice, role, name] of [
    ['Checkbox', 'checkbox', 'Delete orders-primary and all its data'],
    ['Typing', 'textbox', 'Type orders-primary to confirm'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: 'Preferences' }));
    const preferences = await screen.findByRole('dialog', { name: 'Preferences' });
    const group = within(preferences).getByRole('group', { name: 'Confirm a deletion' });
    await user.click(within(group).getByLabelText(new RegExp(choice === 'Typing' ? 'Typ' : choice)));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(await screen.findByRole('button', { name: 'Delete orders-primary' }));
    const dialog = await screen.findByRole('alertdialog', { name: /orders-primary/ });
    expect(within(dialog).getByRole(role, { name })).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Delete instance' })).toBeDisabled();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  }
  expect(sandbox.calls.every(({ method }) => method === 'GET')).toBe(true);
});
