import { beforeEach, onTestFinished, vi } from 'vitest';
import { type ActiveSession, SessionStore } from '../../src/session/session.ts';
import type { StoredSession } from '../../src/session/storedSession.ts';

type Options = ConstructorParameters<typeof SessionStore>[0];

/** The time at which each test starts, in ms since 1970. */
export const startMs = Date.UTC(2026, 2, 2, 9);
export const minuteMs = 60_000;

/** Starts each test of a file at `startMs` with empty storage. The clock moves only if the test moves it. */
export function prepareTab(): void {
  beforeEach(() => {
    sessionStorage.clear();
    localStorage.clear();
    history.replaceState(null, '', '/');
    vi.useFakeTimers({ now: startMs, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    return () => vi.useRealTimers();
  });
}

/** Opens the store of a tab. It closes when the test ends. */
export function openStore(options: Partial<Options> = {}): SessionStore {
  const store = new SessionStore({ serviceUrl: '/api', serviceId: 'sandbox', ...options });
  onTestFinished(() => store.close());
  return store;
}

/** Opens a tab that has stored a session. */
export function openKeptTab(session: Partial<StoredSession> = {}, options: Partial<Options> = {}) {
  storeSession({ ...keptSession, ...session });
  return openStore(options);
}

/** Opens a new tab, which has stored no session. */
export function openNewTab(options: Partial<Options> = {}): SessionStore {
  sessionStorage.clear();
  return openStore(options);
}

export const keptSession: StoredSession = {
  id: 'first',
  workspace: 'acme',
  token: 't0ken',
  activeAt: startMs,
};

export const sessionName = 'workspace-console.4.session.sandbox';

export function storeSession(session: unknown): void {
  sessionStorage.setItem(sessionName, JSON.stringify(session));
}

export function readStoredSession(): unknown {
  return JSON.parse(sessionStorage.getItem(sessionName) ?? 'null');
}

export function activeSession(store: SessionStore): ActiveSession {
  const state = store.getState();
  if (state.status === 'signed-out') throw new Error('No session is open.');
  return state;
}

/** Waits until all messages between tabs have been handled. */
export async function deliverMessages(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
