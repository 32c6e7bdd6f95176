import * as v from 'valibot';
import { dayMs, type EpochMs } from '../format/time.ts';
import { jsonObject } from './instanceRecord.ts';
import { blankOutcome, type DeleteOutcome, type DeleteTarget } from './outcome.ts';

export type Deletion = v.InferOutput<typeof deletionSchema>;

const text = v.string();
const textOrNull = v.nullable(text);
const time = v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15));

const deletionSchema = v.object({
  /** A UUID; also the `Idempotency-Key` of the request. */
  id: text,
  target: v.object({ workspaceSlug: text, databaseName: text, instanceId: text }),
  /** The name in the list, which the response is compared with. */
  name: textOrNull,
  label: text,
  /** Creation date of the record, which tells it from a later instance with the same ID. */
  created: textOrNull,
  reason: text,
  /** ID of the bulk delete, which continued runs share. Null for a single delete. */
  bulk: textOrNull,
  /** Name of the lock of the page that confirmed the deletion. */
  page: text,
  /** Orders the deletions of a service. It isn't a time, because clocks can be set back. */
  order: v.number(),
  /** The place of the request in the same order. */
  sentOrder: v.nullable(v.number()),
  confirmedAt: time,
  sentAt: v.nullable(time),
  endedAt: v.nullable(time),
  outcome: v.nullable(
    v.object({
      kind: v.picklist(['deleted', 'accepted', 'gone', 'refused', 'unknown', 'mismatch', 'not-sent']),
      reason: text,
      status: v.nullable(v.number()),
      requestId: textOrNull,
      retryAfterMs: v.nullable(v.number()),
      record: v.fallback(v.nullable(jsonObject), null),
      notes: v.pipe(v.array(text), v.readonly()),
      doubtful: v.nullable(v.picklist(['id', 'name'])),
      fromProxy: v.boolean(),
    }),
  ),
  /** True after the admin has dismissed an `unknown` or `mismatch`, or a later deletion of the target has closed it. */
  dismissed: v.boolean(),
  /** True after the admin has restored the row of a `gone` instance. */
  restored: v.boolean(),
});

export type NewDeletion = Pick<Deletion, 'target' | 'name' | 'label' | 'created' | 'reason' | 'bulk'>;

export function decodeDeletion(stored: unknown): Deletion | null {
  const { success, output } = v.safeParse(deletionSchema, stored);
  return success ? output : null;
}

export type DeletionStage = 'waiting' | 'sending' | DeleteOutcome['kind'];

/** The deadline of a DELETE is 60 s, so a later silence means that its outcome couldn't be stored. */
const inFlightMs = 2 * 60_000;

export function stageOf({ outcome, sentAt }: Deletion, now: EpochMs): DeletionStage {
  if (outcome !== null) return outcome.kind;
  if (sentAt === null) return 'waiting';
  // A time in the future counts as in flight, because the clock may have been set back.
  return now < sentAt + inFlightMs ? 'sending' : 'unknown';
}

export function mustStayInLog({ outcome, dismissed }: Deletion): boolean {
  if (outcome === null) return true;
  return (outcome.kind === 'unknown' || outcome.kind === 'mismatch') && !dismissed;
}

/** Outcomes that remove the row. They also close an earlier `unknown` of the target. */
export function removesRow(outcome: DeleteOutcome | null): boolean {
  return outcome?.kind === 'deleted' || outcome?.kind === 'accepted' || outcome?.kind === 'gone';
}

export function notSentOutcome(reason: string): DeleteOutcome {
  return { ...blankOutcome, kind: 'not-sent', reason };
}

/** The key of a row. Each pair of database and instance ID has a different key. */
export function instanceKey(databaseName: string, instanceId: string): string {
  return JSON.stringify([databaseName, instanceId]);
}

export function keyOfTarget({ databaseName, instanceId }: DeleteTarget): string {
  return instanceKey(databaseName, instanceId);
}

/** The deletions of each row of one workspace, oldest first. */
export type DeletionsByRow = ReadonlyMap<string, readonly Deletion[]>;

export function groupByRow(deletions: readonly Deletion[]): DeletionsByRow {
  return Map.groupBy(deletions, ({ target }) => keyOfTarget(target));
}

const keptCount = 1_000;

/** Resolved, older than 24 h and of no run in progress. Unless `all`, the last 1 000 of them stay. */
export function prunableDeletions(
  deletions: readonly Deletion[],
  now: EpochMs,
  { all }: { all: boolean },
): readonly Deletion[] {
  const openRuns = new Set(deletions.filter(({ outcome }) => outcome === null).map(({ bulk }) => bulk));
  openRuns.delete(null);
  const isOld = ({ endedAt }: Deletion) => endedAt !== null && now - endedAt > dayMs;
  const old = deletions.filter((each) => !mustStayInLog(each) && isOld(each) && !openRuns.has(each.bulk));
  return all ? old : old.slice(0, Math.max(0, old.length - keptCount));
}

/** The latest of each instance, also of a continued run or a single delete. Oldest first. */
export function findRunResults(deletions: readonly Deletion[], bulk: string): Deletion[] {
  const results = new Map<string, Deletion>();
  for (const deletion of deletions) {
    const key = keyOfTarget(deletion.target);
    const earlier = results.get(key);
    const isLaterDelete = earlier !== undefined && earlier.created === deletion.created;
    if ((deletion.bulk === bulk || isLaterDelete) && !leavesOpen(earlier, deletion))
      results.set(key, deletion);
  }
  return [...results.values()];
}

/** A request that was refused or not sent says nothing about an earlier one without a clear result. */
function leavesOpen(earlier: Deletion | undefined, { outcome }: Deletion): boolean {
  const isUnclear = earlier?.outcome?.kind === 'unknown' || earlier?.outcome?.kind === 'mismatch';
  return isUnclear && (outcome?.kind === 'refused' || outcome?.kind === 'not-sent');
}
