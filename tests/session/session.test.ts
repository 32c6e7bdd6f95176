// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { signOutMarker } from '../../src/session/storedSession.ts';
import {
  connectionOf,
  createTestSession,
  minute,
  nine,
  regionList,
  startAtNine,
  verifiedToken,
} from './testSession.ts';

startAtNine();

/** The call for the regions that verified a token. It comes before listeners are notified. */
const readAcme = 't0ken read CLOUDA_US_WEST_2 of acme';

const record = {
  at: nine,
  method: 'GET' as const,
  path: '/x',
  status: 200,
  durationMs: 1,
  bytes: 1,
  servedAt: null,
  requestId: null,
};
const handed = {
  workspaceSlug: 'acme',
  token: 't0ken',
  sessionId: 'first',
  signedInAt: nine - 5,
  activeAt: nine,
  signOut: null,
};

function open() {
  const calls: string[] = [];
  const store = createTestSession({
    onVerified: (connection, workspaceSlug, { items }) =>
      calls.push(`${connection.token} read ${items} of ${workspaceSlug}`),
    onTokenDropped: () => calls.push('end'),
  });
  store.subscribe(() => calls.push(store.get().status));
  return { store, calls };
}

function storedSession(): unknown {
  return JSON.parse(sessionStorage.getItem('workspace-console.3.session.sandbox') ?? 'null');
}

describe('a session', () => {
  it('is stored with its times if the admin chose to stay signed in', () => {
    const { store, calls } = open();
    expect(store.get()).toEqual({
      status: 'signed-out',
      lastWorkspaceSlug: null,
      why: null,
      duringDeletion: false,
    });
    expect(store.isPersistent()).toBe(false);
    store.enter(verifiedToken(), true);
    expect(storedSession()).toEqual({
      workspaceSlug: 'acme',
      token: 't0ken',
      sessionId: expect.any(String),
      signedInAt: nine,
      activeAt: nine,
      signOut: null,
    });
    expect(store.isPersistent()).toBe(true);
    expect(calls).toEqual([readAcme, 'signed-in']);
  });

  it('removes a stored session if the admin did not choose to stay signed in', () => {
    const { store } = open();
    sessionStorage.setItem('of-another-page', 'stays');
    store.enter(verifiedToken(), true);
    store.enter(verifiedToken('other'), false);
    expect(storedSession()).toBeNull();
    expect(store.isPersistent()).toBe(false);
    store.save();
    expect(Object.keys(sessionStorage)).toEqual(['of-another-page']);
  });

  it('continues after a reload with its sign-in time and last workspace', () => {
    const first = open().store;
    first.enter(verifiedToken(), true);
    first.addWorkspace(connectionOf(first), 'beta', regionList);
    vi.setSystemTime(nine + 10 * minute);
    const { store } = open();
    expect(store.get()).toMatchObject({
      status: 'signed-in',
      signedInAt: nine,
      verifiedWorkspaces: ['beta'],
    });
    expect(connectionOf(store).sessionId).toBe(connectionOf(first).sessionId);
    expect(store.isPersistent()).toBe(true);
  });

  it('gets a new ID with a new token or after a sign-out, but not with a known token', () => {
    const { store } = open();
    const idOf = (token: string) => {
      store.enter(verifiedToken(token), false);
      return connectionOf(store).sessionId;
    };
    const first = idOf('t0ken');
    expect(idOf('t0ken')).toBe(first);
    const other = idOf('other');
    store.end(null);
    expect(new Set([first, other, idOf('other'), idOf('t0ken'), undefined]).size).toBe(5);
  });

  it.each([
    ['ends after 15 idle minutes', 15 * minute, 'idle'],
    ['continues if it was idle for less', 15 * minute - 1, null],
    ['ends after 8 hours', 8 * 60 * minute, 'too-long'],
  ] as const)('%s, as a reload notices', (_, passed, why) => {
    const first = open().store;
    first.enter(verifiedToken(), true);
    if (why === 'too-long') {
      vi.setSystemTime(nine + passed - minute);
      first.noteActivity();
      first.save();
    }
    vi.setSystemTime(nine + passed);
    const { store } = open();
    if (why === null) return expect(store.get().status).toBe('signed-in');
    expect(store.get()).toEqual({
      status: 'signed-out',
      lastWorkspaceSlug: 'acme',
      why,
      duringDeletion: false,
    });
    expect(storedSession()).toBeNull();
  });

  it('ends with the next sign-out from its service, as a reload notices', () => {
    signOutMarker.renew('sandbox');
    const first = open().store;
    first.enter(verifiedToken(), true);
    expect(first.get()).toMatchObject({ signedInAt: nine });
    signOutMarker.renew('other');
    expect(open().store.get().status).toBe('signed-in');
    signOutMarker.renew('sandbox');
    expect(open().store.get()).toMatchObject({ status: 'signed-out', why: 'elsewhere' });
    expect(storedSession()).toBeNull();
  });
});

