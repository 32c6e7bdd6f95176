// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { BrowserRouter, Link } from 'react-router-dom';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ConsoleConfig, parseConfig } from '../../src/config.ts';
import { createSandbox } from '../../src/sandbox/app.ts';
import { configStore } from '../../src/session/config.ts';
import { SessionGate } from '../../src/session/SessionGate.tsx';
import { SignedIn } from '../../src/session/SignedIn.tsx';
import { SignInForm } from '../../src/session/SignInForm.tsx';
import { useSession } from '../../src/session/useSession.ts';
import { fillJsdomGaps } from '../support/fillJsdomGaps.ts';
import { listenSandbox } from '../support/listenSandbox.ts';
import { openStore, storeSession } from './testSession.ts';

configure({ asyncUtilTimeout: 60_000 });

const baseConfig = await parseConfig({ serviceId: 'sandbox' });

type Options = {
  config?: Partial<ConsoleConfig>;
  /** True if the tab has stored a session of `acme`. */
  isKept?: boolean;
};

/** Opens the gate at a URL, in front of a page with a field, links and Sign out. */
async function openGate(path: string, { config = {}, isKept = false }: Options = {}) {
  const sandbox = createSandbox();
  const { origin, close } = await listenSandbox(sandbox);
  fillJsdomGaps();
  onTestFinished(async () => {
    cleanup();
    sandbox.close();
    await close();
  });
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, '', path);
  configStore.setState({ ...baseConfig, serviceUrl: origin, ...config }, true);
  if (isKept) storeSession({ id: 'first', workspace: 'acme', token: 'sandbox-token', activeAt: Date.now() });
  const store = openStore({ serviceUrl: origin });
  const gate = (
    <BrowserRouter useTransitions={false}>
      <SessionGate store={store}>
        {(state) => (
          <SignedIn store={store} state={state}>
            <Page />
          </SignedIn>
        )}
      </SessionGate>
    </BrowserRouter>
  );
  return { store, sandbox, gate, user: userEvent.setup({ delay: null }) };
}

async function renderGate(path: string, options?: Options) {
  const opened = await openGate(path, options);
  render(opened.gate);
  return opened;
}

function Page() {
  const { workspace, signOut } = useSession();
  return (
    <main>
      <h1>{workspace}</h1>
      <input aria-label="Note" />
      <Link to="/workspaces/beta/regions">beta</Link>
      <Link to="/workspaces/forbidden/regions">forbidden</Link>
      <button type="button" onClick={signOut}>
        Sign out
      </button>
    </main>
  );
}

const field = (name: string) => screen.getByLabelText(name, { exact: true });
const button = (name: string) => screen.getByRole('button', { name });

async function fillIn(user: UserEvent, workspace: string, token = 'sandbox-token') {
  for (const [name, text] of [
    ['Workspace', workspace],
    ['Access token', token],
  ] as const) {
    await user.clear(field(name));
    if (text !== '') await user.type(field(name), text);
  }
  await user.click(button('Sign in'));
}

