import type { Connection } from '../api/connection.ts';

/** Why the session ended; null before the first sign-in and after Sign out in this tab. */
export type SignOutReason = 'elsewhere' | 'idle' | 'too-long' | null;

export type SignedOutState = {
  status: 'signed-out';
  lastWorkspaceSlug: string | null;
  why: SignOutReason;
  duringDeletion: boolean;
};

export type SignedInState = {
  status: 'signed-in';
  connection: Connection;
  /** ms since the epoch; a session from another tab keeps that tab's time. */
  signedInAt: number;
  /** `signOutMarker` at sign-in. If it changes, the session ends. */
  signOut: string | null;
  /** Latest first. */
  verifiedWorkspaces: readonly [string, ...string[]];
  /** True after a 401: the sign-in form covers the page. */
  isRejected: boolean;
};

export type SessionState = SignedOutState | SignedInState;

export function signedOut(
  why: SignOutReason,
  lastWorkspaceSlug: string | null = null,
  duringDeletion = false,
): SignedOutState {
  return { status: 'signed-out', lastWorkspaceSlug, why, duringDeletion };
}
