// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { renderConsole, renderScreen, signIn } from '../support/renderConsole.tsx';

it('starts and signs in when the browser refuses channels, storage and databases', async () => {
  const { user } = await renderConsole({
    at: '/workspaces/acme/regions',
    beforeBoot: refuseSiteData,
  });
  await signIn(user);
  expect(await screen.findByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
});

it('uses nothing that belongs to another service behind the same URL', async () => {
  const at = '/workspaces/acme/regions';
  const times = { signedInAt: Date.now(), activeAt: Date.now() };
  const session = { workspaceSlug: 'acme', token: 'staging-token', ...times };
  const { user, sandbox } = await renderConsole({
    at,
    config: { serviceId: 'production' },
    beforeBoot() {
      localStorage.setItem('workspace-console.3.workspaces.staging', '["staging-workspace"]');
      sessionStorage.setItem('workspace-console.3.session.staging', JSON.stringify(session));
    },
  });
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(sandbox.calls).toEqual([]);
  await signIn(user);
  await user.click(await screen.findByRole('button', { name: 'Switch workspace, current: acme' }));
  expect(await screen.findByRole('dialog', { name: 'Workspaces' })).toBeVisible();
  expect(screen.queryByText('staging-workspace')).toBeNull();
  expect(sandbox.calls.map(({ authorized }) => authorized)).toEqual([true]);
});

it('ends an idle session even if the page is unmounted', async () => {
  await renderScreen('/workspaces/acme/regions');
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  expect(JSON.stringify({ ...sessionStorage })).toContain('sandbox-token');
  cleanup();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).not.toContain('sandbox-token'));
});

/** Throws as Firefox does when cookies and site data are blocked. */
function refuseSiteData(): void {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        refuse();
      }
    },
  );
  vi.stubGlobal('indexedDB', { open: refuse });
  const areas = [vi.spyOn(window, 'localStorage', 'get'), vi.spyOn(window, 'sessionStorage', 'get')];
  for (const area of areas) area.mockImplementation(refuse);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    for (const area of areas) area.mockRestore();
  });
}
