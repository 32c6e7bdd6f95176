import type { DeletionEntry } from './DeletionEntry.ts';

const kinds = ['deleted', 'accepted', 'gone', 'refused', 'unknown', 'mismatch', 'not-sent'];
/** ms that a Date can hold. */
const latestMs = 8.64e15;

/**
 * An entry out of the text that was stored of it; null where it was cut, tampered with or is of another kind: one that
 * can't be read takes no other along, and nothing that is drawn of it later can fail.
 */
export function decodeEntry(text: string | null): DeletionEntry | null {
  try {
    const entry = JSON.parse(text ?? 'null') as DeletionEntry;
    const { intentKey, target, label, confirmedAt, sentAt, settledAt, outcome, bulkKey } = entry;
    const texts = [intentKey, label, target.workspaceSlug, target.databaseName, target.instanceId];
    const times = [confirmedAt, sentAt ?? 0, settledAt ?? 0];
    if (outcome !== null) {
      texts.push(outcome.kind, outcome.reason, outcome.requestId ?? '', ...outcome.notes);
      times.push(outcome.status ?? 0, outcome.retryAfterMs ?? 0);
      if (!kinds.includes(outcome.kind)) return null;
    }
    const isSound =
      [...texts, bulkKey ?? ''].every((value) => typeof value === 'string') &&
      times.every((value) => typeof value === 'number' && Math.abs(value) <= latestMs);
    return isSound ? entry : null;
  } catch {
    return null;
  }
}
