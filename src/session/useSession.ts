import { createContext, use } from 'react';
import type { Connection } from '../api/Connection.ts';
import type { RequestLog } from './createRequestLog.ts';
import type { SignInProblem } from './signInProblem.ts';

export type Session = {
  /** The workspace on screen; its token has proved itself for it. */
  workspaceSlug: string;
  connection: Connection;
  signOut: () => void;
  /** What was asked of the service since the sign-in. */
  requests: RequestLog;
  /** Proves the token for one more workspace. Gives null where it may be opened, else why not. */
  proveWorkspace: (workspaceSlug: string) => Promise<SignInProblem | null>;
};

/** Filled by the gate, so that whatever stands behind it is signed in. */
export const SessionContext = createContext<Session | null>(null);

/** Who is asking, and for which workspace. @throws Error outside the gate */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession was called outside the gate.');
  return session;
}
