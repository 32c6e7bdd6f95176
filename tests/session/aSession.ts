import type { Connection } from '../../src/api/connection.ts';
import { createSession, type Proof, type SessionStore } from '../../src/session/session.ts';

/** The session of a console that is told of nothing else, idle after 15 minutes. */
export function aSession(change: Partial<Parameters<typeof createSession>[0]> = {}): SessionStore {
  return createSession({
    serviceUrl: '/api',
    serviceId: 'sandbox',
    idleMs: 15 * 60_000,
    onProof: () => {},
    onTokenDropped: () => {},
    ...change,
  });
}

/** What a token has proved itself with, as the gate hands it to the session. */
export function aProof(token = 't0ken', workspaceSlug = 'acme', requests: Proof['requests'] = []): Proof {
  return { token, workspaceSlug, regions: aList, requests };
}

export const aList = { items: ['CLOUDA_US_WEST_2'], unreadable: [] };

/** The connection of whoever is signed in. */
export function connectionOf(store: SessionStore): Connection {
  const state = store.get();
  if (state.status === 'signed-out') throw new Error('Nobody is signed in.');
  return state.connection;
}
