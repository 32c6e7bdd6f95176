// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';

it('redirects to Compute and links to every screen', async () => {
  const { user, sandbox } = await renderScreen('/', { sandbox: { instances: 6 } });
  await screen.findByRole('table', { name: 'Compute instances' });
  expect(location.pathname).toBe('/workspaces/acme/compute');
  expect(await screen.findAllByRole('button', { name: /^Delete orders-/ })).toHaveLength(2);

  await follow(user, 'Subscription history', '/workspaces/acme/subscription/history');
  await screen.findByRole('list', { name: 'Subscription history' });

  await follow(user, 'Regions', '/workspaces/acme/regions');
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  await follow(user, 'Compute', '/workspaces/acme/compute');
  expect(sandbox.calls.every(({ authorized }) => authorized)).toBe(true);
  expect(sandbox.calls.filter(({ path }) => path.endsWith('/regions'))).toHaveLength(1);
});

it.each([
  '/nothing/here',
  '/workspaces/acme/nothing',
  '/Workspaces/beta/compute',
  '/workspaces/%E0%A4%A/compute',
])('shows "Page not found" inside the shell at %s, with a link to Compute', async (address) => {
  const { user } = await renderScreen(address, { sandbox: { instances: 3 } });
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect(screen.getByRole('main')).toHaveTextContent(`There is nothing at ${address}.`);
  expect(location.pathname).toBe(address);
  await user.click(screen.getByRole('link', { name: 'Go to Compute' }));
  expect(await screen.findByRole('table', { name: 'Compute instances' })).toBeVisible();
});

it.each([
  ['compute', 'No instances yet'],
  ['subscription/history', 'No subscription yet'],
  ['regions', 'No regions yet'],
])('at %s says that an empty workspace has nothing to show', async (tail, sentence) => {
  await renderScreen(`/workspaces/empty/${tail}`);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('searchbox', { name: 'Search regions' })).toBeNull();
});

it('shows a 403 in place of the history and keeps the session', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/history-error-403/subscription/history');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'This token doesn’t have permission to do this.',
  );
  await user.click(screen.getByRole('link', { name: 'Regions' }));
  expect(await screen.findByRole('list', { name: 'Regions of CLOUDB' })).toBeVisible();
  expect(sandbox.calls.filter(({ path }) => path.endsWith('/history'))).toHaveLength(1);
});

it('shows a failed history with a retry, and the other screens work', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/history-error-500/subscription/history');
  const alert = await screen.findByRole('alert', {}, { timeout: 10_000 });
  for (const words of [
    'Couldn’t load the subscription history',
    'Something broke.',
    'HTTP 500',
    'Request ID',
  ])
    expect(alert).toHaveTextContent(words);
  expect(screen.queryByText('No subscription yet')).toBeNull();
  const asked = () => sandbox.calls.filter(({ path }) => path.endsWith('/history')).length;
  expect(asked()).toBe(3);
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(asked()).toBeGreaterThan(3));
  await user.click(screen.getByRole('link', { name: 'Regions' }));
  expect(await screen.findByRole('list', { name: 'Regions of CLOUDB' })).toBeVisible();
});

it('moves through palette results with the arrow keys and runs one on click', async () => {
  const { user } = await renderScreen('/workspaces/acme/regions', { sandbox: { instances: 3 } });
  await user.click(await screen.findByRole('button', { name: 'Search everything' }));
  const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }));
  const field = palette.getByRole('combobox', { name: /Find a page/ });
  const chosen = () => palette.getByRole('option', { selected: true });
  await waitFor(() => expect(chosen()).toHaveTextContent('Compute'));
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toHaveTextContent('Subscription history');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  const last = palette.getAllByRole('option').at(-1);
  expect(chosen()).toBe(last);
  expect(field).toHaveAttribute('aria-activedescendant', last?.id);
  await user.click(palette.getByRole('option', { name: /Open request log/ }));
  expect(await screen.findByRole('dialog', { name: 'Request log' })).toBeVisible();
});

/** Follows a link of the shell; the screen is named in the address, the heading, the title and the navigation. */
async function follow(user: UserEvent, name: string, address: string): Promise<void> {
  const link = within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name });
  await user.click(link);
  expect(await screen.findByRole('heading', { name, level: 1 })).toBeVisible();
  expect(location.pathname).toBe(address);
  await waitFor(() => expect(document.title).toBe(`${name} · acme · Workspace Console`));
  expect(link).toHaveAttribute('aria-current', 'page');
}
