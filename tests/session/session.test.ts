// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../src/rules/connection.ts';
import type { SessionStore } from '../../src/session/session.ts';
import { startService } from '../support/scriptedService.ts';
import { deferred } from '../support/deferred.ts';
import { errorResponse, jsonResponse } from '../support/rawResponses.ts';
import {
  activeSession,
  keptSession,
  minuteMs,
  openKeptTab,
  openStore,
  prepareTab,
  readStoredSession,
  startMs,
  storeSession,
} from './testSession.ts';

prepareTab();

const workspaces = ['acme', 'beta'];

/** Opens a tab and a service with two workspaces. `calls` lists what the store tells the cache, and each new state. */
async function openSite({ held = false, kept = false } = {}) {
  const response = deferred<void>();
  if (!held) response.resolve();
  const service = await startService(({ target, headers }) => [
    { waitFor: response.promise },
    headers.authorization === 'Bearer wrong' || target.includes('/locked/')
      ? errorResponse(401, 'No.')
      : workspaces.some((slug) => target.includes(`/${slug}/`))
        ? jsonResponse(['CLOUDA_US_WEST_2'])
        : errorResponse(403, 'No.'),
  ]);
  const calls: string[] = [];
  const trials: Connection[] = [];
  if (kept) storeSession(keptSession);
  const store = openStore({
    serviceUrl: service.url,
    prefetch(connection, workspace) {
      trials.push(connection);
      calls.push(`list of ${workspace} requested`);
      return { commit: () => calls.push('list cached'), drop: () => calls.push('list dropped') };
    },
    onChange: () => calls.push('cache cleared'),
    onVerified: (_, workspace, { items }) => calls.push(`${items} of ${workspace} cached`),
  });
  store.subscribe((state) => calls.push(state.status === 'signed-in' ? `in ${state.workspace}` : 'out'));
  const abort = new AbortController();
  const signIn = (token = ' Bearer t0ken\n', workspace = 'acme', isKept = false) =>
    store.signIn({ workspace, token, isKept }, abort.signal, (slug) => calls.push(`URL of ${slug}`));
  const checkWorkspace = (workspace: string) => store.checkWorkspace(workspace, abort.signal);
  return { service, store, calls, trials, abort, signIn, checkWorkspace, respond: () => response.resolve() };
}

describe('a sign-in', () => {
  it('asks for the regions and the first list at once, and caches both before the screens appear', async () => {
    const { service, store, calls, trials, signIn } = await openSite();
    expect(await signIn()).toBe('accepted');
    expect(service.requests).toMatchObject([
      { target: '/workspaces/acme/regions', headers: { authorization: 'Bearer t0ken' } },
    ]);
    expect(calls).toEqual([
      'list of acme requested',
      'cache cleared',
      'CLOUDA_US_WEST_2 of acme cached',
      'list cached',
      'URL of acme',
      'in acme',
    ]);
    // A late 401 for the first list ends nothing.
    trials[0]?.onRejectedToken?.();
    expect(store.getState()).toMatchObject({ workspace: 'acme', isRejected: false, isKept: false });
    expect(readStoredSession()).toBeNull();
  });

  it('with "Keep me signed in" is stored for a reload with its ID', async () => {
    const { store, signIn } = await openSite();
    await signIn('t0ken', 'acme', true);
    const { id } = activeSession(store);
    expect(readStoredSession()).toEqual({ id, workspace: 'acme', token: 't0ken', activeAt: startMs });
    const reloadedTab = openStore();
    expect(activeSession(reloadedTab)).toMatchObject({ id, workspace: 'acme', isKept: true });
    expect(activeSession(reloadedTab).connection.token).toBe('t0ken');
  });

  it('that fails says why, changes nothing and drops the first list', async () => {
    const { store, calls, trials, signIn } = await openSite();
    expect(await signIn('wrong')).toMatchObject({ field: 'token', error: { kind: 'rejected-token' } });
    expect(calls).toEqual(['list of acme requested', 'list dropped']);
    expect(store.getState()).toEqual({ status: 'signed-out', reason: null, lastWorkspace: null });
    expect([trials[0]?.isOpen?.(), trials[0]?.token]).toEqual([false, '-']);
  });

  it.each<[string, (site: { store: SessionStore; abort: AbortController }) => void]>([
    ['the form was closed', ({ abort }) => abort.abort()],
    ['the session ended', ({ store }) => store.signOut()],
  ])('changes nothing if %s before the response', async (_, interrupt) => {
    const site = await openSite({ held: true, kept: true });
    const result = site.signIn('other');
    await site.service.waitForRequests(1);
    interrupt(site);
    const stateBefore = site.store.getState();
    site.respond();
    expect(await result).toBe('outdated');
    expect(site.store.getState()).toBe(stateBefore);
    expect(site.calls).not.toContain('list cached');
  });
});

