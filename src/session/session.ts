import { createStore } from 'zustand/vanilla';
import type { Connection, RequestRecord } from '../api/connection.ts';
import type { ServiceList } from '../api/readList.ts';
import { type KeptSession, lastSignOut, storedSession } from './handover.ts';
import { sessionEnd } from './sessionClock.ts';

/** Why nobody is signed in any more; null at first, and where somebody pressed Sign out here. */
export type SignOutReason = 'elsewhere' | 'idle' | 'too-long' | null;

/** Who is asking. The token is inside the connection, in memory. */
export type SessionState =
  | {
      status: 'signed-out';
      lastWorkspaceSlug: string | null;
      why: SignOutReason;
      /** Whether a deletion was under way then, of which nobody could be told. */
      duringDeletion: boolean;
    }
  | {
      status: 'signed-in';
      connection: Connection;
      /** ms since the epoch; a session handed over by another tab keeps that tab's. */
      signedInAt: number;
      /** The last sign-out before it, as `lastSignOut` names it; any other ends it. */
      signOut: string | null;
      /** Workspaces this token has proved itself for, the latest first; never empty. */
      proved: readonly string[];
      /** Whether the service has since answered 401 to this token: the gate stands over the kept page. */
      rejected: boolean;
    };

export type SessionStore = ReturnType<typeof createSession>;

type Options = {
  /** base_url every connection of this console uses. */
  serviceUrl: string;
  idleMs: number;
  /** Told of the read that proved a token for a workspace, before it is let in: it need not be read again. */
  onProof?: (connection: Connection, workspaceSlug: string, regions: ServiceList<string>) => void;
  /** Told when a token is given up: nothing that was read with it may outlive it. */
  onTokenDropped?: () => void;
};

