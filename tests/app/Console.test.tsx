import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { openCompute } from '../compute/onScreen.ts';
import { renderScreen } from '../support/renderConsole.tsx';
import { answerTo, serviceError } from '../support/startConsole.ts';

it('/, Ctrl K or ⌘ K on any screen → the search of Compute, with its text selected', async () => {
  const { user } = await openCompute(6);
  for (const keys of ['/', '{Control>}k{/Control}', '{Meta>}K{/Meta}']) {
    await followLink(user, 'Regions', '/workspaces/acme/regions');
    await user.keyboard(keys);
    const search = screen.getByRole('searchbox', { name: 'Search instances' });
    expect(location.pathname).toBe('/workspaces/acme/compute');
    expect(search).toHaveFocus();
    await user.keyboard('or/ders');
    expect(search).toHaveValue('or/ders');
    await user.keyboard('{Control>}k{/Control}x');
    expect(search).toHaveValue('x');
  }
});

it('links → screens with title and focus, whose lists were read at the pointer', async () => {
  const { user, site } = await renderScreen('/', { sandbox: { instances: 6 } });
  await screen.findByText('6 instances');
  expect(location.pathname).toBe('/workspaces/acme/compute');
  // The sign-in has read a list, too.
  site.wire.length = 0;
  const readsOf = (end: string) => site.wire.filter(({ path }) => path.endsWith(end)).length;
  await user.hover(screen.getByRole('link', { name: 'Subscription history' }));
  await waitFor(() => expect(readsOf('/history')).toBe(1));
  act(() => screen.getByRole('link', { name: 'Regions' }).focus());
  await waitFor(() => expect(readsOf('/regions')).toBe(1));
  await followLink(user, 'Subscription history', '/workspaces/acme/subscription/history');
  await screen.findByRole('list', { name: 'Subscription history' });
  await followLink(user, 'Regions', '/workspaces/acme/regions');
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  expect([readsOf('/history'), readsOf('/regions')]).toEqual([1, 1]);
  await followLink(user, 'Activity', '/workspaces/acme/activity');
  await followLink(user, 'Compute', '/workspaces/acme/compute');
});

it('a list that failed at the focus on its link → Enter reads it again', async () => {
  const { user, site } = await openCompute(6);
  site.answer(answerTo('/history', () => serviceError(403, 'Missing scope.')));
  const fetch = vi.spyOn(globalThis, 'fetch');
  act(() => screen.getByRole('link', { name: 'Subscription history' }).focus());
  // After a 403, the page asks for the policy, so the list has failed.
  await waitFor(() => expect(fetch).toHaveBeenCalledWith('/api/session', expect.anything()));
  site.answer(null);
  await user.keyboard('{Enter}');
  await screen.findByRole('list', { name: 'Subscription history' });
});

const noScreens = ['/workspaces/%E0%A4%A/compute', '/Workspaces/beta/compute'];
it.each(noScreens)('the address %s → "Page not found" inside the shell', async (address) => {
  const { user } = await renderScreen(address, { sandbox: { instances: 3 } });
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect(location.pathname).toBe(address);
  await user.click(screen.getByRole('link', { name: 'Go to Compute' }));
  expect(await screen.findByRole('table', { name: 'Compute instances' })).toBeVisible();
});

async function followLink(user: UserEvent, name: string, address: string): Promise<void> {
  const link = within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name });
  await user.click(link);
  const heading = await screen.findByRole('heading', { name, level: 1 });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(location.pathname).toBe(address);
  await waitFor(() => expect(document.title).toBe(`${name} · acme · Sandbox`));
  expect(link).toHaveAttribute('aria-current', 'page');
}
