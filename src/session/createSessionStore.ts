import type { QueryClient } from '@tanstack/react-query';
import type { Connection } from '../api/Connection.ts';
import type { ServiceList } from '../api/readList.ts';
import { regionsQuery } from '../api/regionsQuery.ts';
import { createRequestLog } from './createRequestLog.ts';
import type { KeptSession } from './readSession.ts';
import type { SessionState, SignOutReason } from './SessionState.ts';
import { sessionEnd } from './sessionEnd.ts';
import { signOutMark } from './signOutMark.ts';
import { storedSession } from './storedSession.ts';

export type SessionStore = ReturnType<typeof createSessionStore>;

type Options = {
  /** base_url every connection of this console uses. */
  serviceUrl: string;
  idleMs: number;
  /** Called when a token is about to be proved: fetches what is behind the gate meanwhile. Its promise never fails. */
  prepare: () => unknown;
};

/** Holds who is asking, outside React, so that an answer to an old token can be told from one to the present token. */
export function createSessionStore({ serviceUrl, idleMs, prepare }: Options) {
  const listeners = new Set<() => void>();
  const secrets = new WeakMap<Connection, { token: string }>();
  /** Those of every connection of this session: after a rejection the same token may have come in anew. */
  let held: { token: string }[] = [];
  const requests = createRequestLog();
  /** What was read with the token; made by whoever stands behind the gate, whose code comes later than a sign-in. */
  let reads: QueryClient | null = null;
  let keepProof = (_: QueryClient) => {};
  let session = 0;
  let keep = false;
  let state: SessionState = restore();

  function set(next: SessionState) {
    state = next;
    for (const listener of listeners) listener();
  }

  function connect(token: string): Connection {
    // Whoever still holds a connection after its end holds no token any more.
    const secret = { token };
    const connection: Connection = {
      serviceUrl,
      get token() {
        return secret.token;
      },
      isOpen: () => secret.token !== noToken,
      onRejectedToken: () => reject(connection),
      onRequest: (record) => secret.token !== noToken && requests.add(record),
    };
    secrets.set(connection, secret);
    return connection;
  }

  function close() {
    for (const secret of held) secret.token = noToken;
    held = [];
    requests.clear();
    // Nothing that was read with a token outlives it.
    reads?.clear();
    keepProof = () => {};
  }

  function hold(connection: Connection): Connection {
    const secret = secrets.get(connection);
    if (secret !== undefined) held.push(secret);
    return connection;
  }

  function reject(connection: Connection) {
    if (state.status === 'signed-in' && state.connection === connection) set({ ...state, rejected: true });
  }

  function restore(): SessionState {
    const stored = storedSession.read(serviceUrl);
    if (stored === null) return signedOut(null);
    const end = sessionEnd({ ...stored, freeAt: 0, idleMs, expiresAt: null });
    const why =
      stored.signedInAt <= signOutMark.read(serviceUrl) ? 'elsewhere' : Date.now() >= end.at ? end.why : null;
    if (why !== null) {
      storedSession.clear(why === 'elsewhere');
      return { ...signedOut(why), lastWorkspaceSlug: stored.workspaceSlug };
    }
    keep = true;
    return {
      status: 'signed-in',
      connection: hold(connect(stored.token)),
      signedInAt: stored.signedInAt,
      proved: [stored.workspaceSlug],
      rejected: false,
    };
  }

  /** Writes down what this tab keeps over a reload, where that was asked for. @param activeAt last sign of life, in ms */
  function write(activeAt: number) {
    if (state.status !== 'signed-in') return;
    const { connection, signedInAt, proved } = state;
    const [workspaceSlug = ''] = proved;
    if (keep)
      storedSession.write({ serviceUrl, workspaceSlug, token: connection.token, signedInAt, activeAt });
    else storedSession.clear();
  }

  function begin(connection: Connection, workspaceSlug: string, keepInTab: boolean, signedInAt: number) {
    keep = keepInTab;
    hold(connection);
    set({ status: 'signed-in', connection, signedInAt, proved: [workspaceSlug], rejected: false });
    write(Date.now());
  }

  function leave(why: SignOutReason, duringDeletion: boolean) {
    const lastWorkspaceSlug = state.status === 'signed-in' ? (state.proved[0] ?? null) : null;
    close();
    reads = null;
    session += 1;
    keep = false;
    set({ status: 'signed-out', lastWorkspaceSlug, why, duringDeletion });
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** A connection for a token that has yet to prove itself. */
    connect,
    /** Lets in a token that has proved itself for a workspace; what it was proved with need not be read again. */
    enter(connection: Connection, workspaceSlug: string, keepInTab: boolean, regions: ServiceList<string>) {
      if (state.status === 'signed-in' && state.connection.token !== connection.token) close();
      // A clock that was set back must not make this session look older than the last sign-out.
      keepProof = (cache) =>
        void cache.setQueryData(regionsQuery(connection, workspaceSlug).queryKey, regions);
      if (reads !== null) keepProof(reads);
      begin(connection, workspaceSlug, keepInTab, Math.max(Date.now(), signOutMark.read(serviceUrl) + 1));
    },
    /** The cache of this session's reads, the same one however often it is asked for; it is emptied when the session ends. */
    reads(create: () => QueryClient): QueryClient {
      if (reads !== null) return reads;
      reads = create();
      keepProof(reads);
      return reads;
    },
    /** Lets the reads that failed, with a token that was rejected, try again. */
    resumeReads: () => void reads?.refetchQueries({ predicate: ({ state }) => state.status === 'error' }),
    /** Takes over what another tab hands to this one, which keeps it likewise. */
    accept({ token, workspaceSlug, signedInAt }: KeptSession) {
      if (state.status === 'signed-in' || signedInAt <= signOutMark.read(serviceUrl)) return;
      prepare();
      begin(connect(token), workspaceSlug, true, signedInAt);
    },
    /** Notes that the present token has proved itself for one more workspace, or that the admin moved there. */
    proved(connection: Connection, workspaceSlug: string) {
      if (state.status !== 'signed-in' || state.connection !== connection) return;
      if (state.proved[0] === workspaceSlug) return;
      set({ ...state, proved: [workspaceSlug, ...state.proved.filter((slug) => slug !== workspaceSlug)] });
      write(Date.now());
    },
    write,
    /** Ends the session; a sign-out forgets all that this tab keeps for it. */
    end(why: SignOutReason, duringDeletion: boolean) {
      // Nobody chose to forget when the clock ends it: what became of the deletions has to be there after a lunch.
      storedSession.clear(why === null || why === 'elsewhere');
      leave(why, duringDeletion);
    },
    /** The page goes away and may come back from memory: nothing of the session stays in it, only what the tab keeps. */
    suspend: () => state.status === 'signed-in' && leave(null, false),
    /** The page is back: the kept session goes on, if it still may. */
    resume: () => state.status === 'signed-out' && set(restore()),
    prepare,
    keeps: () => keep,
    requests,
    /** Counts sessions from sign-in to sign-out, so that what belongs to one can tell that it is over. */
    session: () => session,
  };
}

/** What a closed connection shows in place of its token; the wire asks `isOpen` before it sends anything. */
const noToken = '-';

function signedOut(why: SignOutReason): SessionState & { status: 'signed-out' } {
  return { status: 'signed-out', lastWorkspaceSlug: null, why, duringDeletion: false };
}