/** Holds who is asking, outside React, so that an answer to an old token can be told from one to the present token. */
export function createSession({ serviceUrl, idleMs, onProof, onTokenDropped }: Options) {
  const privates = new WeakMap<Connection, Private>();
  /** Whatever has a token: of the session, and of those that prove one. */
  const open = new Set<Private>();
  const requests = createRequestLog();
  let number = 0;
  let keep = false;
  const store = createStore<SessionState>(restore);
  const set = (next: SessionState) => store.setState(next, true);

  function connect(token: string): Connection {
    // Whoever still holds a connection after its end holds no token any more.
    const own: Private = { token, early: [] };
    const connection: Connection = {
      serviceUrl,
      get token() {
        return own.token;
      },
      isOpen: () => own.token !== noToken,
      onRejectedToken() {
        const state = store.getState();
        if (state.status === 'signed-in' && state.connection === connection)
          set({ ...state, rejected: true });
      },
      onRequest(record) {
        if (own.token === noToken) return;
        if (own.early === null) requests.add(record);
        else own.early.push(record);
      },
    };
    privates.set(connection, own);
    open.add(own);
    return connection;
  }

  function drop(own: Private | undefined) {
    if (own === undefined) return;
    own.token = noToken;
    own.early = null;
    open.delete(own);
  }

  /** Gives a token up. @param next what has proved itself for the one that follows at once */
  function close(next?: Connection) {
    const stays = next && privates.get(next);
    for (const own of open) if (own !== stays) drop(own);
    requests.clear();
    onTokenDropped?.();
  }

  /** Makes a connection one of the session, whose log then holds what was asked over it before. */
  function hold(connection: Connection): Connection {
    const own = privates.get(connection);
    for (const record of own?.early ?? []) requests.add(record);
    if (own !== undefined) own.early = null;
    return connection;
  }

  function restore(): SessionState {
    const stored = storedSession.read(serviceUrl);
    if (stored === null) return signedOut(null, null, false);
    const end = sessionEnd({ ...stored, freeAt: 0, idleMs, expiresAt: null });
    const isPast = lastSignOut.isPast(serviceUrl, stored.signOut);
    const why = isPast ? 'elsewhere' : Date.now() >= end.at ? end.why : null;
    if (why !== null) {
      storedSession.clear(why === 'elsewhere');
      return signedOut(why, stored.workspaceSlug, false);
    }
    keep = true;
    return signedIn(connect(stored.token), stored);
  }

  function signedIn(
    connection: Connection,
    { workspaceSlug, signedInAt, signOut }: Pick<KeptSession, 'workspaceSlug' | 'signedInAt' | 'signOut'>,
  ): SessionState {
    hold(connection);
    // Whoever else was proving a token comes too late.
    for (const own of open) if (own.early !== null) drop(own);
    return { status: 'signed-in', connection, signedInAt, signOut, proved: [workspaceSlug], rejected: false };
  }

  /** Writes down what this tab keeps over a reload, where that was asked for. @param activeAt last sign of life, in ms */
  function write(activeAt: number) {
    const state = store.getState();
    if (state.status !== 'signed-in') return;
    if (!keep) return storedSession.clear();
    storedSession.write(keptOf(state, activeAt));
  }

  function keptOf(state: SessionState & { status: 'signed-in' }, activeAt: number): KeptSession {
    const { connection, signedInAt, signOut, proved } = state;
    const [workspaceSlug = ''] = proved;
    return { serviceUrl, workspaceSlug, token: connection.token, signedInAt, activeAt, signOut };
  }

  function leave(why: SignOutReason, duringDeletion: boolean) {
    const state = store.getState();
    close();
    number += 1;
    keep = false;
    set(signedOut(why, state.status === 'signed-in' ? (state.proved[0] ?? null) : null, duringDeletion));
  }

  return {
    get: store.getState,
    subscribe: store.subscribe,
    requests,
    write,
    /** A connection for a token that has yet to prove itself. */
    connect,
    /** One more connection of the session: that a workspace rejects its token over it says nothing about the one on screen. */
    connectAlso: (connection: Connection) => hold(connect(connection.token)),
    /** Takes the token out of a connection that proved one, unless it is the session's by now. */
    disconnect(connection: Connection) {
      const state = store.getState();
      if (state.status === 'signed-out' || state.connection !== connection) drop(privates.get(connection));
    },
    /** Lets in a token that has proved itself for a workspace by reading its regions. */
    enter(connection: Connection, workspaceSlug: string, keepInTab: boolean, regions: ServiceList<string>) {
      if (connection.isOpen?.() === false) return;
      const state = store.getState();
      if (state.status === 'signed-in' && state.connection.token !== connection.token) close(connection);
      onProof?.(connection, workspaceSlug, regions);
      keep = keepInTab;
      const signOut = lastSignOut.read(serviceUrl);
      set(signedIn(connection, { workspaceSlug, signedInAt: Date.now(), signOut }));
      write(Date.now());
    },
    /** Takes over what another tab hands to this one, which keeps it likewise. */
    accept(handed: KeptSession) {
      if (store.getState().status === 'signed-in' || lastSignOut.isPast(serviceUrl, handed.signOut)) return;
      keep = true;
      set(signedIn(connect(handed.token), handed));
      write(Date.now());
    },
    /** A clock that was set back must not lengthen a session: it has begun by now. @param now ms since the epoch */
    beganBy(now: number) {
      const state = store.getState();
      if (state.status === 'signed-in' && state.signedInAt > now) set({ ...state, signedInAt: now });
    },
    /**
     * Notes that the present token has proved itself for one more workspace, or that the admin moved there.
     * @param regions what it was proved with, where that was read just now
     */
    proved(connection: Connection, workspaceSlug: string, regions?: ServiceList<string>) {
      const state = store.getState();
      if (state.status !== 'signed-in' || state.connection !== connection) return;
      if (regions !== undefined) onProof?.(connection, workspaceSlug, regions);
      if (state.proved[0] === workspaceSlug) return;
      set({ ...state, proved: [workspaceSlug, ...state.proved.filter((slug) => slug !== workspaceSlug)] });
      write(Date.now());
    },
    /** What may be handed to a new tab; null where nothing was to be kept. @param activeAt last sign of life, in ms */
    kept(activeAt: number): KeptSession | null {
      const state = store.getState();
      return state.status === 'signed-out' || state.rejected || !keep ? null : keptOf(state, activeAt);
    },
    /** Ends the session; a sign-out forgets all that this tab keeps for it. */
    end(why: SignOutReason, duringDeletion: boolean) {
      // Nobody chose to forget when the clock ends it: what became of the deletions has to be there after a lunch.
      storedSession.clear(why === null || why === 'elsewhere');
      leave(why, duringDeletion);
    },
    /** The page goes away and may come back from memory: nothing of the session stays in it, only what the tab keeps. */
    suspend: () => store.getState().status === 'signed-in' && leave(null, false),
    /** The page is back: the kept session goes on, if it still may. */
    resume: () => store.getState().status === 'signed-out' && set(restore()),
    keeps: () => keep,
    /** Counts sessions from sign-in to sign-out, so that what belongs to one can tell that it is over. */
    session: () => number,
  };
}

/** What is behind a connection; `early`: what was asked over it before it belonged to a session, null from then on. */
type Private = { token: string; early: RequestRecord[] | null };

/** What a closed connection shows in place of its token; the wire asks `isOpen` before it sends anything. */
const noToken = '-';

function signedOut(why: SignOutReason, lastWorkspaceSlug: string | null, duringDeletion: boolean) {
  return { status: 'signed-out', lastWorkspaceSlug, why, duringDeletion } as const;
}

/** A record and its number in the log, which no other record ever has. */
export type LoggedRequest = RequestRecord & { readonly number: number };

export type RequestLog = ReturnType<typeof createRequestLog>;

const keptRecords = 200;

/** The last 200 requests to the service, latest first. In memory only: they name workspaces and instances. */
export function createRequestLog() {
  const store = createStore<readonly LoggedRequest[]>(() => []);
  let count = 0;
  return {
    get: store.getState,
    subscribe: store.subscribe,
    add(record: RequestRecord) {
      count += 1;
      store.setState((records) => [{ ...record, number: count }, ...records.slice(0, keptRecords - 1)], true);
    },
    clear: () => store.setState([], true),
  };
}
