// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { signOutMarker } from '../../src/session/storedSession.ts';
import {
  connectionOf,
  createTestSession,
  minuteMs,
  prepareTab,
  regionList,
  sharedSession,
  startMs,
  verifiedToken,
} from './testSession.ts';

prepareTab();

/** The first entry of `calls` after a sign-in to acme. */
const acmeVerified = 't0ken read CLOUDA_US_WEST_2 of acme';

const requestRecord = {
  sentAt: startMs,
  method: 'GET' as const,
  path: '/x',
  status: 200,
  durationMs: 1,
  bytes: 1,
  servedAt: null,
  requestId: null,
};

/** Opens a session store. `calls` lists its callbacks and the states that it announces. */
function openStore() {
  const calls: string[] = [];
  const store = createTestSession({
    onVerified: (connection, workspaceSlug, { items }) =>
      calls.push(`${connection.token} read ${items} of ${workspaceSlug}`),
    onTokenDropped: () => calls.push('token dropped'),
  });
  store.subscribe(() => calls.push(store.getState().status));
  return { store, calls };
}

function readStoredSession(): unknown {
  return JSON.parse(sessionStorage.getItem('workspace-console.3.session.sandbox') ?? 'null');
}

describe('a session', () => {
  it('is stored with its times if the admin chose to stay signed in', () => {
    const { store, calls } = openStore();
    store.startSession(verifiedToken(), true);
    expect(readStoredSession()).toEqual({
      workspaceSlug: 'acme',
      token: 't0ken',
      sessionId: expect.any(String),
      signedInAt: startMs,
      activeAt: startMs,
      signOut: null,
    });
    expect(store.isPersistent()).toBe(true);
    expect(calls).toEqual([acmeVerified, 'signed-in']);
  });

  it('removes a stored session if the admin did not choose to stay signed in', () => {
    const { store } = openStore();
    sessionStorage.setItem('of-another-page', 'stays');
    store.startSession(verifiedToken(), true);
    store.startSession(verifiedToken('other'), false);
    expect(readStoredSession()).toBeNull();
    expect(store.isPersistent()).toBe(false);
    store.save();
    expect(Object.keys(sessionStorage)).toEqual(['of-another-page']);
  });

  it('continues after a reload with its sign-in time and last workspace', () => {
    const firstStore = openStore().store;
    firstStore.startSession(verifiedToken(), true);
    firstStore.addWorkspace(connectionOf(firstStore), 'beta', regionList);
    vi.setSystemTime(startMs + 10 * minuteMs);
    const { store } = openStore();
    expect(store.getState()).toMatchObject({
      status: 'signed-in',
      signedInAt: startMs,
      verifiedWorkspaces: ['beta'],
    });
    expect(connectionOf(store).sessionId).toBe(connectionOf(firstStore).sessionId);
    expect(store.isPersistent()).toBe(true);
  });

  it('gets a new ID with a new token or after a sign-out, but not with the same token', () => {
    const { store } = openStore();
    const signInWith = (token: string) => {
      store.startSession(verifiedToken(token), false);
      return connectionOf(store).sessionId;
    };
    const firstSignIn = signInWith('t0ken');
    expect(signInWith('t0ken')).toBe(firstSignIn);
    const otherSignIn = signInWith('other');
    store.end(null);
    expect(
      new Set([firstSignIn, otherSignIn, signInWith('other'), signInWith('t0ken'), undefined]).size,
    ).toBe(5);
  });

  it.each([
    ['has ended after 15 idle minutes', 15 * minuteMs, 'idle'],
    ['continues after a shorter idle time', 15 * minuteMs - 1, null],
    ['has ended after 8 hours', 8 * 60 * minuteMs, 'too-long'],
  ] as const)('%s when the page is reloaded', (_, passedMs, reason) => {
    const firstStore = openStore().store;
    firstStore.startSession(verifiedToken(), true);
    if (reason === 'too-long') {
      vi.setSystemTime(startMs + passedMs - minuteMs);
      firstStore.noteActivity();
      firstStore.save();
    }
    vi.setSystemTime(startMs + passedMs);
    const { store } = openStore();
    if (reason === null) return expect(store.getState().status).toBe('signed-in');
    expect(store.getState()).toEqual({
      status: 'signed-out',
      lastWorkspaceSlug: 'acme',
      reason,
      duringDeletion: false,
    });
    expect(readStoredSession()).toBeNull();
  });

  it('ends at a reload after a sign-out from its service; a sign-out from another doesn’t end it', () => {
    signOutMarker.renew('sandbox');
    const firstStore = openStore().store;
    firstStore.startSession(verifiedToken(), true);
    expect(firstStore.getState()).toMatchObject({ signedInAt: startMs });
    signOutMarker.renew('other');
    expect(openStore().store.getState().status).toBe('signed-in');
    // Clearing localStorage is not a sign-out.
    localStorage.clear();
    expect(openStore().store.getState().status).toBe('signed-in');
    signOutMarker.renew('sandbox');
    expect(openStore().store.getState()).toMatchObject({ status: 'signed-out', reason: 'elsewhere' });
    expect(readStoredSession()).toBeNull();
  });
});

