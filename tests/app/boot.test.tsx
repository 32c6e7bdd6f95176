// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { renderConsole, renderScreen, signIn } from '../support/renderConsole.tsx';

it('starts and signs in if the browser refuses BroadcastChannel, storage and IndexedDB', async () => {
  const { user } = await renderConsole({
    at: '/workspaces/acme/regions',
    beforeBoot: refuseSiteData,
  });
  await signIn(user);
  expect(await screen.findByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
});

it('ends an idle session even if React has unmounted the page', async () => {
  await renderScreen('/workspaces/acme/regions');
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  expect(JSON.stringify({ ...sessionStorage })).toContain('sandbox-token');
  cleanup();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).not.toContain('sandbox-token'));
});

/** Makes these APIs throw, as in Firefox when it blocks cookies and site data. */
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
