import type { Connection } from '../api/connection.ts';

/** Reason why the session ended. Null before a sign-in, after Sign out in this tab, and while the page is suspended. */
export type SignOutReason = 'elsewhere' | 'idle' | 'too-long' | null;

export type SignedOutState = {
  status: 'signed-out';
  lastWorkspaceSlug: string | null;
  reason: SignOutReason;
  /** True if this page was running a deletion when the session ended. */
  duringDeletion: boolean;
};

export type SignedInState = {
  status: 'signed-in';
  connection: Connection;
  /** Time of the sign-in, in ms since the epoch. A session from another tab keeps the time of its sign-in. */
  signedInAt: number;
  /** The value of `signOutMarker` at sign-in. Every sign-out stores a new value, and a new value ends this session. */
  signOut: string | null;
  /** Slugs of the verified workspaces, the latest verified first. */
  verifiedWorkspaces: readonly [string, ...string[]];
  /** True after a 401: the sign-in form covers the page. */
  isRejected: boolean;
};

export type SessionState = SignedOutState | SignedInState;

export function createSignedOutState(
  reason: SignOutReason,
  lastWorkspaceSlug: string | null = null,
  duringDeletion = false,
): SignedOutState {
  return { status: 'signed-out', lastWorkspaceSlug, reason, duringDeletion };
}
