// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../src/api/connection.ts';
import { lastSignOut } from '../../src/session/handover.ts';
import { createSession } from '../../src/session/session.ts';

const nine = Date.UTC(2026, 2, 2, 9);
const minute = 60_000;
const regions = { items: ['CLOUDA_US_WEST_2'], unreadable: [] };

const record = {
  at: nine,
  method: 'GET' as const,
  path: '/x',
  status: 200,
  durationMs: 1,
  bytes: 1,
  requestId: null,
};
const handed = {
  serviceUrl: '/api',
  workspaceSlug: 'acme',
  token: 't0ken',
  signedInAt: nine,
  activeAt: nine,
  signOut: null,
};

type Store = ReturnType<typeof open>['store'];

function open() {
  const calls: string[] = [];
  const store = createSession({
    serviceUrl: '/api',
    idleMs: 15 * minute,
    onTokenDropped: () => calls.push('end'),
  });
  store.subscribe(() => calls.push(store.get().status));
  return { store, calls };
}

function kept(): unknown {
  return JSON.parse(sessionStorage.getItem('workspace-console.session') ?? 'null');
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: nine });
  return () => vi.useRealTimers();
});

describe('a session', () => {
  it('is kept in the tab where that was asked for, with its times', () => {
    const { store, calls } = open();
    expect(store.get()).toEqual({
      status: 'signed-out',
      lastWorkspaceSlug: null,
      why: null,
      duringDeletion: false,
    });
    expect(store.keeps()).toBe(false);
    store.enter(store.connect('t0ken'), 'acme', true, regions);
    expect(kept()).toEqual({
      serviceUrl: '/api',
      workspaceSlug: 'acme',
      token: 't0ken',
      signedInAt: nine,
      activeAt: nine,
      signOut: null,
    });
    expect(store.keeps()).toBe(true);
    expect(calls).toEqual(['signed-in']);
  });

  it('is not kept where it was not asked for, and takes away what was kept before, nothing beside it', () => {
    const { store } = open();
    sessionStorage.setItem('workspace-console.deletion.x', '{}');
    store.enter(store.connect('t0ken'), 'acme', true, regions);
    store.enter(store.connect('other'), 'acme', false, regions);
    expect(kept()).toBeNull();
    expect(store.keeps()).toBe(false);
    store.write(nine + 5);
    expect(Object.keys(sessionStorage)).toEqual(['workspace-console.deletion.x']);
  });

  it('is told of until the listener is let go', () => {
    const { store } = open();
    const heard: string[] = [];
    const stop = store.subscribe(() => heard.push(store.get().status));
    store.enter(store.connect('t0ken'), 'acme', false, regions);
    stop();
    store.end(null, false);
    expect(heard).toEqual(['signed-in']);
  });

  it('goes on after a reload, with the time of its sign-in and the workspace seen last', () => {
    const first = open().store;
    const connection = first.connect('t0ken');
    first.enter(connection, 'acme', true, regions);
    first.proved(connection, 'beta');
    vi.setSystemTime(nine + 10 * minute);
    const { store } = open();
    expect(store.get()).toMatchObject({ status: 'signed-in', signedInAt: nine, proved: ['beta'] });
    expect(store.keeps()).toBe(true);
  });

  it.each([
    ['idle', 15 * minute, 'idle'],
    ['just not idle', 15 * minute - 1, null],
    ['8 hours old', 8 * 60 * minute, 'too-long'],
  ] as const)('that is %s after a reload ends or goes on', (_, passed, why) => {
    const first = open().store;
    first.enter(first.connect('t0ken'), 'acme', true, regions);
    if (why === 'too-long') first.write(nine + passed - minute);
    sessionStorage.setItem('workspace-console.deletion.x', '{}');
    vi.setSystemTime(nine + passed);
    const { store } = open();
    if (why === null) return expect(store.get().status).toBe('signed-in');
    expect(store.get()).toEqual({
      status: 'signed-out',
      lastWorkspaceSlug: 'acme',
      why,
      duringDeletion: false,
    });
    // What became of the deletions is told to whoever signs in here next.
    expect(Object.keys(sessionStorage)).toEqual(['workspace-console.deletion.x']);
  });

  it('that is older than the last sign-out in this browser is over', () => {
    const first = open().store;
    first.enter(first.connect('t0ken'), 'acme', true, regions);
    lastSignOut.renew('/api');
    expect(open().store.get()).toMatchObject({ status: 'signed-out', why: 'elsewhere' });
    expect(kept()).toBeNull();
  });

  it('that begins after a sign-out counts from now, and ends with the next one from its own service', () => {
    lastSignOut.renew('/api');
    const first = open().store;
    first.enter(first.connect('t0ken'), 'acme', true, regions);
    expect(first.get()).toMatchObject({ signedInAt: nine });
    lastSignOut.renew('/other');
    expect(open().store.get().status).toBe('signed-in');
    lastSignOut.renew('/api');
    expect(open().store.get().status).toBe('signed-out');
  });

  it('goes on where the browser has forgotten the last sign-out', () => {
    lastSignOut.renew('/api');
    const first = open().store;
    first.enter(first.connect('t0ken'), 'acme', true, regions);
    localStorage.clear();
    expect(open().store.get().status).toBe('signed-in');
  });
});