describe('the end of a session', () => {
  it('clears the token in every connection and in storage', () => {
    const { store, calls } = openStore();
    store.startSession(verifiedToken(), false);
    const firstConnection = connectionOf(store);
    firstConnection.onRejectedToken?.();
    store.startSession(verifiedToken(), true);
    const secondConnection = connectionOf(store);
    expect(secondConnection).not.toBe(firstConnection);
    const readConnections = () =>
      [firstConnection, secondConnection].map(({ token, isOpen }) => [token, isOpen?.()]);
    expect(readConnections()).toEqual(Array(2).fill(['t0ken', true]));
    sessionStorage.setItem('of-another-page', 'stays');
    const countBefore = store.getEndedSessionCount();
    calls.length = 0;
    store.activeWork.begin();
    store.end('idle');
    expect(readConnections()).toEqual(Array(2).fill(['-', false]));
    expect(Object.keys(sessionStorage)).toEqual(['of-another-page']);
    expect(store.getState()).toEqual({
      status: 'signed-out',
      lastWorkspaceSlug: 'acme',
      reason: 'idle',
      duringDeletion: true,
    });
    expect(store.getEndedSessionCount()).toBe(countBefore + 1);
    expect(store.isPersistent()).toBe(false);
    expect(calls).toEqual(['token dropped', 'signed-out']);
  });

  it('empties the request log and ignores late requests and a late 401', () => {
    const { store } = openStore();
    store.startSession(verifiedToken(), false);
    const connection = connectionOf(store);
    connection.onRequest?.(requestRecord);
    expect(store.requests.getState()).toHaveLength(1);
    store.end(null);
    const stateAfterEnd = store.getState();
    connection.onRequest?.(requestRecord);
    connection.onRejectedToken?.();
    expect([store.requests.getState(), store.getState()]).toEqual([[], stateAfterEnd]);
  });
});

describe('a sign-in during a session', () => {
  it('with another token closes the old connection and ignores its late 401', () => {
    const { store, calls } = openStore();
    store.startSession(verifiedToken(), false);
    const oldConnection = connectionOf(store);
    oldConnection.onRequest?.(requestRecord);
    store.startSession(verifiedToken('other'), false);
    const newConnection = connectionOf(store);
    expect([oldConnection.token, oldConnection.isOpen?.()]).toEqual(['-', false]);
    expect([newConnection.token, newConnection.isOpen?.()]).toEqual(['other', true]);
    const otherVerified = 'other read CLOUDA_US_WEST_2 of acme';
    expect(calls).toEqual([acmeVerified, 'signed-in', 'token dropped', otherVerified, 'signed-in']);
    oldConnection.onRequest?.(requestRecord);
    expect(store.requests.getState()).toEqual([]);
    oldConnection.onRejectedToken?.();
    expect(store.getState()).toMatchObject({ isRejected: false });
    newConnection.onRejectedToken?.();
    expect(store.getState()).toMatchObject({ isRejected: true });
  });

  it('with the same token keeps the data and ignores a late 401 of the old connection', () => {
    const { store, calls } = openStore();
    store.startSession(verifiedToken(), false);
    const oldConnection = connectionOf(store);
    oldConnection.onRequest?.(requestRecord);
    oldConnection.onRejectedToken?.();
    store.startSession(verifiedToken(), false);
    expect(store.getState()).toMatchObject({ isRejected: false });
    expect(store.requests.getState()).toHaveLength(1);
    oldConnection.onRejectedToken?.();
    expect(store.getState()).toMatchObject({ isRejected: false });
    expect(calls).not.toContain('token dropped');
  });
});

