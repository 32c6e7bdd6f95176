import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { refreshPageData } from '../../src/session/pageData.ts';
import { deferred } from '../support/deferred.ts';
import { goTo, renderScreen } from '../support/renderConsole.tsx';
import { serviceError } from '../support/startConsole.ts';

const regions = '/workspaces/acme/regions';
const field = (name: string) => screen.getByLabelText(name, { exact: true });
const button = (name: string) => screen.getByRole('button', { name });
const findRegions = () => screen.findByRole('list', { name: 'Regions of CLOUDA' });
const openRegions = async (options = {}) => {
  return { ...(await renderScreen(regions, options)), list: await findRegions() };
};
const findForm = () => screen.findByRole('heading', { name: 'Sign in' });

async function fillIn(user: UserEvent, workspace: string, token = 'sandbox-token') {
  await user.clear(field('Workspace'));
  if (workspace !== '') await user.type(field('Workspace'), workspace);
  await user.type(field('Access token'), token);
  await user.click(button('Sign in'));
}

it('the form suits password managers, and begins at the token of a linked workspace', async () => {
  const { user } = await renderScreen('/workspaces/empty/regions', { isSignedIn: false });
  expect(field('Workspace')).toHaveValue('empty');
  expect(field('Workspace')).toHaveAttribute('autocomplete', 'username');
  expect(field('Access token')).toHaveAttribute('autocomplete', 'current-password');
  await waitFor(() => expect(field('Access token')).toHaveFocus());
  await user.click(button('Show token'));
  expect(field('Access token')).toHaveAttribute('type', 'text');
  expect(field('Access token')).toHaveAttribute('autocomplete', 'off');
});

it('a different workspace than in the link → its search goes, and it says so', async () => {
  const { user } = await renderScreen('/workspaces/beta/regions?q=x', { isSignedIn: false });
  await fillIn(user, 'acme');
  expect(await findRegions()).toBeVisible();
  expect(location.pathname + location.search).toBe(regions);
  expect(await screen.findByText("You're in acme. The link was for beta.")).toBeVisible();
});

it('after Sign out, the form at / has the last workspace', async () => {
  const { user } = await renderScreen('/', { isSignedIn: false });
  await fillIn(user, 'acme');
  const fetch = vi.spyOn(globalThis, 'fetch');
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  await findForm();
  expect(fetch).toHaveBeenCalledWith('/api/session', expect.objectContaining({ keepalive: true }));
  expect(screen.queryByRole('alert')).toBeNull();
  goTo('/');
  await waitFor(() => expect(field('Workspace')).toHaveValue('acme'));
});

