import type { EpochMs } from '../format/time.ts';
import { type Deletion, removesRow, stageOf } from '../rules/deletion.ts';
import { type InstanceRow, isLater } from './instanceRow.ts';

/** Time (ms) for which the service may still list a deleted instance. */
const graceMs = 10 * 60_000;

export type RowState =
  | { kind: 'plain' }
  | { kind: 'removed'; deletion: Deletion }
  | { kind: 'still-listed'; deletion: Deletion }
  | { kind: 'deleting' | 'unknown' | 'mismatch'; deletion: Deletion };

const plain: RowState = { kind: 'plain' };

/** Times are compared only with times of the same clock. `deletions` are of this instance, oldest first. */
export function stateOfRow(row: InstanceRow, deletions: readonly Deletion[], now: EpochMs): RowState {
  const running = deletions.findLast(({ outcome }) => outcome === null);
  if (running !== undefined)
    return { kind: stageOf(running, now) === 'unknown' ? 'unknown' : 'deleting', deletion: running };
  const removal = deletions.findLast(({ outcome }) => removesRow(outcome));
  // A later record is a new instance with the same ID.
  const isNewInstance = isLater(row.record?.created, removal?.created);
  if (removal !== undefined && !removal.restored && !isNewInstance && isHidden(row, removal, now))
    return { kind: 'removed', deletion: removal };
  const open = deletions.findLast(({ outcome, dismissed }) => !dismissed && isOpenKind(outcome?.kind));
  if (open !== undefined)
    return { kind: open.outcome?.kind === 'mismatch' ? 'mismatch' : 'unknown', deletion: open };
  const isMarked = removal !== undefined && !removal.restored && !isNewInstance && row.source !== 'added';
  return isMarked ? { kind: 'still-listed', deletion: removal } : plain;
}

function isOpenKind(kind: string | undefined): boolean {
  return kind === 'unknown' || kind === 'mismatch';
}

function isHidden({ seenAt, source }: InstanceRow, { endedAt, outcome }: Deletion, now: EpochMs): boolean {
  // A removal in the future was stored before the clock was set back.
  if (endedAt === null || endedAt > now) return false;
  const waitsForList = outcome?.kind !== 'gone' && source !== 'added';
  return seenAt < endedAt + (waitsForList ? graceMs : 0);
}