it('addWorkspace puts a workspace first, unless the connection has changed', () => {
  const { store, calls } = openStore();
  store.startSession(verifiedToken(), true);
  const otherConnection = connectionOf(openStore().store);
  store.addWorkspace(connectionOf(store), 'beta', regionList);
  store.addWorkspace(connectionOf(store), 'acme', regionList);
  const stateBefore = store.getState();
  store.addWorkspace(otherConnection, 'other', regionList);
  expect(store.getState()).toBe(stateBefore);
  expect(stateBefore).toMatchObject({ verifiedWorkspaces: ['acme', 'beta'] });
  expect(readStoredSession()).toMatchObject({ workspaceSlug: 'acme' });
  const betaVerified = 't0ken read CLOUDA_US_WEST_2 of beta';
  expect(calls).toEqual([acmeVerified, 'signed-in', betaVerified, 'signed-in', acmeVerified, 'signed-in']);
  store.end(null);
  const stateAfterEnd = store.getState();
  store.addWorkspace(otherConnection, 'other', regionList);
  expect(store.getState()).toBe(stateAfterEnd);
});

it('a suspended session is dropped from memory, stays stored and can be resumed', () => {
  const { store } = openStore();
  store.startSession(verifiedToken(), true);
  const connection = connectionOf(store);
  const countBefore = store.getEndedSessionCount();
  store.suspend();
  expect(connection.token).toBe('-');
  expect(store.getState()).toMatchObject({ status: 'signed-out', reason: null, duringDeletion: false });
  expect(store.getEndedSessionCount()).toBe(countBefore + 1);
  vi.setSystemTime(startMs + 5);
  store.save();
  expect(readStoredSession()).toMatchObject({ token: 't0ken', activeAt: startMs });
  store.resume();
  const resumedState = store.getState();
  expect(resumedState).toMatchObject({ status: 'signed-in', signedInAt: startMs, isRejected: false });
  store.resume();
  expect(store.getState()).toBe(resumedState);
});

describe('a session from another tab', () => {
  it('continues with its ID and times, and is stored', () => {
    const { store } = openStore();
    store.acceptSession(sharedSession);
    expect(store.getState()).toMatchObject({
      status: 'signed-in',
      signedInAt: startMs - 5,
      verifiedWorkspaces: ['acme'],
    });
    expect(connectionOf(store).sessionId).toBe('first');
    expect(readStoredSession()).toMatchObject({
      token: 't0ken',
      sessionId: 'first',
      signedInAt: startMs - 5,
    });
  });

  it('is ignored if this tab is signed in, or signed out after the session began', () => {
    const { store } = openStore();
    store.startSession(verifiedToken('mine', 'beta'), false);
    store.acceptSession(sharedSession);
    expect(store.getState()).toMatchObject({ verifiedWorkspaces: ['beta'] });
    store.end(null);
    signOutMarker.renew('sandbox');
    store.acceptSession(sharedSession);
    expect(store.getState().status).toBe('signed-out');
    store.acceptSession({ ...sharedSession, signOut: signOutMarker.read('sandbox') });
    expect(store.getState().status).toBe('signed-in');
  });
});
