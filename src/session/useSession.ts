import { createContext } from 'react';
import type { ConsoleConfig } from '../config.ts';
import { useRequired } from '../ui/context.ts';
import type { SessionStore } from './session.ts';
import type { SignedInState } from './sessionState.ts';
import type { Verification } from './verification.ts';

export const ConfigContext = createContext<ConsoleConfig | null>(null);

export function useConfig(): ConsoleConfig {
  return useRequired(ConfigContext, 'ConfigContext');
}

type SignedIn = {
  store: SessionStore;
  state: SignedInState;
  /** Returns false after this session has ended, even if a new session has begun. */
  isCurrent: () => boolean;
};

export const SignedInContext = createContext<SignedIn | null>(null);

export function useSignedIn(): SignedIn {
  return useRequired(SignedInContext, 'AuthGate');
}

export const SignOutContext = createContext<(() => void) | null>(null);

/** Returns a function that signs out. Inside `SignOutGuard`, the admin must confirm if unresolved deletions may be lost. */
export function useSignOut(): () => void {
  return useRequired(SignOutContext, 'AuthGate');
}

export type Session = Pick<SignedInState, 'connection' | 'isRejected'> & {
  /** The workspace on screen. The token is verified for this workspace. */
  workspaceSlug: string;
  /** The workspace in the URL, or null if the token is verified for it. No screen may request data of this workspace. */
  unverifiedSlug: string | null;
  /** Shows the sign-in form, so that the admin can enter a token for the unverified workspace. */
  askForToken: () => void;
  /** Slugs of the verified workspaces, the latest verified first. */
  verifiedWorkspaces: readonly string[];
  requests: SessionStore['requests'];
  verifyWorkspace: (workspaceSlug: string, signal: AbortSignal) => Promise<Verification>;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  return useRequired(SessionContext, 'WorkspaceGate');
}
