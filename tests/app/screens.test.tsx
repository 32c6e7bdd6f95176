// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';

it('leads from the root to Compute, and from there to every screen', async () => {
  const { user, sandbox } = await renderScreen('/', { sandbox: { instances: 6 } });
  await screen.findByRole('table', { name: 'Compute instances' });
  expect(location.pathname).toBe('/workspaces/acme/compute');
  expect(await screen.findAllByRole('button', { name: /^Delete orders-/ })).toHaveLength(2);

  const nav = within(screen.getByRole('navigation', { name: 'Main' }));
  await user.click(nav.getByRole('link', { name: 'Subscription history' }));
  const history = await screen.findByRole('list', { name: 'Subscription history' });
  const records = within(history).getAllByRole('listitem');
  expect(records).toHaveLength(12);
  expect(records[0]?.textContent).toMatch(/open-ended.*Scheduled/);
  expect(records[1]?.textContent).toContain('Current');
  expect(location.pathname).toBe('/workspaces/acme/subscription/history');

  await user.click(nav.getByRole('link', { name: 'Regions' }));
  const regions = await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  expect(within(regions).getAllByRole('listitem')).toHaveLength(2);
  expect(location.pathname).toBe('/workspaces/acme/regions');
  expect(sandbox.calls.every(({ authorized }) => authorized)).toBe(true);
  expect(sandbox.calls.filter(({ path }) => path.endsWith('/regions'))).toHaveLength(1);
});

it('says inside the shell that an address leads nowhere', async () => {
  const { user } = await renderScreen('/workspaces/acme/nothing', { sandbox: { instances: 3 } });
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Go to Compute' }));
  expect(await screen.findByRole('table', { name: 'Compute instances' })).toBeVisible();
});

it.each([
  ['compute', 'No instances here'],
  ['subscription/history', 'No subscription yet'],
  ['regions', 'No regions yet'],
])('an empty workspace has a friendly %s', async (tail, sentence) => {
  await renderScreen(`/workspaces/empty/${tail}`);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a forbidden history stands in its place, and the session is kept', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/history-error-403/subscription/history');
  expect((await screen.findByRole('alert')).textContent).toContain('This token has no permission for this.');
  await user.click(screen.getByRole('link', { name: 'Regions' }));
  expect(await screen.findByRole('list', { name: 'Regions of CLOUDB' })).toBeVisible();
  expect(sandbox.calls.filter(({ path }) => path.endsWith('/history'))).toHaveLength(1);
});

it('tells failure from emptiness: a failed history can be tried again', async () => {
  const { sandbox } = await renderScreen('/workspaces/history-error-500/subscription/history');
  const alert = await screen.findByRole('alert', {}, { timeout: 10_000 });
  expect(alert.textContent).toContain('The subscription history could not be read');
  expect(alert.textContent).toContain('HTTP 500');
  expect(screen.queryByText('No subscription yet')).toBeNull();
  expect(within(alert).getByRole('button', { name: 'Try again' })).toBeEnabled();
  expect(sandbox.calls.filter(({ path }) => path.endsWith('/history'))).toHaveLength(3);
});
