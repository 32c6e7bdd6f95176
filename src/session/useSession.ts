import { createContext, use } from 'react';
import type { Connection } from '../api/connection.ts';
import { curlOf } from '../api/curl.ts';
import type { SessionStore } from './session.ts';
import type { WorkspaceProved } from './signIn.ts';

export type Session = {
  /** The workspace on screen; its token has proved itself for it. */
  workspaceSlug: string;
  /** Names the service that stored data belongs to. */
  serviceId: string;
  /** All workspaces that the present token has proved itself for, the latest first. */
  proved: readonly string[];
  connection: Connection;
  /** True while the sign-in form covers the page because the service rejected the token. */
  isRejected: boolean;
  signOut: () => void;
  /** What was asked of the service since the sign-in. */
  requests: SessionStore['requests'];
  /** Proves the token for one more workspace. What is aborted changes nothing. */
  proveWorkspace: (workspaceSlug: string, signal: AbortSignal) => Promise<WorkspaceProved>;
};

/** Filled by the gate, so that whatever stands behind it is signed in. */
export const SessionContext = createContext<Session | null>(null);

/** Who is asking, and for which workspace. @throws Error outside the gate */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession was called outside the gate.');
  return session;
}

/** Writes reads of this session as curl commands with `$ACCESS_TOKEN` in place of the token. */
export function useCurl(): (method: 'GET', path: string) => string {
  const { serviceUrl } = useSession().connection;
  const baseUrl = new URL(serviceUrl, window.location.origin).href;
  return (method, path) => curlOf(baseUrl, method, path);
}
