import type { OutcomeCode } from '../../rules/deletion.ts';
import type { EpochMs } from '../../rules/time.ts';

/** Rows as the queries have them. `migrations.ts` creates the tables. */
export type Tables = {
  workspaces: WorkspaceRow;
  sessions: SessionRow;
  deletions: DeletionRow;
  deletionItems: ItemRow;
  protections: ProtectionRow;
  addedInstances: AddedInstanceRow;
  /** `schema`: the major version. `service`: whose deletions these are. `actor-key`: key of the tokens' fingerprints. */
  settings: { name: string; value: string };
};

type WorkspaceRow = {
  /** The one spelling: the first that a sign-in proved. */
  name: string;
  /** SHA-256 of the name without its case, so that there is one spelling. */
  foldedHash: string;
  /** Raised by everything that changes deletions, items or protections. That update is also their lock. */
  version: number;
  /** The admins' choice of databases as a JSON array. Null for the operator's. */
  databases: string | null;
};

export type SessionRow = {
  /** SHA-256 of the cookie's bytes, in hex. */
  keyHash: string;
  /** That of the session which this one replaced. Its cookie may still be the browser's, if an answer was lost. */
  replacedHash: string | null;
  /** Public. The page sends it with everything but GET. */
  sessionId: string;
  workspace: string;
  sealedToken: string;
  /** Null if no proxy names the signed-in person. */
  userName: string | null;
  actor: string;
  startedAt: EpochMs;
  activeAt: EpochMs;
};

/** A confirmation. It has ended when none of its items is without an outcome. Without items, it is a withdrawn ID. */
export type DeletionRow = {
  workspace: string;
  id: string;
  actor: string;
  /** The permission to send: without the session's row, nothing more is sent. */
  sessionId: string;
  reason: string;
  /** SHA-256 of the parsed request, which tells a repetition from a different deletion with the same ID. */
  bodyHash: string;
  /** Of the attempt that stored it, so that its server recognises what an unanswered commit left. */
  attemptId: string;
  /** A sentence. Null as long as more may be sent. */
  stopReason: string | null;
  confirmedAt: EpochMs;
  /** When its server last said that it works on it. */
  aliveAt: EpochMs;
};

export type ItemRow = {
  workspace: string;
  deletionId: string;
  /** 0, 1, 2, … in the order of the request. */
  position: number;
  databaseName: string;
  instanceId: string;
  name: string | null;
  created: string | null;
  /** `guardKey` of the instance. */
  guardKey: string;
  /** Written before the request leaves. Null if none left. */
  sentAt: EpochMs | null;
  endedAt: EpochMs | null;
  outcomeCode: OutcomeCode | null;
  /** As JSON. */
  outcome: string | null;
  /** 1 if somebody else than the sender wrote the outcome. The sender may still replace it. */
  isAssumed: number;
  dismissedAt: EpochMs | null;
  dismissedBy: string | null;
  searchText: string;
};

/** An instance as an admin named it. */
type NamedInstanceRow = {
  workspace: string;
  /** `exactKey` of the instance, because an index can't hold two long names. */
  exactKey: string;
  databaseName: string;
  instanceId: string;
  name: string | null;
  actor: string;
};

type ProtectionRow = NamedInstanceRow & { guardKey: string; reason: string; setAt: EpochMs };

type AddedInstanceRow = NamedInstanceRow & { addedAt: EpochMs };

/** Outcomes that need an admin until somebody dismisses them. */
export const unresolvedCodes: OutcomeCode[] = ['unknown', 'mismatch'];
