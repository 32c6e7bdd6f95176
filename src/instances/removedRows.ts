import { type Deletion, isInFlight, isResolved, removesRow } from '../rules/deletion.ts';
import { type InstanceRow, isLater } from './instanceRow.ts';

/** Time (ms) for which the service may still list a deleted instance. */
const graceMs = 10 * 60_000;

export type RowState =
  | { kind: 'plain' }
  | {
      kind: 'deleting' | 'removed' | 'still-listed' | 'not-found' | 'unknown' | 'mismatch';
      deletion: Deletion;
    };

const plain: RowState = { kind: 'plain' };

/** `deletions` are of this instance, oldest first. Both times, of the list and of the end, are the server's. */
export function stateOfRow(row: InstanceRow, deletions: readonly Deletion[]): RowState {
  const running = deletions.findLast(isInFlight);
  if (running !== undefined) return { kind: 'deleting', deletion: running };
  const removal = deletions.findLast(({ stage }) => removesRow(stage));
  // A later record is a new instance with the same ID. The server forgets an added instance when it is deleted, so one that is
  // there was added again.
  const isCurrent =
    removal !== undefined &&
    !isLater(row.record?.created, removal.created) &&
    (row.record !== null || removal.stage === 'gone');
  if (isCurrent && isHidden(row, removal)) return { kind: 'removed', deletion: removal };
  const open = deletions.findLast((deletion) => !isResolved(deletion));
  if (open !== undefined) return { kind: open.stage === 'mismatch' ? 'mismatch' : 'unknown', deletion: open };
  if (!isCurrent) return plain;
  return { kind: row.record === null ? 'not-found' : 'still-listed', deletion: removal };
}

function isHidden({ seenAt, record }: InstanceRow, { stage, endedAt }: Deletion): boolean {
  if (endedAt === null || record === null) return false;
  return seenAt < endedAt + (stage === 'gone' ? 0 : graceMs);
}
