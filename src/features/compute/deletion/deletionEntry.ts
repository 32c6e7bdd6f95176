import * as v from 'valibot';
import { blankOutcome, type DeleteOutcome, type DeleteTarget } from '../../../api/deleteOutcome.ts';
import { jsonObject } from '../../../api/instanceRecord.ts';
import { createdOf, type InstanceRow, instanceKey, isLater } from '../instanceRow.ts';

/** A confirmed delete of one instance, as the deletion log stores it. Contains no token. */
export type DeletionEntry = v.InferOutput<typeof entrySchema>;

const text = v.string();
/** ms since the epoch */
const time = v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15));

const fields = v.object({
  /** The UUID of the deletion, which is also the `Idempotency-Key` of its request. */
  intentKey: text,
  target: v.object({ workspaceSlug: text, databaseName: text, instanceId: text }),
  /** The name or ID of the instance in the confirmation dialog. */
  label: text,
  name: v.optional(v.nullable(text), null),
  /** Creation date of the instance. It distinguishes the instance from a later one with the same ID. */
  created: v.optional(v.nullable(text), null),
  /** True if the service listed the instance. Otherwise a later list can't prove the deletion. */
  listed: v.boolean(),
  sessionId: v.optional(v.nullable(text), null),
  confirmedAt: time,
  /** Number that orders deletions by confirmation, even if the clock is set back. */
  sequence: v.optional(v.number()),
  sentAt: v.nullable(time),
  settledAt: v.nullable(time),
  outcome: v.nullable(
    v.object({
      kind: v.picklist(['deleted', 'accepted', 'gone', 'refused', 'unknown', 'mismatch', 'not-sent']),
      reason: text,
      status: v.nullable(v.number()),
      requestId: v.nullable(text),
      retryAfterMs: v.nullable(v.number()),
      record: v.fallback(v.nullable(jsonObject), null),
      notes: v.pipe(v.array(text), v.readonly()),
      differentName: v.optional(v.nullable(text), null),
    }),
  ),
  bulkKey: v.nullable(text),
  dismissed: v.boolean(),
  /** True if the admin has restored the removed row. */
  putBack: v.boolean(),
});

// The second edition ordered its entries by the time of confirmation.
const entrySchema = v.pipe(
  fields,
  v.transform((entry) => ({ ...entry, sequence: entry.sequence ?? entry.confirmedAt })),
);

export function decodeEntry(stored: unknown): DeletionEntry | null {
  const { success, output } = v.safeParse(entrySchema, stored);
  return success ? output : null;
}

export function decodeEntries(stored: readonly unknown[]): DeletionEntry[] {
  return stored.flatMap((entry) => decodeEntry(entry) ?? []);
}

/** Returns true if the outcome is missing, or if the admin must still check it. Unresolved entries are never pruned. */
export function isUnresolved({ outcome, dismissed }: DeletionEntry): boolean {
  if (outcome === null) return true;
  return (outcome.kind === 'unknown' || outcome.kind === 'mismatch') && !dismissed;
}

export function targetKey({ workspaceSlug, databaseName, instanceId }: DeleteTarget): string {
  return JSON.stringify([workspaceSlug, databaseName, instanceId]);
}

export type EntryChange = Partial<Omit<DeletionEntry, 'intentKey' | 'target'>>;

const maxAgeMs = 30 * 24 * 60 * 60_000;
const maxCount = 10_000;

/** Returns the entry with the change applied. Keeps an existing outcome and its times. */
export function applyChange(entry: DeletionEntry, change: EntryChange): DeletionEntry {
  const { outcome, sentAt, settledAt } = entry;
  return { ...entry, ...change, ...(outcome !== null && { outcome, sentAt, settledAt }) };
}

/** Sorts entries in place, oldest first. Compares keys too, because two tabs may use the same sequence number. */
export function sortEntries(entries: DeletionEntry[]): DeletionEntry[] {
  return entries.sort((a, b) => a.sequence - b.sequence || (a.intentKey < b.intentKey ? -1 : 1));
}

/** Returns the keys of resolved entries that are too old or exceed `maxCount`. @param now ms since the epoch */
export function prunableKeys(entries: Iterable<DeletionEntry>, now: number): string[] {
  const resolved = sortEntries([...entries].filter((entry) => !isUnresolved(entry))).reverse();
  return resolved
    .filter(({ settledAt }, place) => place >= maxCount || (settledAt ?? 0) < now - maxAgeMs)
    .map(({ intentKey }) => intentKey);
}

export function notSentOutcome(reason: string): DeleteOutcome {
  return { ...blankOutcome, kind: 'not-sent', reason };
}

/**
 * Returns the row for another deletion: the listed row, or a row built from the entry. If the list has a later instance,
 * the row is built from the entry, so that the dialog notices the change and sends nothing.
 */
export function rowOfEntry(entry: DeletionEntry, latest?: InstanceRow): InstanceRow {
  const { target, label, listed, created } = entry;
  if (latest !== undefined && !isLater(createdOf(latest), created)) return latest;
  const { databaseName, instanceId } = target;
  return {
    key: instanceKey(databaseName, instanceId),
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

/** Longest plausible response time (ms). The computer was probably asleep during a longer one. */
const maxDurationMs = 60 * 60_000;

/** Returns the response time (ms), or null if the time is unknown or implausible. */
export function durationMsOf({ sentAt, settledAt }: DeletionEntry): number | null {
  if (sentAt === null || settledAt === null) return null;
  const took = settledAt - sentAt;
  return took >= 0 && took <= maxDurationMs ? took : null;
}
