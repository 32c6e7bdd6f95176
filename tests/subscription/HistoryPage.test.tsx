// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';

it('the date filters accept typed days, months and years, and reject other text', async () => {
  const { user } = await renderScreen('/workspaces/acme/subscription/history?level=PRO');
  await findItems();
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
  expect(await findItems()).toHaveLength(12);
});

async function findItems(): Promise<HTMLElement[]> {
  const list = await screen.findByRole('list', { name: 'Subscription history' });
  return within(list).getAllByRole('listitem');
}