it.each([
  ['', 'sandbox-token', 'Workspace', 'Enter the workspace slug, e.g. acme.'],
  ['acme', 'two words', 'Access token', /That doesn't look like an access token\./],
  ['acme', 'wrong-token', 'Access token', /The service doesn't accept this access token\./],
  ['forbidden', 'sandbox-token', 'Access token', /This token can't access workspace “forbidden”/],
  ['nowhere', 'sandbox-token', 'Workspace', /Workspace “nowhere” wasn't found\./],
])('workspace “%s” with “%s” → a sentence at %s, which has the focus', async (slug, token, name, text) => {
  const { user } = await renderScreen('/', { isSignedIn: false });
  await fillIn(user, slug, token);
  await waitFor(() => expect(field(name)).toHaveAccessibleDescription(text));
  expect(field(name)).toBeInvalid();
  expect(field(name)).toHaveFocus();
  expect([field('Workspace'), field('Access token')]).toMatchObject([{ value: slug }, { value: token }]);
});

it('a service that is slow → after 5 s, what the console waits for', async () => {
  const { user, site } = await renderScreen(regions, { isSignedIn: false });
  await user.type(field('Access token'), 'sandbox-token');
  const release = site.hold('GET');
  await user.click(button('Sign in'));
  const slow = await screen.findByText(/^The service hasn't answered yet\./, {}, { timeout: 7_000 });
  expect(slow).toHaveAttribute('role', 'status');
  release();
  expect(await findRegions()).toBeVisible();
});

it('a browser that keeps no cookie → a sentence that says what to do', async () => {
  const { user, browser } = await renderScreen(regions, { isSignedIn: false });
  browser.keepsCookies = false;
  await fillIn(user, 'acme');
  expect(await screen.findByText(/^Your browser didn't keep the console's cookie\./)).toBeVisible();
});

it('a further workspace → the menu leads to the form, and then lists both', async () => {
  const { user } = await openRegions();
  await user.click(button('acme Sandbox'));
  await user.click(screen.getByRole('menuitem', { name: 'Sign in to another workspace' }));
  await findForm();
  expect(field('Workspace')).toHaveValue('');
  await fillIn(user, 'beta');
  await screen.findByRole('table', { name: 'Compute instances' });
  await user.click(button('beta Sandbox'));
  await user.click(screen.getByRole('menuitem', { name: /acme/ }));
  expect(location.pathname).toBe('/workspaces/acme/compute');
  expect(document.title).toBe('Compute · acme · Sandbox');
});

it('a link to a workspace without a session → the form, with a way back', async () => {
  const { user, site } = await openRegions();
  const { length } = site.wire;
  goTo('/workspaces/beta/regions');
  await findForm();
  expect(field('Workspace')).toHaveValue('beta');
  await user.click(screen.getByRole('link', { name: 'Back to acme' }));
  expect(await screen.findByRole('table', { name: 'Compute instances' })).toBeVisible();
  expect(site.wire.slice(length).filter(({ path }) => path.includes('/beta/'))).toEqual([]);
});

it('a different admin signs in → nothing of the first one is left', async () => {
  const headers = { 'X-User': 'jo@example.com' };
  const { user, browser, list } = await openRegions({ env: { USER_HEADER: 'X-User' }, headers });
  browser.headers.set('X-User', 'kim@example.com');
  await user.click(button('Refresh'));
  await findForm();
  await fillIn(user, 'acme');
  await waitFor(() => expect(list).not.toBeInTheDocument());
  expect(await findRegions()).toBeVisible();
  await user.click(button('acme Sandbox'));
  expect(screen.getByText('kim@example.com')).toBeVisible();
});

it('a Sign out that reaches nobody → a warning', async () => {
  const { user, browser } = await openRegions();
  browser.answer = () => Promise.reject(new TypeError('Failed to fetch'));
  await user.click(button('Sign out'));
  expect(await screen.findByText(/^You may still be signed in on this browser\./)).toBeVisible();
});

it('Sign out and a sign-in in a different tab → the form, and then the page again', async () => {
  const { browser } = await openRegions();
  await browser.fetch('/api/session', { method: 'DELETE' });
  await act(refreshPageData);
  expect(await screen.findByText("You're signed out.")).toBeVisible();
  await browser.signIn('acme');
  await act(refreshPageData);
  expect(await findRegions()).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Sign in' })).toBeNull();
});

it.each(['elsewhere', 'here'])('a sign-in %s, then a 401 of the old session → no end', async (place) => {
  const late = deferred<Response>();
  const { user, site, browser } = await renderScreen(regions, { answer: () => late.promise });
  await waitFor(() => expect(site.wire.at(-1)?.path).toBe(regions));
  site.answer(null);
  if (place === 'elsewhere') await browser.signIn('acme');
  else {
    await browser.fetch('/api/session', { method: 'DELETE' });
    await act(refreshPageData);
    await fillIn(user, 'acme');
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Sign in' })).toBeNull());
  }
  late.resolve(serviceError(401, 'Expired.'));
  expect(await findRegions()).toBeVisible();
  expect(screen.queryByText(/access token|^Sign in/)).toBeNull();
});

it('a 401 of the service → the form asks for a valid token', async () => {
  const { user, site } = await openRegions();
  site.answer(() => serviceError(401, 'Expired.'));
  await user.click(button('Refresh'));
  expect(await screen.findByText('Your access token is no longer accepted.')).toBeVisible();
  expect(screen.getByText('Sign in with a valid one. Nothing is sent again.')).toBeVisible();
});

it('using the page is reported to the server, at most once a minute', async () => {
  const { user, site } = await openRegions();
  const countReports = () => site.logLines.filter((line) => line.includes('/api/session/activity')).length;
  await user.keyboard('ab');
  await user.click(screen.getByRole('main'));
  await waitFor(() => expect(countReports()).toBe(1));
  await user.keyboard('c');
  expect(countReports()).toBe(1);
});
