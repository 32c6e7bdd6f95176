// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { renderConsole, renderScreen, signIn } from '../support/renderConsole.tsx';

it.each([
  ['acme', 'some-other-token', 'The service does not accept this access token.'],
  ['forbidden', 'sandbox-token', 'This token has no permission for the workspace “forbidden”.'],
  ['nowhere', 'sandbox-token', 'There is no workspace “nowhere”, or it is not visible to this token.'],
  ['error-429', 'sandbox-token', 'The service is receiving too many requests.'],
  ['error-503', 'sandbox-token', 'The service failed (HTTP 503).'],
  ['error-503', 'sandbox-token', 'The service said: '],
  ['web-page', 'sandbox-token', 'A web page came back, not the service (HTTP 200).'],
])('%s with %s: %s What was typed is kept', async (workspaceSlug, token, sentence) => {
  const { user, sandbox } = await renderConsole({ at: '/workspaces/acme/regions' });
  await signIn(user, { workspaceSlug, token });
  expect((await screen.findByRole('alert')).textContent).toContain(sentence);
  expect(typedInto('Workspace')).toBe(workspaceSlug);
  expect(typedInto('Access token')).toBe(token);
  expect(sandbox.calls).toHaveLength(1);
  expect(location.pathname).toBe('/workspaces/acme/regions');
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
});

it.each([
  ['..', 'sandbox-token', 'The workspace is a dot segment'],
  ['a'.repeat(513), 'sandbox-token', 'The workspace is longer than 512 characters; nothing was sent.'],
  ['acme', 'two words', 'This is no access token'],
  ['acme', '"  "', 'The access token is empty.'],
])('sends nothing for %s with %s', async (workspaceSlug, token, sentence) => {
  const { user, sandbox } = await renderConsole();
  await screen.findByLabelText('Workspace');
  await user.click(screen.getByLabelText('Workspace'));
  await user.paste(workspaceSlug);
  await user.click(screen.getByLabelText('Access token'));
  await user.paste(token);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toContain(sentence);
  expect(sandbox.calls).toEqual([]);
});

it('keeps the token in the tab only where that was asked for, and sign-out takes it away', async () => {
  const { user, sandbox } = await renderConsole({ at: '/workspaces/acme/regions' });
  await user.click(await screen.findByLabelText('Keep me signed in in this tab'));
  await signIn(user, { token: 'Bearer "sandbox-token"' });
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  expect(everythingKept()).toContain('sandbox-token');
  expect(sandbox.calls).toHaveLength(1);

  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(everythingKept()).not.toContain('sandbox-token');
  expect(typedInto('Workspace')).toBe('acme');
  expect(screen.queryByRole('list', { name: 'Regions of CLOUDA' })).toBeNull();

  await signIn(user);
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  expect(everythingKept()).not.toContain('sandbox-token');
  expect(sandbox.calls).toHaveLength(2);
});

it('moves the address to the workspace that was typed, and asks no other', async () => {
  const { user, sandbox } = await renderConsole({ at: '/workspaces/beta/subscription/history?x=1' });
  await signIn(user, { workspaceSlug: 'acme' });
  await screen.findByRole('list', { name: 'Subscription history' });
  expect(location.pathname).toBe('/workspaces/acme/subscription/history');
  expect(sandbox.calls.filter(({ path }) => path.includes('/beta/'))).toEqual([]);
});

it('asks once more for a workspace that did not open, leads back from one, and takes the focus along', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/acme/regions');
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => onLine.mockRestore());
  goTo('/workspaces/beta/regions');
  expect((await screen.findByRole('alert')).textContent).toContain('This browser is offline');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Sign in' })).toHaveFocus());
  onLine.mockReturnValue(true);
  await user.click(screen.getByRole('button', { name: 'Try again with the token in use' }));
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  expect(sandbox.calls.map(({ path }) => path)).toEqual([
    '/workspaces/acme/regions',
    '/workspaces/beta/regions',
  ]);
  expect(screen.getByRole('heading', { name: 'Regions' })).toHaveFocus();

  goTo('/workspaces/forbidden/regions');
  expect((await screen.findByRole('alert')).textContent).toContain('no permission');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Sign in' })).toHaveFocus());
  await user.click(screen.getByRole('link', { name: 'Back to the workspace beta' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Compute' })).toHaveFocus());
});

it('stands over the page once the token is rejected, and the page behind is inert', async () => {
  const { user } = await renderConsole({ at: '/workspaces/history-error-401/subscription/history' });
  await signIn(user, { workspaceSlug: 'history-error-401' });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The service no longer accepts your token.');
  expect(screen.getByRole('heading', { name: 'Sign in' }).closest('[inert]')).toBeNull();
  expect(screen.getByRole('navigation', { name: 'Main' }).closest('[inert]')).not.toBeNull();
});

function typedInto(label: string): string | undefined {
  const field = screen.getByLabelText(label);
  return field instanceof HTMLInputElement ? field.value : undefined;
}

function everythingKept(): string {
  return JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]);
}

/** As by the browser's own Back and Forward. */
function goTo(path: string): void {
  history.pushState(null, '', path);
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
}
