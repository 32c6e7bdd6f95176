import { createContext } from 'react';
import type { Connection } from '../api/connection.ts';
import { curlOf } from '../api/servicePath.ts';
import type { ConsoleConfig } from '../config.ts';
import { useRequired } from '../ui/context.ts';
import type { SessionStore } from './session.ts';
import type { SignedInState } from './sessionState.ts';
import type { Verification } from './verification.ts';

export const ConfigContext = createContext<ConsoleConfig | null>(null);

export function useConfig(): ConsoleConfig {
  return useRequired(ConfigContext, 'ConfigContext');
}

/** The session of the signed-in admin, whatever workspace is open. */
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

/** The session of a screen, in its workspace. */
export type Session = {
  /** The workspace on screen; the token is verified for it. */
  workspaceSlug: string;
  /** The workspace in the URL if the token isn't verified for it, otherwise null. Nothing of it may be loaded. */
  unverifiedSlug: string | null;
  /** Shows the sign-in form for the unverified workspace. */
  askForToken: () => void;
  /** Names the service that stored data belongs to. */
  serviceId: string;
  /** Workspaces that the present token is verified for, latest first. */
  verifiedWorkspaces: readonly string[];
  connection: Connection;
  /** True while the sign-in form covers the page because the service rejected the token. */
  isRejected: boolean;
  /** The requests since the sign-in, newest first. */
  requests: SessionStore['requests'];
  /** Verifies the token for another workspace. */
  verifyWorkspace: (workspaceSlug: string, signal: AbortSignal) => Promise<Verification>;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  return useRequired(SessionContext, 'WorkspaceGate');
}

/** Writes reads of this session as curl commands with `$ACCESS_TOKEN` in place of the token. */
export function useCurl(): (path: string) => string {
  const { serviceUrl } = useSession().connection;
  const baseUrl = new URL(serviceUrl, window.location.origin).href;
  return (path) => curlOf(baseUrl, path);
}