describe('the sign-in form', () => {
  it('has its names, supports password managers and Show token, and sends one request', async () => {
    const { user, sandbox } = await renderGate('/workspaces/beta/regions?q=x');
    expect(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(field('Workspace')).toHaveValue('beta');
    expect(field('Workspace')).toHaveAttribute('autocomplete', 'username');
    expect(field('Access token')).toHaveAttribute('autocomplete', 'current-password');
    expect(screen.getByRole('checkbox', { name: 'Keep me signed in in this tab' })).not.toBeChecked();
    await waitFor(() => expect(field('Access token')).toHaveFocus());
    await user.keyboard('sandbox-token');
    await user.click(button('Show token'));
    expect(field('Access token')).toHaveAttribute('type', 'text');
    expect(field('Access token')).toHaveAttribute('autocomplete', 'off');
    await user.click(button('Hide token'));
    await user.clear(field('Workspace'));
    await user.type(field('Workspace'), 'acme');
    await user.dblClick(button('Sign in'));
    expect(await screen.findByRole('heading', { name: 'acme' })).toBeVisible();
    expect(location.pathname).toBe('/workspaces/acme/regions');
    expect(sandbox.calls.map(({ path }) => path)).toEqual(['/workspaces/acme/regions']);
  });

  it.each([
    ['', 'sandbox-token', 'Workspace', 'Enter the workspace slug, e.g. acme.', 0],
    ['acme', 'two words', 'Access token', /That doesn't look like an access token\./, 0],
    ['acme', '', 'Access token', 'Enter your access token.', 0],
    ['forbidden', 'sandbox-token', 'Access token', /This token can't access workspace “forbidden”/, 1],
  ])('says what is wrong with “%s” and “%s” under “%s”', async (slug, token, name, text, callCount) => {
    const { user, sandbox } = await renderGate('/');
    await waitFor(() => expect(field('Workspace')).toHaveFocus());
    await fillIn(user, slug, token);
    await waitFor(() => expect(field(name)).toHaveAccessibleDescription(text));
    expect(field(name)).toBeInvalid();
    expect(field(name)).toHaveFocus();
    expect(field('Workspace')).toHaveValue(slug);
    expect(field('Access token')).toHaveValue(token);
    expect(sandbox.calls).toHaveLength(callCount);
  });

  it('prerendered keeps what was typed when React takes it over', async () => {
    const sandbox = { workspaceSlug: 'acme', token: 'sandbox-token' };
    const config = { environment: 'Production', notice: 'Freeze.', sandbox };
    const { gate, user } = await openGate('/workspaces/acme/regions', { config });
    const root = document.createElement('div');
    root.innerHTML = renderToString(
      <SignInForm
        defaultWorkspace=""
        config={{ environment: null, environmentColor: 'gray', notice: null, sandbox: null }}
        onSubmit={async () => null}
      />,
    );
    document.body.append(root);
    onTestFinished(() => root.remove());
    for (const [name, text] of [
      ['environment', 'Production'],
      ['notice', 'Freeze.'],
    ])
      root.querySelector(`[data-config=${name}]`)?.append(text ?? '');
    const token = field('Access token');
    await user.type(field('Workspace'), 'typed');
    await user.click(screen.getByRole('checkbox'));
    await user.type(token, 'sandbox-to');
    const onRecoverableError = vi.fn();
    const errors = vi.spyOn(console, 'error');
    onTestFinished(() => errors.mockRestore());
    const hydrated = await act(async () => hydrateRoot(root, gate, { onRecoverableError }));
    onTestFinished(() => act(() => hydrated.unmount()));
    expect(field('Access token')).toBe(token);
    expect(token).toHaveFocus();
    await user.keyboard('ken');
    expect(token).toHaveValue('sandbox-token');
    expect(field('Workspace')).toHaveValue('typed');
    expect(screen.getByRole('checkbox')).toBeChecked();
    expect(screen.getAllByText('Production')).toHaveLength(1);
    expect(screen.getAllByText('Freeze.')).toHaveLength(1);
    expect(screen.getByRole('note')).toHaveTextContent('Freeze.');
    expect(document.title).toBe('Sign in · Production');
    expect(onRecoverableError).not.toHaveBeenCalled();
    expect(errors).not.toHaveBeenCalled();
    await user.clear(token);
    await user.click(button('Use these'));
    expect(button('Sign in')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'acme' })).toBeVisible();
  });
});

it('a link to a different workspace is checked; a failure offers the way back', async () => {
  const { user, store, sandbox } = await renderGate('/workspaces/acme/regions', { isKept: true });
  await user.click(screen.getByRole('link', { name: 'forbidden' }));
  expect(await screen.findByRole('alert')).toHaveTextContent("This token can't access workspace");
  await user.click(screen.getByRole('link', { name: 'Back to acme' }));
  expect(screen.getByRole('heading', { name: 'acme' })).toBeVisible();
  expect(location.pathname).toBe('/workspaces/acme/regions');
  await user.click(screen.getByRole('link', { name: 'beta' }));
  expect(screen.getByText('Checking access…')).toBeVisible();
  expect(await screen.findByLabelText('Note')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'beta' })).toBeVisible();
  expect(sandbox.calls.map(({ path }) => path)).toEqual(
    ['forbidden', 'beta'].map((slug) => `/workspaces/${slug}/regions`),
  );
  await user.click(screen.getByRole('link', { name: 'forbidden' }));
  await user.click(await screen.findByRole('button', { name: 'Use a different token' }));
  expect(store.getState()).toMatchObject({ status: 'signed-out', reason: 'here' });
  expect(field('Workspace')).toHaveValue('forbidden');
});

it('after a 401 the form covers the page, which keeps its text for the same workspace', async () => {
  const { user, store } = await renderGate('/workspaces/acme/regions', { isKept: true });
  await user.type(field('Note'), 'INC-4312');
  const state = store.getState();
  act(() => void (state.status === 'signed-in' && state.connection.onRejectedToken?.()));
  expect(screen.getByRole('alert')).toHaveTextContent('Your access token is no longer accepted.');
  expect(field('Note').closest('[inert]')).toHaveClass('hidden');
  await waitFor(() => expect(field('Access token')).toHaveFocus());
  expect(screen.getByRole('checkbox')).toBeChecked();
  await user.keyboard('sandbox-token{Enter}');
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Sign in' })).toBeNull());
  expect(field('Note')).toHaveValue('INC-4312');
  expect(field('Note').closest('[inert]')).toBeNull();
});

it('Sign out asks while a delete runs, and then shows the form at the same URL', async () => {
  const { user, store } = await renderGate('/workspaces/acme/regions', { isKept: true });
  store.beginWork();
  await user.click(button('Sign out'));
  const question = screen.getByRole('alertdialog', { name: 'Sign out while a delete is running?' });
  expect(button('Stay signed in')).toHaveFocus();
  expect(field('Note').closest('[inert]')).not.toBeNull();
  await user.keyboard('{Escape}');
  expect(question).not.toBeInTheDocument();
  await waitFor(() => expect(button('Sign out')).toHaveFocus());
  await user.keyboard('{Enter}');
  await user.click(screen.getAllByRole('button', { name: 'Sign out' }).at(-1) ?? document.body);
  expect(store.getState()).toMatchObject({ status: 'signed-out', reason: 'here' });
  expect(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(location.pathname).toBe('/workspaces/acme/regions');
});
