// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';

const regions = '/workspaces/acme/regions';

it('regions with instances → one bar, cards with links to the filtered table, and copies', async () => {
  const { user } = await renderScreen(regions);
  const list = await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  expect(screen.getByText('3 regions of 2 providers are available to')).toBeVisible();
  expect(await screen.findByText('Where your 24 instances run')).toBeVisible();
  const card = within(list).getByText('CLOUDA_EU_CENTRAL_1').closest('li');
  if (card === null) throw new Error('no card');
  expect(within(card).getByText('eu-central-1')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Copy all 3' }));
  expect((await navigator.clipboard.readText()).split('\n')).toHaveLength(3);
  await user.click(within(card).getByRole('button', { name: 'Copy CLOUDA_EU_CENTRAL_1' }));
  expect(await navigator.clipboard.readText()).toBe('CLOUDA_EU_CENTRAL_1');
  await user.click(within(card).getByRole('link', { name: /^\d+ instances →$/ }));
  expect(location.pathname + location.search).toBe('/workspaces/acme/compute?region=CLOUDA_EU_CENTRAL_1');
});

it('a repeated identifier and unknown formats → one card with a note, and the group Other', async () => {
  await renderScreen('/workspaces/odd/regions');
  expect(await screen.findByText(/^Listed 2 times, counted once$/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Other' })).toBeVisible();
});

it('no regions → one sentence', async () => {
  await renderScreen('/workspaces/empty/regions');
  expect(await screen.findByText(/^No regions are available to this workspace\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Copy/ })).toBeNull();
});