describe('a link to a different workspace', () => {
  it('checks the same token and then replaces the workspace', async () => {
    const { service, store, calls, checkWorkspace } = await openSite({ kept: true });
    const { connection } = activeSession(store);
    expect(await checkWorkspace('beta')).toBe('accepted');
    expect(service.requests).toMatchObject([
      { target: '/workspaces/beta/regions', headers: { authorization: 'Bearer t0ken' } },
    ]);
    expect(calls.slice(1)).toEqual([
      'cache cleared',
      'CLOUDA_US_WEST_2 of beta cached',
      'list cached',
      'in beta',
    ]);
    expect(activeSession(store)).toMatchObject({ id: 'first', workspace: 'beta' });
    expect(readStoredSession()).toMatchObject({ id: 'first', workspace: 'beta' });
    // A bulk delete in acme goes on.
    expect([connection.isOpen?.(), connection.token]).toEqual([true, 't0ken']);
  });

  it.each([
    ['gamma', 'forbidden'],
    ['locked', 'rejected-token'],
  ])('that fails says why and changes nothing: %s, %s', async (workspace, kind) => {
    const { store, calls, checkWorkspace } = await openSite({ kept: true });
    const stateBefore = store.getState();
    expect(await checkWorkspace(workspace)).toMatchObject({ error: { kind } });
    expect(store.getState()).toBe(stateBefore);
    expect(calls).toEqual([`list of ${workspace} requested`, 'list dropped']);
  });
});

describe('a 401', () => {
  it('to the current token asks for a token once and keeps the session', () => {
    const store = openKeptTab();
    const { connection } = activeSession(store);
    const states: unknown[] = [];
    store.subscribe((state) => states.push(state));
    for (let response = 0; response < 20; response += 1) connection.onRejectedToken?.();
    expect(states).toMatchObject([{ status: 'signed-in', id: 'first', isRejected: true }]);
    expect(connection.isOpen?.()).toBe(true);
  });

  it('to the previous token is ignored, and the previous connection is closed', async () => {
    const { store, calls, signIn } = await openSite({ kept: true });
    const previous = activeSession(store);
    previous.connection.onRejectedToken?.();
    expect(await signIn('other')).toBe('accepted');
    expect(calls).toContain('cache cleared');
    previous.connection.onRejectedToken?.();
    expect(activeSession(store)).toMatchObject({ isRejected: false });
    expect(activeSession(store).id).not.toBe(previous.id);
    expect([previous.connection.isOpen?.(), previous.connection.token]).toEqual([false, '-']);
  });

  it('and a sign-in with the same token and workspace keep the cached data', async () => {
    const { store, calls, signIn } = await openSite({ kept: true });
    activeSession(store).connection.onRejectedToken?.();
    await signIn('t0ken', 'acme', true);
    expect(activeSession(store).isRejected).toBe(false);
    expect(calls).not.toContain('cache cleared');
  });
});

describe('Sign out', () => {
  it('removes the token from memory and storage, and clears the cache', () => {
    sessionStorage.setItem('workspace-console.4.session.other', '{}');
    sessionStorage.setItem('of-a-different-page', 'stays');
    const onChange = vi.fn();
    const store = openKeptTab({}, { onChange });
    const { connection } = activeSession(store);
    store.signOut();
    expect(store.getState()).toEqual({ status: 'signed-out', reason: 'here', lastWorkspace: 'acme' });
    expect([connection.token, connection.isOpen?.()]).toEqual(['-', false]);
    expect(Object.keys(sessionStorage)).toEqual(['of-a-different-page']);
    expect(onChange).toHaveBeenCalledOnce();
    expect(JSON.stringify({ ...localStorage })).not.toContain('t0ken');
  });

  it('does not end the work that is running: the browser asks before it leaves until two deletes have ended', () => {
    const store = openKeptTab();
    const endFirst = store.beginWork();
    const endSecond = store.beginWork();
    store.signOut();
    endFirst();
    expect([store.isWorking(), tryToLeave()]).toEqual([true, true]);
    endSecond();
    expect([store.isWorking(), tryToLeave()]).toEqual([false, false]);
  });
});

it('a page that is left stores the last activity and drops the token', () => {
  const { connection } = activeSession(openKeptTab());
  vi.advanceTimersByTime(5 * minuteMs);
  document.body.dispatchEvent(new Event('keydown'));
  vi.advanceTimersByTime(30_000);
  document.body.dispatchEvent(new Event('keydown'));
  // The browser may keep the page.
  window.dispatchEvent(new Event('pagehide'));
  // The browser dispatches this event last.
  document.dispatchEvent(new Event('visibilitychange'));
  expect([connection.token, connection.isOpen?.()]).toEqual(['-', false]);
  expect(readStoredSession()).toEqual({ ...keptSession, activeAt: startMs + 5.5 * minuteMs });
});

it('a stored session ends if the browser restarts after the idle limit, and not before it', () => {
  const reopen = (minutes: number) => openKeptTab({ activeAt: startMs - minutes * minuteMs }).getState();
  expect(reopen(14.9)).toMatchObject({ status: 'signed-in' });
  expect(reopen(15)).toEqual({ status: 'signed-out', reason: 'idle', lastWorkspace: 'acme' });
  expect(readStoredSession()).toBeNull();
});

/** Leaves the page. True if the browser asks first. */
function tryToLeave(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
