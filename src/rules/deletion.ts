import * as v from 'valibot';
import { isoTimeOrNullSchema, isoTimeSchema } from './time.ts';

/** How a deletion ended. The console, the exports, the tests and the audit log use these codes. */
const outcomeCodes = ['deleted', 'accepted', 'gone', 'refused', 'unknown', 'mismatch', 'not-sent'] as const;

export type OutcomeCode = (typeof outcomeCodes)[number];

const outcomeSchema = v.object({
  code: v.picklist(outcomeCodes),
  /** HTTP status of the service's response. Null without a response. */
  status: v.nullable(v.number()),
  requestId: v.nullable(v.string()),
  /** A sentence for the admin, or an empty string if the code says it all. */
  message: v.string(),
  notes: v.pipe(v.array(v.string()), v.readonly()),
  /** The instance record of the response (`service.md` §2). */
  record: v.nullable(v.record(v.string(), v.unknown())),
  /** When the service asks to come back. Null if it doesn't. */
  retryAt: isoTimeOrNullSchema,
});

export type Outcome = v.InferOutput<typeof outcomeSchema>;

export type OutcomeJson = v.InferInput<typeof outcomeSchema>;

export const blankOutcome: Omit<OutcomeJson, 'code'> = {
  status: null,
  requestId: null,
  message: '',
  notes: [],
  record: null,
  retryAt: null,
};

/** These outcomes remove the row, and close an earlier `unknown` of the instance. */
export function removesRow(code: string | undefined): boolean {
  return code === 'deleted' || code === 'accepted' || code === 'gone';
}

const text = v.string();
const textOrNull = v.nullable(text);

/** Time (ms) for which the service may still list a deleted instance. */
export const staleListMs = 10 * 60_000;
/** What ended so recently (ms) is on the first page of the log, because its row may have to be hidden. */
export const recentMs = staleListMs + 5 * 60_000;

/** `waiting`: in a bulk delete, not sent yet. `sending`: sent, and the outcome isn't known yet. */
const deletionStages = ['waiting', 'sending', ...outcomeCodes] as const;

export type DeletionStage = 'waiting' | 'sending' | OutcomeCode;

/** One confirmed delete, as the deletion log of our server has it. */
export const deletionSchema = v.object({
  /** A UUID that the browser drew. A request with the same ID never causes a second DELETE. */
  id: text,
  workspaceSlug: text,
  databaseName: text,
  instanceId: text,
  /** The name that the admin saw, which the response is compared with. */
  name: textOrNull,
  /** Creation date of the record (`service.md` §2), which tells it from a later instance with the same ID. */
  created: textOrNull,
  reason: text,
  /** Who confirmed it: a name from the sign-on proxy, or "token 3f9a12cd". */
  actor: text,
  isOwn: v.boolean(),
  bulkId: textOrNull,
  stage: v.picklist(deletionStages),
  outcome: v.nullable(outcomeSchema),
  confirmedAt: isoTimeSchema,
  sentAt: isoTimeOrNullSchema,
  endedAt: isoTimeOrNullSchema,
  /** When an admin dismissed an `unknown`, `gone` or `mismatch`, or a later deletion closed it. */
  dismissedAt: isoTimeOrNullSchema,
});

export type Deletion = v.InferOutput<typeof deletionSchema>;
export type DeletionJson = v.InferInput<typeof deletionSchema>;

export const bulkDeletionSchema = v.object({
  id: text,
  actor: text,
  isOwn: v.boolean(),
  /** `stopping`: no more requests leave, and those that were sent still get their outcomes. */
  stage: v.picklist(['running', 'stopping', 'ended']),
  stopReason: textOrNull,
  waitsUntil: isoTimeOrNullSchema,
  startedAt: isoTimeSchema,
  endedAt: isoTimeOrNullSchema,
});

export type BulkDeletion = v.InferOutput<typeof bulkDeletionSchema>;
export type BulkDeletionJson = v.InferInput<typeof bulkDeletionSchema>;

/** An admin's protection of one instance. While `removedAt` is null, nothing deletes the instance. */
export const protectionSchema = v.object({
  id: text,
  databaseName: text,
  instanceId: text,
  name: textOrNull,
  reason: text,
  actor: text,
  isOwn: v.boolean(),
  setAt: isoTimeSchema,
  removedAt: isoTimeOrNullSchema,
  removedBy: textOrNull,
});

export type Protection = v.InferOutput<typeof protectionSchema>;
export type ProtectionJson = v.InferInput<typeof protectionSchema>;

export const deletionLogPageSchema = v.object({
  deletions: v.pipe(v.array(deletionSchema), v.readonly()),
  bulkDeletions: v.pipe(v.array(bulkDeletionSchema), v.readonly()),
  /** Those in force, and those that were set or removed in the time of this page. */
  protections: v.pipe(v.array(protectionSchema), v.readonly()),
  /** Cursor of the next page (`?before=`). Null on the last one. */
  next: textOrNull,
});

export type DeletionLogPage = v.InferOutput<typeof deletionLogPageSchema>;
/** Of one or more pages. */
export type LogContents = Omit<DeletionLogPage, 'next'>;
export type DeletionLogPageJson = v.InferInput<typeof deletionLogPageSchema>;

/** False for `unknown` and `mismatch` until an admin has dismissed them. They stay on screen and in the log. */
export function isResolved({ stage, dismissedAt }: Pick<Deletion, 'stage' | 'dismissedAt'>): boolean {
  return dismissedAt !== null || (stage !== 'unknown' && stage !== 'mismatch');
}

export function isUnsettled({ stage }: Pick<Deletion, 'stage'>): boolean {
  return stage === 'waiting' || stage === 'sending';
}

export function instanceKey(instance: Pick<Deletion, 'databaseName' | 'instanceId'>): string {
  return JSON.stringify([instance.databaseName, instance.instanceId]);
}

/** What `service.md` §4.1 deletes: as a row shows it, and below as the path names it. */
export type DeletionTarget = Pick<Deletion, 'databaseName' | 'instanceId' | 'name' | 'created'>;

export type InstancePathValues = { workspaceSlug: string; databaseName: string; instanceId: string };
