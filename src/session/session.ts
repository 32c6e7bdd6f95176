import { createStore } from 'zustand/vanilla';
import type { Connection, RequestRecord } from '../api/connection.ts';
import type { ServiceList } from '../api/readList.ts';
import { sessionEnd } from './sessionClock.ts';
import { adoptOldSession, type StoredSession, signOutMarker, storedSession } from './storedSession.ts';

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
  | SignedInState;

export type SignedInState = {
  status: 'signed-in';
  connection: Connection;
  /** ms since the epoch; a session handed over by another tab keeps that tab's. */
  signedInAt: number;
  /** `signOutMarker` at sign-in. If it changes, the session ends. */
  signOut: string | null;
  /** Workspaces this token has proved itself for, the latest first. */
  proved: readonly [string, ...string[]];
  /** Whether the service has since answered 401 to this token: the gate stands over the kept page. */
  rejected: boolean;
};

export type SessionStore = ReturnType<typeof createSession>;

type Options = {
  /** base_url every connection of this console uses. */
  serviceUrl: string;
  /** Names the service that stored data belongs to. */
  serviceId: string;
  idleMs: number;
  /** Told of the read that proved a token for a workspace, before it is let in: it need not be read again. */
  onProof: (connection: Connection, workspaceSlug: string, regions: ServiceList<string>) => void;
  /** Told when a token is given up: nothing that was read with it may outlive it. */
  onTokenDropped: () => void;
};

/** A read that proved a token for a workspace: what it gave, and what was asked for it. */
export type Proof = {
  token: string;
  workspaceSlug: string;
  regions: ServiceList<string>;
  requests: readonly RequestRecord[];
};