describe('the end of a session', () => {
  it.each([['idle'], ['too-long'], ['elsewhere'], [null]] as const)(
    'by %s clears the token in every connection and in storage',
    (why) => {
      const { store, calls } = open();
      store.enter(verifiedToken(), true);
      const connection = connectionOf(store);
      sessionStorage.setItem('of-another-page', 'stays');
      const before = store.endedSessions();
      expect([connection.token, connection.isOpen?.()]).toEqual(['t0ken', true]);
      store.activeWork.begin();
      store.end(why);
      expect([connection.token, connection.isOpen?.()]).toEqual(['-', false]);
      expect(Object.keys(sessionStorage)).toEqual(['of-another-page']);
      expect(store.get()).toEqual({
        status: 'signed-out',
        lastWorkspaceSlug: 'acme',
        why,
        duringDeletion: true,
      });
      expect(store.endedSessions()).toBe(before + 1);
      expect(store.isPersistent()).toBe(false);
      expect(calls).toEqual([readAcme, 'signed-in', 'end', 'signed-out']);
    },
  );

  it('also clears connections made before the same token signed in again', () => {
    const { store } = open();
    store.enter(verifiedToken(), false);
    const first = connectionOf(store);
    first.onRejectedToken?.();
    store.enter(verifiedToken(), false);
    const again = connectionOf(store);
    expect(again).not.toBe(first);
    expect([first, again].map(({ isOpen }) => isOpen?.())).toEqual([true, true]);
    store.end(null);
    expect([first, again].map(({ token, isOpen }) => [token, isOpen?.()])).toEqual([
      ['-', false],
      ['-', false],
    ]);
  });

  it('clears the storage even if nobody is signed in', () => {
    const { store } = open();
    store.enter(verifiedToken(), true);
    store.suspend();
    store.end('elsewhere');
    expect(store.get()).toMatchObject({ status: 'signed-out', why: 'elsewhere' });
    expect(storedSession()).toBeNull();
  });

  it('empties the request log and ignores late records and a late 401', () => {
    const { store } = open();
    store.enter(verifiedToken(), false);
    const connection = connectionOf(store);
    connection.onRequest?.(record);
    expect(store.requests.getState()).toHaveLength(1);
    store.end(null);
    const ended = store.get();
    connection.onRequest?.(record);
    connection.onRejectedToken?.();
    expect([store.requests.getState(), store.get()]).toEqual([[], ended]);
  });

  it('by another token closes the old connection and ignores its late 401', () => {
    const { store, calls } = open();
    store.enter(verifiedToken(), false);
    const old = connectionOf(store);
    old.onRequest?.(record);
    store.enter(verifiedToken('other'), false);
    const next = connectionOf(store);
    expect([old.token, old.isOpen?.()]).toEqual(['-', false]);
    expect([next.token, next.isOpen?.()]).toEqual(['other', true]);
    const readByOther = 'other read CLOUDA_US_WEST_2 of acme';
    expect(calls).toEqual([readAcme, 'signed-in', 'end', readByOther, 'signed-in']);
    old.onRequest?.(record);
    expect(store.requests.getState()).toEqual([]);
    old.onRejectedToken?.();
    expect(store.get()).toMatchObject({ isRejected: false });
    next.onRejectedToken?.();
    expect(store.get()).toMatchObject({ isRejected: true });
  });

  it('is not caused by the same token, which keeps what was read', () => {
    const { store, calls } = open();
    store.enter(verifiedToken(), false);
    const old = connectionOf(store);
    old.onRequest?.(record);
    old.onRejectedToken?.();
    store.enter(verifiedToken(), false);
    expect(store.get()).toMatchObject({ isRejected: false });
    expect(store.requests.getState()).toHaveLength(1);
    old.onRejectedToken?.();
    expect(store.get()).toMatchObject({ isRejected: false });
    expect(calls).not.toContain('end');
  });
});

