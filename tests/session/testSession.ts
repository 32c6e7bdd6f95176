import { beforeEach, onTestFinished, vi } from 'vitest';
import type { Connection } from '../../src/api/connection.ts';
import { createIdleTimer } from '../../src/session/idleTimer.ts';
import { followPage } from '../../src/session/pageLifecycle.ts';
import { createSession, type SessionStore, type VerifiedToken } from '../../src/session/session.ts';

/** Creates a session that ends after 15 idle minutes. Its channels close with the test. */
export function createTestSession(change: Partial<Parameters<typeof createSession>[0]> = {}): SessionStore {
  const session = createSession({
    serviceUrl: '/api',
    serviceId: 'sandbox',
    idleMs: 15 * minute,
    onVerified: () => {},
    onTokenDropped: () => {},
    ...change,
  });
  onTestFinished(session.close);
  return session;
}

/** The start of the tests with a clock, in ms since the epoch. */
export const nine = Date.UTC(2026, 2, 2, 9);
export const minute = 60_000;

/** Starts each test of a file with empty storage, at nine. Time passes only with `vi.advanceTimersByTime`. */
export function startAtNine(): void {
  beforeEach(() => {
    sessionStorage.clear();
    localStorage.clear();
    vi.useFakeTimers({ now: nine, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    return () => vi.useRealTimers();
  });
}

export type Tab = ReturnType<typeof openSignedInTab>;

/** Opens a tab with a stored session and an idle timer, and collects the reasons of its warnings. */
export function openSignedInTab({ idleMs = 15 * minute, token = 't0ken' } = {}) {
  const store = createTestSession({ idleMs });
  store.enter(verifiedToken(token), true);
  const timer = createIdleTimer(store);
  const warnings: unknown[] = [];
  timer.warning.subscribe((warning) => warnings.push(warning?.why ?? null));
  const stops = [timer.start(), followPage(store)];
  const stop = () => {
    for (const each of stops) each();
  };
  onTestFinished(stop);
  return { store, connection: connectionOf(store), timer, warnings, stop };
}

/** A token that was verified for a workspace. */
export function verifiedToken(
  token = 't0ken',
  workspaceSlug = 'acme',
  records: VerifiedToken['records'] = [],
): VerifiedToken {
  return { token, workspaceSlug, regions: regionList, records };
}

export const regionList = { items: ['CLOUDA_US_WEST_2'], unreadable: [] };

/** Returns the connection of the signed-in admin. */
export function connectionOf(store: SessionStore): Connection {
  const state = store.get();
  if (state.status === 'signed-out') throw new Error('Nobody is signed in.');
  return state.connection;
}
