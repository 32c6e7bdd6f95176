// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { refreshPageData } from '../../src/session/pageData.ts';
import { goTo, renderScreen } from '../support/renderConsole.tsx';

const regions = '/workspaces/acme/regions';
const field = (name: string) => screen.getByLabelText(name, { exact: true });
const button = (name: string) => screen.getByRole('button', { name });
const findRegions = () => screen.findByRole('list', { name: 'Regions of CLOUDA' });
const findForm = () => screen.findByRole('heading', { name: 'Sign in' });

async function fillIn(user: UserEvent, workspace: string, token = 'sandbox-token') {
  await user.clear(field('Workspace'));
  if (workspace !== '') await user.type(field('Workspace'), workspace);
  await user.clear(field('Access token'));
  if (token !== '') await user.type(field('Access token'), token);
  await user.click(button('Sign in'));
}

describe('the sign-in form', () => {
  it('supports password managers, and its workspace replaces the one in the URL', async () => {
    const { user, site } = await renderScreen('/workspaces/empty/regions?q=x', { isSignedIn: false });
    expect(field('Workspace')).toHaveValue('empty');
    expect(field('Workspace')).toHaveAttribute('autocomplete', 'username');
    expect(field('Access token')).toHaveAttribute('autocomplete', 'current-password');
    expect(
      screen.getByText('You stay signed in on this browser until you sign out or are idle for 15 minutes.'),
    ).toBeVisible();
    await waitFor(() => expect(field('Access token')).toHaveFocus());
    await user.keyboard('sandbox-token');
    await user.click(button('Show token'));
    expect(field('Access token')).toHaveAttribute('type', 'text');
    expect(field('Access token')).toHaveAttribute('autocomplete', 'off');
    await user.click(button('Hide token'));
    await user.clear(field('Workspace'));
    await user.type(field('Workspace'), 'ac\u200bme');
    await user.dblClick(button('Sign in'));
    expect(await findRegions()).toBeVisible();
    expect(location.pathname + location.search).toBe('/workspaces/acme/regions?q=x');
    const sentSignIns = site.log.filter((line) => line.includes('"POST","path":"/api/session"'));
    expect(sentSignIns).toHaveLength(1);
  });

  it('a problem → a sentence at its field, which has the focus, and both values stay', async () => {
    const { user, site } = await renderScreen('/', { isSignedIn: false, env: { IDLE_MINUTES: 'never' } });
    expect(screen.getByText('You stay signed in on this browser until you sign out.')).toBeVisible();
    await waitFor(() => expect(field('Workspace')).toHaveFocus());
    for (const [slug, token, name, text, calls] of [
      ['', 'sandbox-token', 'Workspace', 'Enter the workspace slug, e.g. acme.', 0],
      ['acme', 'two words', 'Access token', /That doesn't look like an access token\./, 0],
      ['forbidden', 'sandbox-token', 'Access token', /This token can't access workspace “forbidden”/, 1],
      ['nowhere', 'sandbox-token', 'Workspace', /Workspace “nowhere” wasn't found\./, 2],
    ] as const) {
      await fillIn(user, slug, token);
      await waitFor(() => expect(field(name)).toHaveAccessibleDescription(text));
      expect(field(name)).toBeInvalid();
      expect(field(name)).toHaveFocus();
      expect([field('Workspace'), field('Access token')]).toMatchObject([{ value: slug }, { value: token }]);
      expect(site.log.filter((line) => line.includes('"path":"/api/session"'))).toHaveLength(calls);
    }
    const headers = { 'retry-after': '5' };
    const tooMany = { message: 'Slow down.', statusCode: 429 };
    site.answer(() => Response.json(tooMany, { status: 429, headers }));
    await fillIn(user, 'acme');
    const wait = await screen.findByText(/Wait 5 seconds, then try again\./);
    expect(wait.closest('[role=alert]')).toHaveTextContent('Message from the service: Slow down. · HTTP 429');
    site.answer(null);
    await user.click(button('Sign in'));
    expect(await screen.findByRole('table', { name: 'Compute instances' })).toBeVisible();
  });
});

it('a link to a different workspace → the tokens are tried, or the form has a way back', async () => {
  const { user, site } = await renderScreen(regions);
  await findRegions();
  goTo('/workspaces/forbidden/regions');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent("This token can't access workspace “forbidden”.");
  expect(field('Workspace')).toHaveValue('forbidden');
  await user.click(within(alert).getByRole('link', { name: 'Back to acme' }));
  expect(await findRegions()).toBeVisible();
  expect(location.pathname).toBe(regions);

  site.answer(() => Response.json({ message: 'Maintenance.', statusCode: 503 }, { status: 503 }));
  goTo('/workspaces/beta/regions');
  expect(screen.getByText('Loading the console…')).toBeInTheDocument();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  site.answer(null);
  await user.click(retry);
  expect(await findRegions()).toBeVisible();
  expect(document.title).toBe('Regions · beta · Sandbox');
  expect(site.wire.every(({ authorization }) => authorization === 'Bearer sandbox-token')).toBe(true);
  goTo(regions);
  expect(await findRegions()).toBeVisible();
});

describe('the end of a session', () => {
  it('a different admin signs in → nothing of the first one is left', async () => {
    const headers = { 'X-User': 'jo@example.com' };
    const { user, browser } = await renderScreen(regions, { env: { USER_HEADER: 'X-User' }, headers });
    const list = await findRegions();
    browser.headers.set('X-User', 'kim@example.com');
    await user.click(button('Refresh'));
    await findForm();
    await fillIn(user, 'acme');
    await waitFor(() => expect(list).not.toBeInTheDocument());
    expect(await findRegions()).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^acme/ }));
    expect(screen.getByText('kim@example.com')).toBeVisible();
  });

  it('Sign out, also in a different tab, or a 401 → the form, which says why', async () => {
    const { user, browser, site } = await renderScreen(regions);
    await findRegions();
    browser.answer = () => {
      throw new TypeError('Failed to fetch');
    };
    await user.click(button('Sign out'));
    expect(await screen.findByText(/^You may still be signed in on this browser\./)).toBeVisible();
    browser.answer = null;
    await fillIn(user, 'acme');
    await findRegions();
    await user.click(button('Sign out'));
    expect(await findForm()).toBeVisible();
    expect(location.pathname).toBe(regions);
    expect(screen.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(browser.hasCookie()).toBe(false));
    await fillIn(user, 'acme');
    expect(await findRegions()).toBeVisible();

    // In a different tab.
    await browser.fetch('/api/session', { method: 'DELETE' });
    await act(refreshPageData);
    expect(await screen.findByText("You're signed out.")).toBeVisible();
    await browser.signIn('acme');
    await act(refreshPageData);
    expect(await findRegions()).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Sign in' })).toBeNull();

    site.answer(() => Response.json({ message: 'Expired.', statusCode: 401 }, { status: 401 }));
    await user.click(button('Refresh'));
    expect(await screen.findByText('Your access token is no longer accepted.')).toBeVisible();
    expect(screen.getByText('Sign in with a valid one. Nothing is sent again.')).toBeVisible();
  });
});

it('using the page is reported to the server, at most once a minute', async () => {
  const { user, site } = await renderScreen(regions);
  await findRegions();
  const countReports = () => site.log.filter((line) => line.includes('/api/session/activity')).length;
  await user.keyboard('ab');
  await user.click(screen.getByRole('main'));
  await waitFor(() => expect(countReports()).toBe(1));
  await user.keyboard('c');
  expect(countReports()).toBe(1);
});
