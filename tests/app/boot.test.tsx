// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { renderConsole, renderScreen, signIn } from '../support/renderConsole.tsx';

it('an admin can sign in even if the browser blocks BroadcastChannel, storage and IndexedDB', async () => {
  const { user } = await renderConsole({
    at: '/workspaces/acme/regions',
    beforeBoot: refuseSiteData,
  });
  await signIn(user);
  expect(await screen.findByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
});

it('an idle session ends even if React has unmounted the page', async () => {
  await renderScreen('/workspaces/acme/regions');
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  expect(JSON.stringify({ ...sessionStorage })).toContain('sandbox-token');
  cleanup();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).not.toContain('sandbox-token'));
});

/** Makes BroadcastChannel, IndexedDB and both web storages throw, as in a Firefox that blocks site data. */
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
  const storages = [vi.spyOn(window, 'localStorage', 'get'), vi.spyOn(window, 'sessionStorage', 'get')];
  for (const storage of storages) storage.mockImplementation(refuse);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    for (const storage of storages) storage.mockRestore();
  });
}
