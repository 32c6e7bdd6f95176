import * as v from 'valibot';
import { isoTimeOrNullSchema, isoTimeSchema } from './time.ts';

export const maxItems = 500;
/** Per workspace, over all its deletions. */
export const maxOpenItems = 2_000;

/** How long (ms) after a delete we expect stale lists. */
export const listLagMs = 10 * 60_000;
/** Without filters, the log's first page has all that ended this recently (ms). */
export const recentlyEndedMs = listLagMs + 5 * 60_000;

const text = v.string();
const textOrNull = v.nullable(text);

/** Exports and audit lines have these codes, so they can't be renamed. */
export const outcomeCodes = [
  'deleted',
  'accepted',
  'gone',
  'refused',
  'unknown',
  'mismatch',
  'not-sent',
] as const;

export type OutcomeCode = (typeof outcomeCodes)[number];

/** Until `dismissedAt` is set. */
export const unresolvedCodes = ['unknown', 'mismatch'] as const;
export const dismissableCodes = [...unresolvedCodes, 'gone'] as const;

const outcomeSchema = v.object({
  code: v.picklist(outcomeCodes),
  /** The HTTP status. Null if none is known. */
  status: v.nullable(v.number()),
  requestId: textOrNull,
  /** For the admin. May be empty. */
  message: text,
  notes: v.pipe(v.array(text), v.readonly()),
  /** The returned record (`service.md` §2), if it was kept. Of our answers, only those to `?id=` have it. */
  record: v.nullable(v.record(v.string(), v.unknown())),
  /** From the `Retry-After` of a `refused`. */
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

export function hasSucceeded(code: string | undefined): boolean {
  return code === 'deleted' || code === 'accepted';
}

export function removesRow(code: string | undefined): boolean {
  return hasSucceeded(code) || code === 'gone';
}

/** From the page. */
const instance = { databaseName: text, instanceId: text, name: textOrNull };

const entries = {
  ...instance,
  /** Creation date of the record (`service.md` §2), which tells it from a later instance with the same ID. */
  created: textOrNull,
  /** Null while it waits, and if `not-sent`. */
  sentAt: isoTimeOrNullSchema,
};

/** `stage` is the code of the outcome as soon as there is one. */
const itemSchema = v.variant('stage', [
  v.object({
    ...entries,
    stage: v.picklist(['waiting', 'sending']),
    outcome: v.null(),
    endedAt: v.null(),
    dismissedAt: v.null(),
    dismissedBy: v.null(),
  }),
  v.object({
    ...entries,
    stage: v.picklist(outcomeCodes),
    outcome: outcomeSchema,
    endedAt: isoTimeSchema,
    /** When an admin dismissed an `unknown`, `gone` or `mismatch`, or a later deletion closed an `unknown`. */
    dismissedAt: isoTimeOrNullSchema,
    /** Null unless an admin dismissed it. */
    dismissedBy: textOrNull,
  }),
]);

export type DeletionItem = v.InferOutput<typeof itemSchema>;
export type DeletionItemJson = v.InferInput<typeof itemSchema>;
export type ItemStage = DeletionItem['stage'];

export const deletionSchema = v.object({
  /** A UUID that the browser drew. A request with a known ID sends nothing. */
  id: text,
  workspaceSlug: text,
  actor: text,
  isOwn: v.boolean(),
  reason: text,
  /** `stopping`: only an item with a mark still has no outcome. */
  stage: v.picklist(['running', 'stopping', 'ended']),
  /** Why it stopped, as a sentence. Null if it didn't. */
  stopReason: textOrNull,
  confirmedAt: isoTimeSchema,
  endedAt: isoTimeOrNullSchema,
  items: v.pipe(v.array(itemSchema), v.readonly()),
});

export type Deletion = v.InferOutput<typeof deletionSchema>;
export type DeletionJson = v.InferInput<typeof deletionSchema>;

export const protectionSchema = v.object({
  ...instance,
  reason: text,
  actor: text,
  isOwn: v.boolean(),
  setAt: isoTimeSchema,
});

export type Protection = v.InferOutput<typeof protectionSchema>;
export type ProtectionJson = v.InferInput<typeof protectionSchema>;

export const deletionLogPageSchema = v.object({
  /** Newest first. */
  deletions: v.pipe(v.array(deletionSchema), v.readonly()),
  protections: v.pipe(v.array(protectionSchema), v.readonly()),
  /** Cursor of the next page (`?before=`). Null on the last one. */
  next: textOrNull,
  /** The time of the request, by the database's clock. */
  now: isoTimeSchema,
});

export type DeletionLogPage = v.InferOutput<typeof deletionLogPageSchema>;
export type DeletionLogPageJson = v.InferInput<typeof deletionLogPageSchema>;

/** If `isStored` is false, an outcome couldn't be stored at once. */
export const deletionAnswerSchema = v.object({ deletion: deletionSchema, isStored: v.boolean() });

export type DeletionAnswerJson = v.InferInput<typeof deletionAnswerSchema>;

/** The log keeps what is unresolved. */
export function isUnresolved({ stage, dismissedAt }: Pick<DeletionItem, 'stage' | 'dismissedAt'>): boolean {
  return dismissedAt === null && unresolvedCodes.some((code) => code === stage);
}

export function isOpenItem({ stage }: Pick<DeletionItem, 'stage'>): boolean {
  return stage === 'waiting' || stage === 'sending';
}

export type InstanceId = Pick<DeletionItem, 'databaseName' | 'instanceId'>;

/** The ID, if there is no name on one line. */
export function getItemLabel({ name, instanceId }: Pick<DeletionTarget, 'name' | 'instanceId'>): string {
  return !name?.trim() || /[\r\n]/.test(name) ? instanceId : name.trim();
}

/** Within a workspace. To ignore case, fold it first (`foldInstance`). */
export function instanceKey(instance: InstanceId): string {
  return JSON.stringify([instance.databaseName, instance.instanceId]);
}

export type DeletionTarget = Pick<DeletionItem, 'databaseName' | 'instanceId' | 'name' | 'created'>;

export type InstancePathValues = InstanceId & { workspaceSlug: string };