describe('verifying another workspace', () => {
  it('lists the workspace first, once, and only for the present connection', () => {
    const { store, calls } = open();
    store.enter(verifiedToken(), true);
    const stranger = connectionOf(open().store);
    store.addWorkspace(connectionOf(store), 'beta', regionList);
    store.addWorkspace(connectionOf(store), 'acme', regionList);
    const before = store.get();
    store.addWorkspace(stranger, 'stranger', regionList);
    expect(store.get()).toBe(before);
    expect(before).toMatchObject({ verifiedWorkspaces: ['acme', 'beta'] });
    expect(storedSession()).toMatchObject({ workspaceSlug: 'acme' });
    const readBeta = 't0ken read CLOUDA_US_WEST_2 of beta';
    expect(calls).toEqual([readAcme, 'signed-in', readBeta, 'signed-in', readAcme, 'signed-in']);
    store.end(null);
    const ended = store.get();
    store.addWorkspace(stranger, 'stranger', regionList);
    expect(store.get()).toBe(ended);
  });
});

describe('a hidden page', () => {
  it('drops the session from memory and restores it from storage', () => {
    const { store } = open();
    store.enter(verifiedToken(), true);
    const connection = connectionOf(store);
    const before = store.endedSessions();
    store.suspend();
    expect(connection.token).toBe('-');
    expect(store.get()).toMatchObject({ status: 'signed-out', why: null, duringDeletion: false });
    expect(store.endedSessions()).toBe(before + 1);
    expect(storedSession()).toMatchObject({ token: 't0ken' });
    store.resume();
    expect(store.get()).toMatchObject({ status: 'signed-in', signedInAt: nine, isRejected: false });
    const present = store.get();
    store.resume();
    expect(store.get()).toBe(present);
  });

  it('does not change the stored session afterwards', () => {
    const { store } = open();
    store.enter(verifiedToken(), true);
    store.suspend();
    vi.setSystemTime(nine + 5);
    store.save();
    expect(storedSession()).toMatchObject({ token: 't0ken', activeAt: nine });
  });
});

describe('a session from another tab', () => {
  it('continues with its ID and times, and is stored', () => {
    const { store } = open();
    store.accept(handed);
    expect(store.get()).toMatchObject({
      status: 'signed-in',
      signedInAt: nine - 5,
      verifiedWorkspaces: ['acme'],
    });
    expect(connectionOf(store).sessionId).toBe('first');
    expect(storedSession()).toMatchObject({ token: 't0ken', sessionId: 'first', signedInAt: nine - 5 });
  });

  it('is ignored if somebody is signed in, or has signed out since it began', () => {
    const { store } = open();
    store.enter(verifiedToken('mine', 'beta'), false);
    store.accept(handed);
    expect(store.get()).toMatchObject({ verifiedWorkspaces: ['beta'] });
    store.end(null);
    signOutMarker.renew('sandbox');
    store.accept(handed);
    expect(store.get().status).toBe('signed-out');
    store.accept({ ...handed, signOut: signOutMarker.read('sandbox') });
    expect(store.get().status).toBe('signed-in');
  });
});
