import * as v from 'valibot';
import { isoTimeOrNullSchema, isoTimeSchema } from './time.ts';

export const maxItems = 500;
/** Per workspace, over all its deletions. */
export const maxOpenItems = 2_000;

/** How long the service may still list a deleted instance. */
export const staleListMs = 10 * 60_000;
/** The log's first page has all that ended this recently, because rows may have to be hidden. */
export const recentlyEndedMs = staleListMs + 5 * 60_000;

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
/** No list clears these up, so they have alerts that can be dismissed. */
export const dismissableCodes = [...unresolvedCodes, 'gone'] as const;

const outcomeSchema = v.object({
  code: v.picklist(outcomeCodes),
  /** The HTTP status. Null without a response. */
  status: v.nullable(v.number()),
  requestId: textOrNull,
  /** A text for the admin, or an empty string if the code says it all. */
  message: text,
  notes: v.pipe(v.array(text), v.readonly()),
  /** The response's instance record (`service.md` §2). Null if missing or very long, and in all answers but those to `?id=`. */
  record: v.nullable(v.record(v.string(), v.unknown())),
  /** From the service's `Retry-After`. */
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

/** These outcomes also close an earlier `unknown` of the instance. */
export function removesRow(code: string | undefined): boolean {
  return hasSucceeded(code) || code === 'gone';
}

/** `name` is what the admin saw. */
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
  /** A UUID that the browser drew. A request with the same ID never causes a second DELETE. */
  id: text,
  workspaceSlug: text,
  /** Who confirmed it: a name from the sign-on proxy, or "token 3f9a12cd". */
  actor: text,
  isOwn: v.boolean(),
  reason: text,
  /** `stopping`: no more requests leave, and the one that was sent still gets its outcome. */
  stage: v.picklist(['running', 'stopping', 'ended']),
  /** Why it stopped, as a sentence. Null if it didn't. */
  stopReason: textOrNull,
  confirmedAt: isoTimeSchema,
  endedAt: isoTimeOrNullSchema,
  /** In the order in which they are deleted. */
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

/** `isStored` is false if an outcome couldn't be stored at once. */
export const deletionAnswerSchema = v.object({ deletion: deletionSchema, isStored: v.boolean() });

export type DeletionAnswerJson = v.InferInput<typeof deletionAnswerSchema>;

/** What isn't resolved stays on screen and is never removed from the log. */
export function isResolved({ stage, dismissedAt }: Pick<DeletionItem, 'stage' | 'dismissedAt'>): boolean {
  return dismissedAt !== null || !unresolvedCodes.some((code) => code === stage);
}

export function isOpenItem({ stage }: Pick<DeletionItem, 'stage'>): boolean {
  return stage === 'waiting' || stage === 'sending';
}

export type InstanceId = Pick<DeletionItem, 'databaseName' | 'instanceId'>;

/** The ID, if there is no name on one line. */
export function getItemLabel({ name, instanceId }: Pick<DeletionTarget, 'name' | 'instanceId'>): string {
  return !name?.trim() || /[\r\n]/.test(name) ? instanceId : name.trim();
}

/** For exact comparison within a workspace. */
export function instanceKey(instance: InstanceId): string {
  return JSON.stringify([instance.databaseName, instance.instanceId]);
}

export type DeletionTarget = Pick<DeletionItem, 'databaseName' | 'instanceId' | 'name' | 'created'>;

export type InstancePathValues = InstanceId & { workspaceSlug: string };
