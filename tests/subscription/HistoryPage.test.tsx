// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refuseToCopy, renderScreen } from '../support/renderConsole.tsx';

const history = '/workspaces/acme/subscription/history';

it('shows a single open record as current', async () => {
  await renderScreen(history, { sandbox: { records: 1 } });
  const [record, ...others] = await items();
  expect(others).toEqual([]);
  expect(record).toHaveTextContent('Current');
  expect(record).toHaveTextContent('no end date');
  expect(screen.getByText('no gaps, no overlaps')).toBeVisible();
});

it('ignores invalid values in the URL', async () => {
  await renderScreen(`${history}?nothing=known&from=2026-13-45&to=%00`);
  expect(await items()).toHaveLength(12);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('filters by days, months and years as text, and says what it can’t read', async () => {
  const { user } = await renderScreen(`${history}?level=PRO`);
  await items();
  const from = screen.getByLabelText('From (UTC)');
  const to = screen.getByLabelText('To (UTC)');
  await user.type(from, '2024-02-29');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await user.type(to, '2028');
  await user.tab();
  expect(to).toHaveValue('2028-12-31');
  await user.clear(to);
  await user.type(to, '202802{Enter}');
  expect(to).toHaveValue('2028-02-29');
  await user.clear(from);
  await user.type(from, '2025-02-30{Enter}');
  expect(screen.getByRole('alert')).toHaveTextContent('Enter a date such as 2026-05-27, or a year.');
  expect(from).toBeInvalid();
  expect(from).toHaveAccessibleDescription(/^Enter a date/);
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(screen.getByLabelText('From (UTC)')).toHaveValue('');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(await items()).toHaveLength(12);
});

it('says that the error couldn’t be copied', async () => {
  const { user } = await renderScreen('/workspaces/history-error-422/subscription/history');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Couldn’t load the subscription history');
  refuseToCopy();
  await user.click(within(alert).getByRole('button', { name: 'Copy error' }));
  expect(await within(alert).findByRole('button', { name: 'Couldn’t copy' })).toBeVisible();
  expect(within(alert).queryByRole('button', { name: 'Copied' })).not.toBeInTheDocument();
});

async function items(): Promise<HTMLElement[]> {
  const list = await screen.findByRole('list', { name: 'Subscription history' });
  return within(list).getAllByRole('listitem');
}
