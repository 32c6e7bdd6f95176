// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';

it('the root URL redirects to Compute, and links open the other screens', async () => {
  const { user, sandbox } = await renderScreen('/', { sandbox: { instances: 6 } });
  await screen.findByRole('table', { name: 'Compute instances' });
  expect(location.pathname).toBe('/workspaces/acme/compute');
  expect(await screen.findAllByRole('button', { name: /^Delete orders-/ })).toHaveLength(2);

  await followLink(user, 'Subscription history', '/workspaces/acme/subscription/history');
  await screen.findByRole('list', { name: 'Subscription history' });

  await followLink(user, 'Regions', '/workspaces/acme/regions');
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  await followLink(user, 'Compute', '/workspaces/acme/compute');
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
  expect(screen.getByRole('main')).toHaveTextContent(`No page has the address ${address}.`);
  expect(location.pathname).toBe(address);
  await user.click(screen.getByRole('link', { name: 'Go to Compute' }));
  expect(await screen.findByRole('table', { name: 'Compute instances' })).toBeVisible();
});

it.each([
  ['compute', 'No instances yet'],
  ['subscription/history', 'No subscription yet'],
  ['regions', 'No regions yet'],
])('says on the screen %s that the workspace is empty', async (path, sentence) => {
  await renderScreen(`/workspaces/empty/${path}`);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('searchbox', { name: 'Search regions' })).toBeNull();
});

it('the history screen shows a 403 instead of the history and keeps the session', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/history-error-403/subscription/history');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'This token doesn’t have permission to do this.',
  );
  await user.click(screen.getByRole('link', { name: 'Regions' }));
  expect(await screen.findByRole('list', { name: 'Regions of CLOUDB' })).toBeVisible();
  expect(sandbox.calls.filter(({ path }) => path.endsWith('/history'))).toHaveLength(1);
});

/** Clicks a navigation link, and checks the heading, the URL, the title and the current link. */
async function followLink(user: UserEvent, name: string, address: string): Promise<void> {
  const link = within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name });
  await user.click(link);
  expect(await screen.findByRole('heading', { name, level: 1 })).toBeVisible();
  expect(location.pathname).toBe(address);
  await waitFor(() => expect(document.title).toBe(`${name} · acme · Workspace Console`));
  expect(link).toHaveAttribute('aria-current', 'page');
}
