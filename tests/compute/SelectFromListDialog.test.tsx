// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { compute, confirmBulk, confirmDelete, findTable, openCompute, rowNames } from './onScreen.ts';

async function paste(user: UserEvent, text: string) {
  await user.click(screen.getByRole('button', { name: 'Select from list…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Select from list' });
  await user.click(within(dialog).getByRole('textbox', { name: 'Paste names or IDs' }));
  await user.paste(text);
  return within(dialog);
}

it('a pasted ticket → every name is accounted for, and the work goes on in the bar', async () => {
  const { user } = await openCompute(24, compute, { PROTECTED: 'identity-replica' });
  const dialog = await paste(user, 'Thank you');
  await dialog.findByText('No listed instance is named in this text.');
  await user.clear(dialog.getByRole('textbox', { name: 'Paste names or IDs' }));
  await user.paste(
    'INC-4312\n- orders-staging\n- Analytics-Preview, identity-replica and orders-legacy\n> orders-staging',
  );
  await dialog.findByText('5 named: 2 found, 1 twice, 1 protected, 1 not in the list');
  expect(dialog.getByText('in orders 1, analytics 1')).toBeInTheDocument();
  expect(dialog.getByText('Your operator protects instances that match “identity-replica”.')).toBeVisible();
  const marks = [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);
  expect(marks.slice(1, 4)).toEqual(['Analytics-Preview', 'identity-replica', 'orders-legacy']);
  await user.click(dialog.getByRole('button', { name: 'Select 2 instances' }));
  await screen.findByText('2 of 24 instances');
  expect(rowNames()).toEqual(['orders-staging', 'analytics-preview']);
  await waitFor(() => expect(screen.getByRole('region', { name: 'Selection' })).toHaveFocus());
  const again = await paste(user, 'orders-staging orders-primary');
  await user.click(await again.findByRole('button', { name: 'Add 1 to 2 selected' }));
  await screen.findByText('3 of 24 instances');
  await confirmBulk(user, 3, { areSelected: true });
  await user.click(await screen.findByRole('button', { name: 'Copy evidence' }));
  expect(await navigator.clipboard.readText()).toContain('Named, but not in the list: `orders-legacy`');

  // What a text named belongs to its selection, and ends with it.
  await user.click(screen.getByRole('button', { name: 'Close' }));
  const last = await paste(user, 'orders-exports orders-gone');
  await user.click(await last.findByRole('button', { name: 'Select 1 instance' }));
  await confirmDelete(user, 'orders-exports');
  for (const name of ['analytics-primary', 'analytics-replica'])
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  await confirmBulk(user, 2, { areSelected: true });
  await user.click(await screen.findByRole('button', { name: 'Copy evidence' }));
  expect(await navigator.clipboard.readText()).not.toContain('Named');
});

it('a name in two databases selects none until one is chosen; a list that has more is named', async () => {
  const { user, site } = await openCompute(6);
  const lists: Readonly<Record<string, () => Response>> = {
    orders: () => Response.json([{ id: 'o-1', name: 'shared-cache' }]),
    analytics: () => Response.json([{ id: 'a-1', name: 'shared-cache' }]),
    identity: () => Response.json([{ id: 'i-1' }], { headers: { link: '<?page=2>; rel="next"' } }),
  };
  // From the next refresh on.
  site.answer(({ url }) => lists[/\/databases\/(\w+)\/compute$/.exec(url)?.[1] ?? '']?.() ?? null);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await findTable(3);
  const dialog = await paste(user, 'shared-cache');
  const sentence = "identity isn't loaded completely, so some of its instances can't be found.";
  expect(screen.getByRole('dialog')).toHaveTextContent(sentence);
  expect(screen.getByRole('dialog')).not.toHaveTextContent(/analytics (isn't|couldn't)/);
  const group = within(await dialog.findByRole('group', { name: '“shared-cache”' }));
  expect(group.getByRole('radio', { name: 'none' })).toBeChecked();
  expect(dialog.getByRole('button', { name: 'Select 0 instances' })).toBeDisabled();
  await user.click(group.getByRole('radio', { name: 'analytics' }));
  await user.click(dialog.getByRole('button', { name: 'Select 1 instance' }));
  expect(await screen.findByRole('checkbox', { name: 'Select a-1' })).toBeChecked();
});

it('a ticket in the search → its instances can be selected', async () => {
  const { user } = await openCompute(6);
  const search = screen.getByRole('searchbox', { name: 'Search instances' });
  await user.click(search);
  await user.paste('please delete analytics-primary, identity-primary and orders-legacy');
  await screen.findByText("2 instances are named in this text, 1 isn't in the list (orders-legacy).");
  const buttons = ['Select them', 'Clear search'].map((name) => screen.getByRole('button', { name }));
  expect(screen.queryByRole('link', { name: 'Was it deleted?' })).toBeNull();
  expect(buttons[0]?.compareDocumentPosition(buttons[1] as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.click(screen.getByRole('button', { name: 'Select them' }));
  await screen.findByText('2 of 6 instances');
  expect(rowNames()).toEqual(['analytics-primary', 'identity-primary']);
  expect(search).toHaveValue('');
  expect(screen.getByRole('region', { name: 'Selection' })).toHaveFocus();
});