describe('the end of a session', () => {
  it.each([
    ['idle', ['of-another-page', 'workspace-console.deletion.x']],
    ['too-long', ['of-another-page', 'workspace-console.deletion.x']],
    ['elsewhere', ['of-another-page']],
    [null, ['of-another-page']],
  ] as const)(
    'by %s takes the token out of every connection that is still held, and what the tab kept',
    (why, left) => {
      const { store, calls } = open();
      const connection = store.connect('t0ken');
      store.enter(connection, 'acme', true, regions);
      sessionStorage.setItem('workspace-console.deletion.x', '{}');
      sessionStorage.setItem('of-another-page', 'stays');
      const before = store.session();
      expect([connection.token, connection.isOpen?.()]).toEqual(['t0ken', true]);
      store.end(why, true);
      expect([connection.token, connection.isOpen?.()]).toEqual(['-', false]);
      expect(Object.keys(sessionStorage).sort()).toEqual(left);
      expect(store.get()).toEqual({
        status: 'signed-out',
        lastWorkspaceSlug: 'acme',
        why,
        duringDeletion: true,
      });
      expect(store.session()).toBe(before + 1);
      expect(store.keeps()).toBe(false);
      expect(calls).toEqual(['signed-in', 'end', 'signed-out']);
    },
  );

  it('takes it also out of those from before the same token was rejected and came in anew', () => {
    const { store } = open();
    const first = store.connect('t0ken');
    store.enter(first, 'acme', false, regions);
    first.onRejectedToken?.();
    const again = store.connect('t0ken');
    store.enter(again, 'acme', false, regions);
    expect([first, again].map(({ isOpen }) => isOpen?.())).toEqual([true, true]);
    store.end(null, false);
    expect([first, again].map(({ token, isOpen }) => [token, isOpen?.()])).toEqual([
      ['-', false],
      ['-', false],
    ]);
  });

  it('may come where nobody is signed in, and still clears the tab', () => {
    const { store } = open();
    sessionStorage.setItem('workspace-console.deletion.x', '{}');
    store.end('elsewhere', false);
    expect(store.get()).toMatchObject({ status: 'signed-out', why: 'elsewhere' });
    expect(sessionStorage.length).toBe(0);
  });

  it('empties the log of requests, and lets no late record in', () => {
    const { store } = open();
    const connection = store.connect('t0ken');
    store.enter(connection, 'acme', false, regions);
    connection.onRequest?.(record);
    expect(store.requests.get()).toHaveLength(1);
    store.end(null, false);
    connection.onRequest?.(record);
    expect(store.requests.get()).toEqual([]);
  });

  it('by another token closes the old connection, and a late 401 to it changes nothing', () => {
    const { store, calls } = open();
    const old = store.connect('t0ken');
    store.enter(old, 'acme', false, regions);
    const next = store.connect('other');
    store.enter(next, 'acme', false, regions);
    expect(old.isOpen?.()).toBe(false);
    expect(next.isOpen?.()).toBe(true);
    expect(calls).toEqual(['signed-in', 'end', 'signed-in']);
    old.onRejectedToken?.();
    expect(store.get()).toMatchObject({ rejected: false });
    next.onRejectedToken?.();
    expect(store.get()).toMatchObject({ rejected: true });
  });

  it('does not come by the same token: what was read with it stays', () => {
    const { store, calls } = open();
    const old = store.connect('t0ken');
    store.enter(old, 'acme', false, regions);
    old.onRejectedToken?.();
    store.enter(store.connect('t0ken'), 'acme', false, regions);
    expect(store.get()).toMatchObject({ rejected: false });
    expect(calls).not.toContain('end');
  });
});

