import { beforeEach, onTestFinished, vi } from 'vitest';
import type { Connection } from '../../src/api/connection.ts';
import { createIdleTimer } from '../../src/session/idleTimer.ts';
import { followPage } from '../../src/session/pageLifecycle.ts';
import { createSession, type SessionStore, type VerifiedToken } from '../../src/session/session.ts';

/** Creates a session that ends after 15 idle minutes. Its channels close when the test ends. */
export function createTestSession(changes: Partial<Parameters<typeof createSession>[0]> = {}): SessionStore {
  const session = createSession({
    serviceUrl: '/api',
    serviceId: 'sandbox',
    idleMs: 15 * minuteMs,
    onVerified: () => {},
    onTokenDropped: () => {},
    ...changes,
  });
  onTestFinished(session.close);
  return session;
}

/** The time at which each test starts, in ms since the epoch. */
export const startMs = Date.UTC(2026, 2, 2, 9);
export const minuteMs = 60_000;

/** Starts each test of a file at `startMs` with empty storage. The clock moves only if the test moves it. */
export function prepareTab(): void {
  beforeEach(() => {
    sessionStorage.clear();
    localStorage.clear();
    vi.useFakeTimers({ now: startMs, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    return () => vi.useRealTimers();
  });
}

export type Tab = ReturnType<typeof openSignedInTab>;

/** Opens a tab with a stored session and an idle timer. `warnings` lists the reason of each warning. */
export function openSignedInTab() {
  const store = createTestSession();
  store.startSession(verifiedToken(), true);
  const timer = createIdleTimer(store);
  const warnings: unknown[] = [];
  timer.warning.subscribe((warning) => warnings.push(warning?.reason ?? null));
  const stops = [timer.start(), followPage(store)];
  const stop = () => {
    for (const stopOne of stops) stopOne();
  };
  onTestFinished(stop);
  return { store, connection: connectionOf(store), timer, warnings, stop };
}

/** Returns a token that was verified for a workspace. */
export function verifiedToken(token = 't0ken', workspaceSlug = 'acme'): VerifiedToken {
  return { token, workspaceSlug, regions: regionList, records: [] };
}

/** A session that another tab may send. */
export const sharedSession = {
  workspaceSlug: 'acme',
  token: 't0ken',
  sessionId: 'first',
  signedInAt: startMs - 5,
  activeAt: startMs,
  signOut: null,
};

export const regionList = { items: ['CLOUDA_US_WEST_2'], unreadable: [] };

export function connectionOf(store: SessionStore): Connection {
  const state = store.getState();
  if (state.status === 'signed-out') throw new Error('No session is open.');
  return state.connection;
}
