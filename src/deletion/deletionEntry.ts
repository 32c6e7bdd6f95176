import * as v from 'valibot';
import { blankOutcome, type DeleteOutcome, type DeleteTarget } from '../api/deleteOutcome.ts';
import { jsonObject } from '../api/instanceRecord.ts';
import { createInstanceKey, getCreatedDate, type InstanceRow, isLater } from '../compute/instanceRow.ts';

/** A confirmed deletion of one instance, as the deletion log stores it. Contains no token. */
export type DeletionEntry = v.InferOutput<typeof entrySchema>;

const textSchema = v.string();
/** Time in ms since the epoch, within the range of `Date`. */
const timeSchema = v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15));

const fieldsSchema = v.object({
  /** The UUID of the deletion, which is also the `Idempotency-Key` of its request. */
  intentKey: textSchema,
  target: v.object({ workspaceSlug: textSchema, databaseName: textSchema, instanceId: textSchema }),
  /** The name or ID that the confirmation dialog showed. */
  label: textSchema,
  name: v.optional(v.nullable(textSchema), null),
  /** Creation date of the instance. It distinguishes the instance from a later instance with the same ID. */
  created: v.optional(v.nullable(textSchema), null),
  /** True if the service listed the instance before. Only then can a list without the instance confirm the deletion. */
  listed: v.boolean(),
  sessionId: v.optional(v.nullable(textSchema), null),
  confirmedAt: timeSchema,
  /** Number that orders deletions by time of confirmation, even if the clock is set back. */
  sequence: v.optional(v.number()),
  sentAt: v.nullable(timeSchema),
  settledAt: v.nullable(timeSchema),
  outcome: v.nullable(
    v.object({
      kind: v.picklist(['deleted', 'accepted', 'gone', 'refused', 'unknown', 'mismatch', 'not-sent']),
      reason: textSchema,
      status: v.nullable(v.number()),
      requestId: v.nullable(textSchema),
      retryAfterMs: v.nullable(v.number()),
      record: v.fallback(v.nullable(jsonObject), null),
      notes: v.pipe(v.array(textSchema), v.readonly()),
      differentName: v.optional(v.nullable(textSchema), null),
    }),
  ),
  bulkKey: v.nullable(textSchema),
  dismissed: v.boolean(),
  /** True if the admin has restored the removed row. */
  putBack: v.boolean(),
});

// Entries of the second edition have no sequence number, so use the time of confirmation.
const entrySchema = v.pipe(
  fieldsSchema,
  v.transform((entry) => ({ ...entry, sequence: entry.sequence ?? entry.confirmedAt })),
);

export function decodeEntry(stored: unknown): DeletionEntry | null {
  const { success, output } = v.safeParse(entrySchema, stored);
  return success ? output : null;
}

export function decodeEntries(stored: readonly unknown[]): DeletionEntry[] {
  return stored.flatMap((entry) => decodeEntry(entry) ?? []);
}

/** Returns true if the deletion has no outcome yet, or if the admin must still check the outcome. */
export function isUnresolved({ outcome, dismissed }: DeletionEntry): boolean {
  if (outcome === null) return true;
  return (outcome.kind === 'unknown' || outcome.kind === 'mismatch') && !dismissed;
}

export function createTargetKey({ workspaceSlug, databaseName, instanceId }: DeleteTarget): string {
  return JSON.stringify([workspaceSlug, databaseName, instanceId]);
}

export type EntryChange = Partial<Omit<DeletionEntry, 'intentKey' | 'target'>>;

const maxResolvedAgeMs = 30 * 24 * 60 * 60_000;
const maxResolvedCount = 10_000;

/** Returns the entry with the change applied. Keeps an existing outcome and its times. */
export function applyChange(entry: DeletionEntry, change: EntryChange): DeletionEntry {
  const { outcome, sentAt, settledAt } = entry;
  return { ...entry, ...change, ...(outcome !== null && { outcome, sentAt, settledAt }) };
}

/** Sorts entries in place, oldest first. Compares keys too, because two tabs may use the same sequence number. */
export function sortEntries(entries: DeletionEntry[]): DeletionEntry[] {
  return entries.sort((a, b) => a.sequence - b.sequence || (a.intentKey < b.intentKey ? -1 : 1));
}

/**
 * Returns the keys of the entries to remove: resolved entries that are too old, or that exceed `maxResolvedCount`.
 * @param now ms since the epoch
 */
export function findPrunableKeys(entries: Iterable<DeletionEntry>, now: number): string[] {
  const newestFirst = sortEntries([...entries].filter((entry) => !isUnresolved(entry))).reverse();
  return newestFirst
    .filter(({ settledAt }, index) => index >= maxResolvedCount || (settledAt ?? 0) < now - maxResolvedAgeMs)
    .map(({ intentKey }) => intentKey);
}

export function createNotSentOutcome(reason: string): DeleteOutcome {
  return { ...blankOutcome, kind: 'not-sent', reason };
}

/**
 * Returns the row for a second deletion of the instance. Creates the row from the entry if there is no current row, or if the
 * current row is a later instance. The dialog notices a later instance and sends nothing.
 */
export function toInstanceRow(entry: DeletionEntry, currentRow?: InstanceRow): InstanceRow {
  const { target, label, listed, created } = entry;
  if (currentRow !== undefined && !isLater(getCreatedDate(currentRow), created)) return currentRow;
  const { databaseName, instanceId } = target;
  return {
    key: createInstanceKey(databaseName, instanceId),
    databaseName,
    id: instanceId,
    name: entry.name ?? (label === instanceId ? null : label),
    label,
    record: null,
    source: listed ? 'listed' : 'added',
    isDuplicate: false,
    loggedCreated: created,
  };
}

/** Longest plausible response time (ms). If more time has passed, the computer was probably asleep. */
const maxDurationMs = 60 * 60_000;

/** Returns the response time (ms), or null if the time is unknown or implausible. */
export function getDurationMs({ sentAt, settledAt }: DeletionEntry): number | null {
  if (sentAt === null || settledAt === null) return null;
  const durationMs = settledAt - sentAt;
  return durationMs >= 0 && durationMs <= maxDurationMs ? durationMs : null;
}
