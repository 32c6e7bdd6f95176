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
  /** Returns false once this session has ended, also if another one has begun. */
  isCurrent: () => boolean;
};

export const SignedInContext = createContext<SignedIn | null>(null);

export function useSignedIn(): SignedIn {
  return useRequired(SignedInContext, 'AuthGate');
}

export const SignOutContext = createContext<(() => void) | null>(null);

/** Returns the function that signs out, or asks first if that would lose something. */
export function useSignOut(): () => void {
  return useRequired(SignOutContext, 'AuthGate');
}

export type Session = Pick<SignedInState, 'connection' | 'isRejected'> & {
  /** The workspace on screen; the token is verified for it. */
  workspaceSlug: string;
  /** The workspace in the URL if the token isn't verified for it, otherwise null. Nothing of it may be loaded. */
  unverifiedSlug: string | null;
  /** Shows the sign-in form, because another token may open the unverified workspace. */
  askForToken: () => void;
  /** Latest first. */
  verifiedWorkspaces: readonly string[];
  requests: SessionStore['requests'];
  verifyWorkspace: (workspaceSlug: string, signal: AbortSignal) => Promise<Verification>;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  return useRequired(SessionContext, 'WorkspaceGate');
}
