import type { OutcomeCode } from '../../rules/deletion.ts';
import type { EpochMs } from '../../rules/time.ts';

export type Tables = {
  workspaces: WorkspaceRow;
  sessions: SessionRow;
  deletions: DeletionRow;
  deletionItems: ItemRow;
  protections: ProtectionRow;
  addedInstances: AddedInstanceRow;
  /**
   * `schema`: the major version. `migrations`: how many were applied. `service`: whose deletions these are. `log`: its ID.
   * `actor-key`: for fingerprints of tokens. `health`: empty.
   */
  settings: { name: string; value: string };
};

type WorkspaceRow = {
  /** The slug as the first proved sign-in spelled it. */
  name: string;
  foldedHash: string;
  /** Raised by `inWorkspace`. On PostgreSQL, that update is its lock. */
  version: number;
  /** The admins' choice of databases as a JSON array. Null for the operator's. */
  databases: string | null;
};

export type SessionRow = {
  /** SHA-256 of the cookie's bytes, in hex. */
  keyHash: string;
  /** Hash of the replaced session's cookie, which the browser still has if an answer was lost. */
  replacedHash: string | null;
  /** Our page may read it. */
  sessionId: string;
  workspace: string;
  sealedToken: string;
  /** Null if no proxy names the signed-in person. */
  userName: string | null;
  actor: string;
  startedAt: EpochMs;
  activeAt: EpochMs;
};

/** A deletion has ended when each item has an outcome. Without items, it is a withdrawn ID. */
export type DeletionRow = {
  workspace: string;
  id: string;
  actor: string;
  /** The permission to send: each request needs this session's row. */
  sessionId: string;
  reason: string;
  /** SHA-256 of items and reason. The same ID with a different one is refused. Empty if a page withdrew the ID. */
  bodyHash: string;
  /** Shows a server whether its own unanswered commit stored the row. */
  attemptId: string;
  /** A sentence. Null if nothing stopped it. */
  stopReason: string | null;
  confirmedAt: EpochMs;
  /** With PostgreSQL, its server's last sign of life. */
  aliveAt: EpochMs;
};

export type ItemRow = {
  workspace: string;
  deletionId: string;
  position: number;
  databaseName: string;
  instanceId: string;
  name: string | null;
  created: string | null;
  guardKey: string;
  /** Stored before the request leaves. Null until then, and if `not-sent`. */
  sentAt: EpochMs | null;
  endedAt: EpochMs | null;
  outcomeCode: OutcomeCode | null;
  outcome: string | null;
  /** 1 if the outcome was assumed, so that its sender may still replace it. */
  isAssumed: number;
  dismissedAt: EpochMs | null;
  dismissedBy: string | null;
  searchText: string;
};

type NamedInstanceRow = {
  workspace: string;
  exactKey: string;
  databaseName: string;
  instanceId: string;
  name: string | null;
};

type ProtectionRow = NamedInstanceRow & { guardKey: string; reason: string; actor: string; setAt: EpochMs };

type AddedInstanceRow = NamedInstanceRow & { addedAt: EpochMs };
