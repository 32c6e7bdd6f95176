// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createOddWorkspace } from '../support/oddWorkspace.ts';
import { renderScreen } from '../support/renderConsole.tsx';
import { rowOf } from './onScreen.ts';

const sandbox = { workspaces: { odd: createOddWorkspace() } };

it('odd records are marked, and those without a usable ID can’t be deleted', async () => {
  await renderScreen('/workspaces/odd/compute', { sandbox, env: { DATABASES: 'orders' } });
  const table = await screen.findByRole('table', { name: 'Compute instances' });
  expect(within(table).getAllByRole('button', { name: /^Delete / })).not.toHaveLength(0);
  for (const [name, mark] of [
    ['foreign', 'Different workspace'],
    ['elsewhere', 'Different database'],
    ['twin-one', 'Duplicate ID'],
  ] as const)
    expect(rowOf(name)).toHaveTextContent(mark);
  for (const name of ['dot-dot', 'numeric-id', 'missing-id'])
    expect(within(rowOf(name)).queryByRole('button', { name: /^Delete / })).toBeNull();
  expect(within(table).queryByRole('button', { name: 'deleted-before' })).toBeNull();
  // Text of the service is never markup.
  expect(within(table).getByRole('button', { name: '<img src=x onerror=alert(1)>' })).toBeVisible();
  expect(within(table).getAllByRole('img', { name: /^Looks like/ }).length).toBeGreaterThan(0);
});

it('odd records of the history are shown, and those that can’t be read are counted', async () => {
  await renderScreen('/workspaces/odd/subscription/history', { sandbox });
  const list = await screen.findByRole('list', { name: 'Subscription history' });
  expect(within(list).getAllByRole('listitem').length).toBeGreaterThan(9);
  expect(document.body).toHaveTextContent(/2 (records|items)/);
});
