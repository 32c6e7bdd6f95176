import { onTestFinished } from 'vitest';
import type { Connection } from '../../src/api/connection.ts';
import { createSession, type SessionStore, type VerifiedToken } from '../../src/session/session.ts';

/** Creates a session that ends after 15 idle minutes. Its channels close with the test. */
export function createTestSession(change: Partial<Parameters<typeof createSession>[0]> = {}): SessionStore {
  const session = createSession({
    serviceUrl: '/api',
    serviceId: 'sandbox',
    idleMs: 15 * 60_000,
    onVerified: () => {},
    onTokenDropped: () => {},
    ...change,
  });
  onTestFinished(session.close);
  return session;
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
