import * as v from 'valibot';
import { jsonObject } from '../../../api/json.ts';

/** One confirmed intent to delete one instance, from the confirmation to its outcome. Plain data, no token. */
export type DeletionEntry = v.InferOutput<typeof entrySchema>;

const text = v.string();
/** ms since the epoch, as many as a Date can hold. */
const time = v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15));

const entrySchema = v.object({
  /** A UUID, made when the admin confirmed. */
  intentKey: text,
  target: v.object({ workspaceSlug: text, databaseName: text, instanceId: text }),
  /** What the admin read and typed. */
  label: text,
  /** The name of the row, null if it had none. It is compared with the name in the response. */
  name: v.optional(v.nullable(text), null),
  /** The `created` of the row's record, as the service gave it. It tells the instance from a later one with its ID. */
  created: v.optional(v.nullable(text), null),
  /** Whether the service's own list held it then; only then does a later list that lacks it say anything. */
  listed: v.boolean(),
  confirmedAt: time,
  /** null while it waits its turn, and where it was never sent. */
  sentAt: v.nullable(time),
  settledAt: v.nullable(time),
  /** A `DeleteOutcome`; null until it is known what became of it. */
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
  /** The bulk deletion it belongs to; null where it was confirmed alone. */
  bulkKey: v.nullable(text),
  /** The admin has seen and put away what needed attention. */
  dismissed: v.boolean(),
  /** The admin put the row back into the list after it had left. */
  putBack: v.boolean(),
});

/** An entry as it was stored; null where it was tampered with or is of another version: it takes no other along. */
export function decodeEntry(stored: unknown): DeletionEntry | null {
  const { success, output } = v.safeParse(entrySchema, stored);
  return success ? output : null;
}
