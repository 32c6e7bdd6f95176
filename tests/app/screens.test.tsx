// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderConsole, signIn } from '../support/renderConsole.tsx';

it('leads from the root to Compute, and from there to every screen', async () => {
  const { user, sandbox } = await renderConsole({ sandbox: { instances: 6 } });
  await signIn(user);
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
  const { user } = await renderConsole({ at: '/workspaces/acme/nothing', sandbox: { instances: 3 } });
  await signIn(user);
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Go to Compute' }));
  expect(await screen.findByRole('table', { name: 'Compute instances' })).toBeDefined();
});

it.each([
  ['compute', 'No instances here'],
  ['subscription/history', 'No subscription yet'],
  ['regions', 'No regions yet'],
])('an empty workspace has a friendly %s', async (tail, sentence) => {
  const { user } = await renderConsole({ at: `/workspaces/empty/${tail}` });
  await signIn(user, { workspaceSlug: 'empty' });
  expect(await screen.findByText(sentence)).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a forbidden history stands in its place, and the session is kept', async () => {
  const { user, sandbox } = await renderConsole({ at: '/workspaces/history-error-403/subscription/history' });
  await signIn(user, { workspaceSlug: 'history-error-403' });
  expect((await screen.findByRole('alert')).textContent).toContain('This token has no permission for this.');
  await user.click(screen.getByRole('link', { name: 'Regions' }));
  expect(await screen.findByRole('list', { name: 'Regions of CLOUDB' })).toBeDefined();
  expect(sandbox.calls.filter(({ path }) => path.endsWith('/history'))).toHaveLength(1);
});

it('tells failure from emptiness: a failed history can be tried again', async () => {
  const { user, sandbox } = await renderConsole({ at: '/workspaces/history-error-500/subscription/history' });
  await signIn(user, { workspaceSlug: 'history-error-500' });
  const alert = await screen.findByRole('alert', {}, { timeout: 10_000 });
  expect(alert.textContent).toContain('The subscription history could not be read');
  expect(alert.textContent).toContain('HTTP 500');
  expect(screen.queryByText('No subscription yet')).toBeNull();
  expect(within(alert).getByRole('button', { name: 'Try again' })).toBeDefined();
  expect(sandbox.calls.filter(({ path }) => path.endsWith('/history'))).toHaveLength(3);
});
