import { createStore } from 'zustand/vanilla';
import type { Connection, RequestRecord } from '../api/connection.ts';

export type LoggedRequest = RequestRecord & { readonly number: number };

type Options = {
  serviceUrl: string;
  serviceId: string;
  onRejected: (connection: Connection) => void;
  onTokenDropped: () => void;
};

const maxRequests = 200;

/** Holds the token of a session in memory, makes the connections that send it, and logs their requests. */
export function createConnections({ serviceUrl, serviceId, onRejected, onTokenDropped }: Options) {
  const requests = createStore<readonly LoggedRequest[]>(() => []);
  /** Shared by every connection of this token, so clearing it disables all of them at once. */
  let secret: { token: string | null; sessionId: string } = { token: null, sessionId: '' };

  function log(record: RequestRecord) {
    requests.setState((all) => {
      const number = (all[0]?.number ?? 0) + 1;
      return [{ ...record, number }, ...all.slice(0, maxRequests - 1)];
    }, true);
  }

  function dropToken() {
    secret.token = null;
    requests.setState([], true);
    onTokenDropped();
  }

  return {
    requests,
    log,
    dropToken,
    /** Another token drops the data read with the previous one, and begins a session. */
    connect(token: string, sessionId: string | null): Connection {
      if (secret.token !== token) {
        if (secret.token !== null) dropToken();
        secret = { token, sessionId: sessionId ?? crypto.randomUUID() };
      }
      const shared = secret;
      const connection: Connection = {
        serviceUrl,
        sessionId: shared.sessionId,
        serviceId,
        get token() {
          return shared.token ?? noToken;
        },
        isOpen: () => shared.token !== null,
        onRejectedToken: () => onRejected(connection),
        onRequest: (record) => shared.token !== null && log(record),
      };
      return connection;
    },
  };
}

/** Shown in place of the token of a closed connection. `isOpen` prevents requests with this text. */
const noToken = '-';

/** Returns a connection whose 401 doesn't reject the token: another workspace must not cover the one on screen. */
export function ignoringRejection(connection: Connection): Connection {
  return {
    ...connection,
    get token() {
      return connection.token;
    },
    onRejectedToken: () => undefined,
  };
}