describe('a proof', () => {
  it('puts its workspace first, once, and is taken from the present connection alone', () => {
    const { store, calls } = open();
    const connection = store.connect('t0ken');
    store.proved(connection, 'early');
    store.enter(connection, 'acme', true, regions);
    store.proved(connection, 'beta');
    store.proved(connection, 'beta');
    store.proved(connection, 'acme');
    store.proved(store.connect('t0ken'), 'stranger');
    expect(store.get()).toMatchObject({ proved: ['acme', 'beta'] });
    expect(kept()).toMatchObject({ workspaceSlug: 'acme' });
    expect(calls).toEqual(['signed-in', 'signed-in', 'signed-in']);
  });

  it('of the session’s token ends with the session, and leaves nothing behind', () => {
    const { store } = open();
    const connection = store.connect('t0ken');
    store.enter(connection, 'acme', false, regions);
    const proof = store.connectAlso(connection);
    proof.onRejectedToken?.();
    expect([store.get(), proof.token]).toMatchObject([{ rejected: false }, 't0ken']);
    store.end(null, false);
    expect([proof.token, proof.isOpen?.()]).toEqual(['-', false]);
    const next = store.connect('other');
    store.enter(next, 'beta', false, regions);
    proof.onRequest?.(record);
    expect(store.requests.get()).toEqual([]);
    store.disconnect(next);
    expect(next.isOpen?.()).toBe(true);
  });

  it.each([
    ['was given up', (store: Store, proof: Connection) => store.disconnect(proof)],
    ['came after another session had begun', (store: Store) => store.accept(handed)],
  ])('of another token that %s lets nobody in, and its log has no line of it', (_, lose) => {
    const { store } = open();
    const proof = store.connect('other');
    proof.onRequest?.(record);
    lose(store, proof);
    const before = store.get();
    store.enter(proof, 'beta', false, regions);
    expect(store.get()).toBe(before);
    expect([proof.token, store.requests.get()]).toEqual(['-', []]);
  });

  it('that succeeds is the first line of the log', () => {
    const { store } = open();
    const [failed, proof] = [store.connect('wrong'), store.connect('t0ken')];
    failed.onRequest?.({ ...record, path: '/failed' });
    proof.onRequest?.(record);
    store.enter(proof, 'acme', false, regions);
    failed.onRequest?.({ ...record, path: '/late' });
    expect(store.requests.get().map(({ path }) => path)).toEqual(['/x']);
  });
});

describe('a page that goes away', () => {
  it('forgets in memory, keeps in the tab, and goes on when it comes back', () => {
    const { store } = open();
    const connection = store.connect('t0ken');
    store.enter(connection, 'acme', true, regions);
    const before = store.session();
    store.suspend();
    expect(connection.token).toBe('-');
    expect(store.get()).toMatchObject({ status: 'signed-out', why: null, duringDeletion: false });
    expect(store.session()).toBe(before + 1);
    expect(kept()).toMatchObject({ token: 't0ken' });
    store.resume();
    expect(store.get()).toMatchObject({ status: 'signed-in', signedInAt: nine, rejected: false });
    const present = store.get();
    store.resume();
    expect(store.get()).toBe(present);
  });

  it('changes nothing where nobody is signed in', () => {
    const { store, calls } = open();
    store.suspend();
    expect(calls).toEqual([]);
  });
});
