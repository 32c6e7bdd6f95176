import type { Connection } from '../api/Connection.ts';

/** Why nobody is signed in any more; null at first, and where somebody pressed Sign out here. */
export type SignOutReason = 'elsewhere' | 'idle' | 'too-long' | null;

/** Who is asking. The token is inside the connection, in memory. */
export type SessionState =
  | {
      status: 'signed-out';
      lastWorkspaceSlug: string | null;
      why: SignOutReason;
      /** Whether a deletion was under way then, of which nobody could be told. */
      duringDeletion: boolean;
    }
  | {
      status: 'signed-in';
      connection: Connection;
      /** ms since the epoch; a session handed over by another tab keeps that tab's. */
      signedInAt: number;
      /** Workspaces this token has proved itself for, the latest first; never empty. */
      proved: readonly string[];
      /** Whether the service has since answered 401 to this token: the gate stands over the kept page. */
      rejected: boolean;
    };
