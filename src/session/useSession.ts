import { createContext, use } from 'react';
import type { ActiveSession, SessionStore } from './session.ts';

export type Session = ActiveSession & {
  store: SessionStore;
  /** Asks first while a delete runs. */
  signOut: () => void;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('This component needs SignedIn above it.');
  return session;
}
