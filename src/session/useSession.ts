import { createContext, use, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { ApiError } from '../api/errors.ts';
import { signOut } from '../api/session.ts';
import type { PageSession } from '../config.ts';
import { findSession, sessionStore } from './pageData.ts';

export const SessionContext = createContext<PageSession | null>(null);

/** The session that the URL opens. Null if it needs the sign-in form. */
export function usePageSession(): PageSession | null {
  const { sessions } = useStore(sessionStore);
  return findSession(sessions, useLocation().pathname);
}

export function useSession(): PageSession {
  const session = use(SessionContext);
  if (session === null) throw new Error('This component needs SignedIn above it.');
  return session;
}

/** The session under which a dialog was opened, and why it can't act any longer, or null. */
export function useDialogSession(): { sessionId: string; problem: string | null } {
  const { sessionId: current } = useSession();
  const [sessionId] = useState(current);
  const problem = 'You have signed in again since this was opened. Close it, and open it again.';
  return { sessionId, problem: sessionId === current ? null : problem };
}

export async function endSession(): Promise<void> {
  sessionStore.setState({ sessions: [], problem: null });
  try {
    await signOut();
  } catch (error) {
    if (error instanceof ApiError && sessionStore.getState().sessions.length === 0)
      sessionStore.setState({ sessions: [], problem: error });
  }
}
