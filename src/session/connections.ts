import { createStore } from 'zustand/vanilla';
import type { Connection, RequestRecord } from '../api/connection.ts';

export type LoggedRequest = RequestRecord & { readonly number: number };

type Options = {
  serviceUrl: string;
  serviceId: string;
  onRejected: (connection: Connection) => void;
  onTokenDropped: () => void;
};

const maxLoggedRequests = 200;

/** Holds the token of a session in memory, creates connections with the token, and logs the requests of a session. */
export function createConnections({ serviceUrl, serviceId, onRejected, onTokenDropped }: Options) {
  const requests = createStore<readonly LoggedRequest[]>(() => []);
  /** All connections of a token share this object, so clearing the token disables all of them. */
  let secret: { token: string | null; sessionId: string } = { token: null, sessionId: '' };

  function logRequest(record: RequestRecord) {
    requests.setState((all) => {
      const number = (all[0]?.number ?? 0) + 1;
      return [{ ...record, number }, ...all.slice(0, maxLoggedRequests - 1)];
    }, true);
  }

  function dropToken() {
    secret.token = null;
    requests.setState([], true);
    onTokenDropped();
  }

  return {
    requests,
    logRequest,
    dropToken,
    /**
     * Creates a connection. If the token has changed, first drops the previous token and its data.
     * @param sessionId used only if the token has changed; null creates a new ID
     */
    connect(token: string, sessionId: string | null): Connection {
      if (secret.token !== token) {
        if (secret.token !== null) dropToken();
        secret = { token, sessionId: sessionId ?? crypto.randomUUID() };
      }
      const sharedSecret = secret;
      const connection: Connection = {
        serviceUrl,
        sessionId: sharedSecret.sessionId,
        serviceId,
        get token() {
          return sharedSecret.token ?? closedToken;
        },
        isOpen: () => sharedSecret.token !== null,
        onRejectedToken: () => onRejected(connection),
        onRequest: (record) => sharedSecret.token !== null && logRequest(record),
      };
      return connection;
    },
  };
}

/** The token of a closed connection. No request sends this text, because `isOpen` returns false. */
const closedToken = '-';

/**
 * Returns a connection that ignores a 401. If the token fails for another workspace, the sign-in form must not cover the
 * current workspace.
 */
export function ignoreRejection(connection: Connection): Connection {
  return {
    ...connection,
    get token() {
      return connection.token;
    },
    onRejectedToken: () => undefined,
  };
}
