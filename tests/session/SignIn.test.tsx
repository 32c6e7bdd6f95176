// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { goTo, renderConsole, renderScreen, signIn } from '../support/renderConsole.tsx';

it('the sign-in form keeps its entries and stores nothing if a web page arrives', async () => {
  const { user, sandbox } = await renderConsole({ at: '/workspaces/acme/regions' });
  await signIn(user, { workspaceSlug: 'web-page' });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Received a web page instead of a service response (HTTP 200).');
  expect(alert).toHaveTextContent(/network may require you to log in/);
  expect(screen.queryByText('Welcome to our network')).toBeNull();
  expect(screen.getByLabelText('Workspace')).toHaveValue('web-page');
  expect(screen.getByLabelText('Access token')).toHaveValue('sandbox-token');
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  expect(sandbox.calls.map(({ path }) => path)).toEqual(['/workspaces/web-page/regions']);
  expect(location.pathname).toBe('/workspaces/acme/regions');
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
});

it('a rejected token or workspace is explained under its field', async () => {
  const { user } = await renderConsole({ at: '/workspaces/acme/regions' });
  await signIn(user, { token: 'some-other-token' });
  const token = screen.getByLabelText('Access token');
  await waitFor(() => expect(token).toHaveAccessibleDescription(/doesn’t accept this access token/));
  expect(token).toHaveFocus();
  await user.clear(token);
  await signIn(user, { workspaceSlug: 'nowhere' });
  const workspace = screen.getByLabelText('Workspace');
  await waitFor(() => expect(workspace).toHaveAccessibleDescription(/wasn’t found/));
  expect(workspace).toHaveFocus();
  expect(token).toHaveAttribute('aria-invalid', 'false');

  await user.clear(token);
  await signIn(user);
  await user.click(await screen.findByRole('button', { name: 'Help' }));
  await user.click(screen.getByRole('button', { name: 'Request log' }));
  const log = await screen.findByRole('list', { name: 'Requests, newest first' });
  const entries = within(log).getAllByRole('listitem');
  expect(entries).toHaveLength(1);
  expect(entries[0]).toHaveTextContent(/GET \/workspaces\/acme\/regions.*HTTP 200/);
});

it.each([
  ['', 'sandbox-token', 'Workspace', 'Enter the workspace slug'],
  ['..', 'sandbox-token', 'Workspace', 'The workspace can’t be “.” or “..”'],
  ['acme', 'two words', 'Access token', 'That doesn’t look like an access token.'],
  ['acme', '', 'Access token', 'Enter your access token.'],
])('a sign-in to “%s” with token “%s” sends nothing and marks “%s”', async (slug, token, label, sentence) => {
  const { user, sandbox } = await renderConsole();
  await screen.findByLabelText('Workspace');
  await user.click(screen.getByLabelText('Workspace'));
  await user.paste(slug);
  await user.click(screen.getByLabelText('Access token'));
  await user.paste(token);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toContain(sentence);
  expect(screen.getByLabelText(label)).toHaveAttribute('aria-invalid', 'true');
  expect(sandbox.calls).toEqual([]);
});

it('the sign-in form supports password managers, Show token and the Enter key', async () => {
  const { user, sandbox } = await renderConsole({ at: '/workspaces/beta/regions' });
  const workspace = await screen.findByLabelText('Workspace');
  const token = screen.getByLabelText('Access token');
  expect(workspace).toHaveAttribute('autocomplete', 'username');
  expect(token).toHaveAttribute('autocomplete', 'current-password');
  expect(token).toHaveAttribute('type', 'password');
  expect(screen.getByRole('button', { name: 'Sign in' })).toHaveAttribute('type', 'submit');
  expect(token.closest('form')).toContainElement(workspace);
  await user.type(token, 'sandbox-token');
  await user.click(screen.getByRole('button', { name: 'Show token' }));
  expect(token).toHaveAttribute('type', 'text');
  await user.click(screen.getByRole('button', { name: 'Hide token' }));
  expect(token).toHaveAttribute('type', 'password');
  expect(token).toHaveValue('sandbox-token');
  await user.type(token, '{Enter}');
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  expect(sandbox.calls).toHaveLength(1);
});

it('a sign-in sends one request, whose response also fills the screen', async () => {
  const { user, sandbox } = await renderConsole({
    at: '/workspaces/acme/regions',
    sandbox: { latencyMs: 100 },
  });
  await user.type(await screen.findByLabelText('Access token'), 'sandbox-token');
  await user.dblClick(screen.getByRole('button', { name: 'Sign in' }));
  await user.type(screen.getByLabelText('Access token'), '{Enter}');
  expect(screen.getByRole('button', { name: 'Signing in…' })).toBeVisible();
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  expect(sandbox.calls).toHaveLength(1);
});

it('“Use these” fills in the credentials of the sandbox', async () => {
  const { user } = await renderConsole({ at: '/workspaces/beta/regions' });
  await user.click(await screen.findByRole('button', { name: 'Use these' }));
  expect(screen.getByRole('button', { name: 'Sign in' })).toHaveFocus();
  await user.keyboard('{Enter}');
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  expect(location.pathname).toBe('/workspaces/acme/regions');
});

it('a sign-in changes the workspace in the URL and requests no other workspace', async () => {
  const { user, sandbox } = await renderConsole({ at: '/workspaces/beta/subscription/history?x=1' });
  await signIn(user, { workspaceSlug: 'acme' });
  await screen.findByRole('list', { name: 'Subscription history' });
  expect(location.pathname).toBe('/workspaces/acme/subscription/history');
  expect(sandbox.calls.filter(({ path }) => path.includes('/beta/'))).toEqual([]);
});

it('the shell explains why a workspace does not open, and offers ways to continue', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/acme/regions');
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => onLine.mockRestore());
  goTo('/workspaces/beta/regions');
  expect((await screen.findByRole('alert')).textContent).toContain('You’re offline');
  onLine.mockReturnValue(true);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  expect(sandbox.calls.map(({ path }) => path)).toEqual([
    '/workspaces/acme/regions',
    '/workspaces/beta/regions',
  ]);
  expect(screen.getByRole('heading', { name: 'Regions' })).toHaveFocus();

  goTo('/workspaces/forbidden/regions');
  expect((await screen.findByRole('alert')).textContent).toContain('You don’t have access to forbidden');
  expect(screen.getByRole('button', { name: 'Switch workspace, current: beta' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'forbidden' })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Switch workspace' }));
  expect(await screen.findByRole('dialog', { name: 'Workspaces' })).toBeVisible();
  await user.keyboard('{Escape}');

  await user.click(screen.getByRole('button', { name: 'Use another token' }));
  expect(screen.getByLabelText('Workspace')).toHaveValue('forbidden');
  expect(screen.getByRole('navigation', { hidden: true }).closest('[inert]')).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('alert')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Regions' }));
  expect(await screen.findByRole('heading', { name: 'Regions' })).toBeVisible();
  expect(location.pathname).toBe('/workspaces/beta/regions');
});

it('a canceled sign-in changes neither workspace nor URL', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/acme/regions', { sandbox: { latencyMs: 50 } });
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  goTo('/workspaces/forbidden/regions');
  await user.click(await screen.findByRole('button', { name: 'Use another token' }));
  await signIn(user, { workspaceSlug: 'beta' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(sandbox.calls.at(-1)?.path).toBe('/workspaces/forbidden/regions'));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(location.pathname).toBe('/workspaces/forbidden/regions');
  expect(screen.getByRole('button', { name: 'Switch workspace, current: acme' })).toBeVisible();
});
