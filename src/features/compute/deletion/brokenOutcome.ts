import type { DeleteOutcome } from '../../../api/DeleteOutcome.ts';
import type { Deletions } from '../journal/createDeletions.ts';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';
import { notSent } from './notSent.ts';

/** The outcome of an intent over which the console itself broke: unknown once it may have been sent. */
export function brokenOutcome(
  { journal }: Deletions,
  { intentKey }: DeletionEntry,
  error: unknown,
): DeleteOutcome {
  const outcome = notSent(`The console failed (${error instanceof Error ? error.message : String(error)}).`);
  const sentAt = journal.entries().find((entry) => entry.intentKey === intentKey)?.sentAt ?? null;
  return sentAt === null ? outcome : { ...outcome, kind: 'unknown' };
}
