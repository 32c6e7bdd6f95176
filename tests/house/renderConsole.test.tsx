// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderConsole, signIn } from '../support/renderConsole.tsx';

it('shows the sign-in form at any URL and signs in over HTTP', async () => {
  const { user, sandbox } = await renderConsole({ at: '/workspaces/acme/regions' });
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(sandbox.calls).toEqual([]);
  await signIn(user);
  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible();
  await waitFor(() => expect(sandbox.calls).not.toEqual([]));
  expect(sandbox.calls.every((call) => call.authorized)).toBe(true);
  expect(location.pathname).toBe('/workspaces/acme/regions');
});

it('starts each test with a new service, page and storage', async () => {
  const { sandbox } = await renderConsole();
  expect(screen.getAllByRole('heading', { name: 'Sign in' })).toHaveLength(1);
  expect([localStorage.length, sessionStorage.length, sandbox.calls.length]).toEqual([0, 0, 0]);
});

it('has signals that abort a fetch', async () => {
  const { user, sandbox, origin } = await renderConsole({ sandbox: { latencyMs: 60_000 } });
  await signIn(user);
  await waitFor(() => expect(sandbox.calls).toHaveLength(1));
  const controller = new AbortController();
  const call = fetch(`${origin}/api/workspaces/acme/regions`, { signal: controller.signal });
  await waitFor(() => expect(sandbox.calls).toHaveLength(2));
  controller.abort();
  await expect(call).rejects.toThrow(/abort/i);
});
