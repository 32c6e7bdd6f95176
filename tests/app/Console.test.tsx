// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';

it('links open the screens, and the heading of the new screen has the focus', async () => {
  const { user, sandbox } = await renderScreen('/', { sandbox: { instances: 6 } });
  await screen.findByRole('table', { name: 'Compute instances' });
  expect(location.pathname).toBe('/workspaces/acme/compute');
  await followLink(user, 'Subscription history', '/workspaces/acme/subscription/history');
  await screen.findByRole('list', { name: 'Subscription history' });
  await followLink(user, 'Regions', '/workspaces/acme/regions');
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  await followLink(user, 'Activity', '/workspaces/acme/activity');
  await followLink(user, 'Compute', '/workspaces/acme/compute');
  expect(sandbox.calls.every(({ authorized }) => authorized)).toBe(true);
  expect(sandbox.calls.filter(({ path }) => path.endsWith('/regions'))).toHaveLength(1);
});

it.each(['/Workspaces/beta/compute', '/workspaces/%E0%A4%A/compute'])(
  'the unknown address %s → "Page not found" inside the shell',
  async (address) => {
    const { user } = await renderScreen(address, { sandbox: { instances: 3 } });
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect(screen.getByRole('main')).toHaveTextContent(`No page has the address ${address}`);
    expect(location.pathname).toBe(address);
    await user.click(screen.getByRole('link', { name: 'Go to Compute' }));
    expect(await screen.findByRole('table', { name: 'Compute instances' })).toBeVisible();
  },
);

it('a 403 for the history → the screen says why and the session stays', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/history-error-403/subscription/history');
  expect(await screen.findByText("This token doesn't have permission to do this.")).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Regions' }));
  expect(await screen.findByRole('list', { name: 'Regions of CLOUDB' })).toBeVisible();
  expect(sandbox.calls.filter(({ path }) => path.endsWith('/history'))).toHaveLength(1);
});

it('the palette folds case, accents and ligatures as the table does', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 60 } });
  await screen.findByRole('button', { name: 'orders-backfill' });
  await user.keyboard('{Control>}k{/Control}');
  const input = await screen.findByRole('combobox');
  for (const [search, found] of [
    ['re\u0301gions', 'Regions'],
    ['back\ufb01ll ORDERS', /^orders-backfill/],
  ] as const) {
    await user.clear(input);
    await user.type(input, search);
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(found),
    ]);
  }
});

async function followLink(user: UserEvent, name: string, address: string): Promise<void> {
  const link = within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name });
  await user.click(link);
  const heading = await screen.findByRole('heading', { name, level: 1 });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(location.pathname).toBe(address);
  await waitFor(() => expect(document.title).toBe('acme · Workspace Console'));
  expect(link).toHaveAttribute('aria-current', 'page');
}