/** Holds who is asking, outside React, so that an answer to an old token can be told from one to the present token. */
export function createSession({ serviceUrl, serviceId, idleMs, onProof, onTokenDropped }: Options) {
  adoptOldSession({ serviceUrl, serviceId });
  const requests = createStore<readonly LoggedRequest[]>(() => []);
  /** Shared by all connections of one token: whoever still holds one after its end holds no token any more. */
  let own: { token: string | null } = { token: null };
  let number = 0;
  let keep = false;
  const store = createStore<SessionState>(() => goOn(storedSession.read(serviceId)));
  const set = (next: SessionState) => store.setState(next, true);

  function present(): SignedInState | null {
    const state = store.getState();
    return state.status === 'signed-in' ? state : null;
  }

  function connect(): Connection {
    const shared = own;
    const connection: Connection = {
      serviceUrl,
      get token() {
        return shared.token ?? noToken;
      },
      isOpen: () => shared.token !== null,
      onRejectedToken() {
        const state = present();
        if (state?.connection === connection) set({ ...state, rejected: true });
      },
      onRequest(record) {
        if (shared.token !== null) log(record);
      },
    };
    return connection;
  }

  function log(record: RequestRecord) {
    requests.setState(
      (records) => [
        { ...record, number: (records[0]?.number ?? 0) + 1 },
        ...records.slice(0, keptRecords - 1),
      ],
      true,
    );
  }

  function dropToken() {
    own.token = null;
    requests.setState([], true);
    onTokenDropped();
  }

  /** Goes on with a session that this tab kept, or that another one hands to it, if it still may. */
  function goOn(begun: StoredSession | null): SessionState {
    if (begun === null) return signedOut(null, null, false);
    const { token, workspaceSlug, signedInAt, signOut } = begun;
    const end = sessionEnd({ ...begun, freeAt: 0, idleMs, expiresAt: null });
    const isPast = signOutMarker.hasChanged(serviceId, signOut);
    const why = isPast ? 'elsewhere' : Date.now() >= end.at ? end.why : null;
    if (why !== null) {
      storedSession.clear();
      return signedOut(why, workspaceSlug, false);
    }
    keep = true;
    own = { token };
    return signedIn({ signedInAt, signOut, proved: [workspaceSlug] });
  }

  function signedIn(begun: Pick<SignedInState, 'signedInAt' | 'signOut' | 'proved'>): SignedInState {
    return { status: 'signed-in', connection: connect(), rejected: false, ...begun };
  }

  /** Writes down what this tab keeps over a reload, where that was asked for. @param activeAt last sign of life, in ms */
  function write(activeAt: number) {
    const state = present();
    if (state === null) return;
    if (keep) storedSession.write(serviceId, keptOf(state, activeAt));
    else storedSession.clear();
  }

  function keptOf(
    { connection, signedInAt, signOut, proved }: SignedInState,
    activeAt: number,
  ): StoredSession {
    const [workspaceSlug] = proved;
    return { workspaceSlug, token: connection.token, signedInAt, activeAt, signOut };
  }

  function leave(why: SignOutReason, duringDeletion: boolean) {
    const workspaceSlug = present()?.proved[0] ?? null;
    dropToken();
    number += 1;
    keep = false;
    set(signedOut(why, workspaceSlug, duringDeletion));
  }

  return {
    serviceUrl,
    serviceId,
    idleMs,
    get: store.getState,
    subscribe: store.subscribe,
    /** Who is signed in; null where nobody is. */
    present,
    requests,
    write,
    /** Lets in a token that has proved itself. One that was rejected may come anew: then what was read with it stays. */
    enter({ token, workspaceSlug, regions, requests: asked }: Proof, keepInTab: boolean) {
      if (own.token !== token) {
        if (own.token !== null) dropToken();
        own = { token };
      }
      asked.forEach(log);
      keep = keepInTab;
      const signOut = signOutMarker.read(serviceId);
      const state = signedIn({ signedInAt: Date.now(), signOut, proved: [workspaceSlug] });
      onProof(state.connection, workspaceSlug, regions);
      set(state);
      write(Date.now());
    },
    /** Takes over what another tab hands to this one, which keeps it likewise. */
    accept(handed: StoredSession) {
      if (present() !== null) return;
      set(goOn(handed));
      write(Date.now());
    },
    /** A clock that was set back must not lengthen a session: it has begun by now. @param now ms since the epoch */
    beganBy(now: number) {
      const state = present();
      if (state !== null && state.signedInAt > now) set({ ...state, signedInAt: now });
    },
    /** Lets the present token into one more workspace, which it has proved itself for by reading its regions. */
    proved(connection: Connection, workspaceSlug: string, regions: ServiceList<string>) {
      const state = present();
      if (state?.connection !== connection) return;
      onProof(connection, workspaceSlug, regions);
      const others = state.proved.filter((slug) => slug !== workspaceSlug);
      // A token that was just accepted is rejected no more.
      set({ ...state, proved: [workspaceSlug, ...others], rejected: false });
      write(Date.now());
    },
    /** What may be handed to a new tab; null where nothing was to be kept. @param activeAt last sign of life, in ms */
    kept(activeAt: number): StoredSession | null {
      const state = present();
      return keep && state?.rejected === false ? keptOf(state, activeAt) : null;
    },
    end(why: SignOutReason, duringDeletion: boolean) {
      storedSession.clear();
      leave(why, duringDeletion);
    },
    /** The page goes away and may come back from memory: nothing of the session stays in it, only what the tab keeps. */
    suspend: () => present() !== null && leave(null, false),
    /** The page is back: the kept session goes on, if it still may. */
    resume: () => present() === null && set(goOn(storedSession.read(serviceId))),
    keeps: () => keep,
    /** Counts sessions from sign-in to sign-out, so that what belongs to one can tell that it is over. */
    session: () => number,
  };
}

/** What a closed connection shows in place of its token; the wire asks `isOpen` before it sends anything. */
const noToken = '-';

function signedOut(why: SignOutReason, lastWorkspaceSlug: string | null, duringDeletion: boolean) {
  return { status: 'signed-out', lastWorkspaceSlug, why, duringDeletion } as const;
}

/** A record and its number, which no other record in the log has. */
export type LoggedRequest = RequestRecord & { readonly number: number };

const keptRecords = 200;
