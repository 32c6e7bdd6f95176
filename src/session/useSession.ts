import { createContext, use, useState } from 'react';

export type Session = {
  workspace: string;
  /** Public ID of the session, which everything but a GET names. */
  sessionId: string;
  /** Who is signed in: a name from the sign-on proxy, or "token 3f9a12cd". */
  actor: string;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('This component needs SignedIn above it.');
  return session;
}

/** The session under which a dialog was opened, and why it can't act any longer, or null. */
export function useOpeningSession(): { sessionId: string; problem: string | null } {
  const { sessionId: current } = useSession();
  const [sessionId] = useState(current);
  const problem = 'You have signed in again since this was opened. Close it, and open it again.';
  return { sessionId, problem: sessionId === current ? null : problem };
}
