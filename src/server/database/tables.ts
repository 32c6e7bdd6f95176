import type { Selectable } from 'kysely';
import type { OutcomeCode } from '../../rules/outcome.ts';
import type { EpochMs } from '../../rules/time.ts';

/** Each row belongs to one service: the first 16 hex digits of the SHA-256 of its base URL, or "sandbox". */
type OfService = { serviceId: string };
type OfWorkspace = OfService & { workspace: string };
type OfInstance = OfWorkspace & { databaseName: string; instanceId: string };

type DeletionsTable = OfInstance & {
  id: string;
  name: string | null;
  created: string | null;
  reason: string;
  actor: string;
  bulkId: string | null;
  /** Place in its bulk delete. 0 for a single delete. */
  position: number;
  /** Random ID of the process that sends it. */
  sender: string;
  confirmedAt: EpochMs;
  /** Null if nothing was sent. Written before the request leaves. */
  sentAt: EpochMs | null;
  endedAt: EpochMs | null;
  dismissedAt: EpochMs | null;
  /** Null as long as the outcome isn't known. */
  outcomeCode: OutcomeCode | null;
  /** The whole outcome as JSON. */
  outcome: string | null;
  /** 1 if somebody else than the sender wrote the outcome. Then the sender may still replace it. */
  isAssumed: number;
  /** Folded text of all that a search looks at. */
  searchText: string;
};

type BulkDeletionsTable = OfWorkspace & {
  id: string;
  actor: string;
  /** Public ID of the session that started it. Its sign-out stops the run. */
  sessionId: string;
  /** SHA-256 of the request, which tells a repetition from a different bulk delete with the same ID. */
  bodyHash: string;
  sender: string;
  /** A sentence. While it is null and the run hasn't ended, requests may be sent. */
  stopReason: string | null;
  waitsUntil: EpochMs | null;
  startedAt: EpochMs;
  /** When its server last did something for it. */
  progressAt: EpochMs;
  endedAt: EpochMs | null;
};

type ProtectionsTable = OfInstance & {
  id: string;
  name: string | null;
  reason: string;
  actor: string;
  setAt: EpochMs;
  removedAt: EpochMs | null;
  removedBy: string | null;
};

type SessionsTable = OfService & {
  /** SHA-256 of the cookie's bytes, in hex. */
  keyHash: string;
  /** Public ID. */
  sessionId: string;
  /** Value of USER_HEADER at the sign-in. Null if the setting is unset. */
  userName: string | null;
  startedAt: EpochMs;
  /** Last activity of the admin, which the idle limit counts from. */
  activeAt: EpochMs;
};

type SessionTokensTable = OfWorkspace & {
  keyHash: string;
  sealedToken: string;
  /** When the service last accepted the token for this workspace. */
  provenAt: EpochMs;
  usedAt: EpochMs;
};

type AddedInstancesTable = OfInstance & { name: string | null; actor: string; addedAt: EpochMs };

/** The admins' choice of databases, as a JSON array of names. */
type DatabasesTable = OfWorkspace & { names: string };

/** The row `schema` of the service "" has the major version of the schema. */
type SettingsTable = OfService & { name: string; value: string };

export type Tables = {
  deletions: DeletionsTable;
  bulkDeletions: BulkDeletionsTable;
  protections: ProtectionsTable;
  sessions: SessionsTable;
  sessionTokens: SessionTokensTable;
  addedInstances: AddedInstancesTable;
  databases: DatabasesTable;
  settings: SettingsTable;
};

export type DeletionRow = Selectable<DeletionsTable>;
export type BulkDeletionRow = Selectable<BulkDeletionsTable>;
export type ProtectionRow = Selectable<ProtectionsTable>;
