import { useState } from 'react';
import { useSession } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatInstant } from '../../../ui/time.ts';
import { useZone } from '../../../ui/usePreferences.ts';
import { useComputeActions } from '../computeActions.ts';
import { type InstanceRow, indexOfKey, instanceKey } from '../instanceRow.ts';
import { isDeleted } from '../mergeRows.ts';
import { type DatabaseRead, useLoadedInstances } from '../useInstances.ts';
import { isolatedLabel } from './confirmName.ts';
import { type DeletionEntry, rowOfEntry } from './deletionEntry.ts';
import { dismiss } from './deletions.ts';
import { OutcomeNotice } from './OutcomeNotice.tsx';
import type { RowStatus } from './rowStatus.ts';
import { useDeletions } from './useDeletions.ts';

type OutcomeAlertProps = {
  entry: DeletionEntry;
  /** null where the list does not show the instance: it can be checked all the same. */
  row: InstanceRow | null;
  /** When a list read after the deletion was found to lack the instance; null where none was. */
  listedSince: number | null;
};

/** One deletion that needs the admin: what happened, and what can be done. */
function OutcomeAlert({ entry, row, listedSince }: OutcomeAlertProps) {
  const zone = useZone();
  const { log } = useDeletions();
  const { askToDelete, removeFromList } = useComputeActions();
  const { outcome, target, label, confirmedAt } = entry;
  const isMismatch = outcome?.kind === 'mismatch';
  const settled =
    isMismatch || listedSince === null
      ? null
      : `${isolatedLabel(label)} is no longer in the service’s list, read ${formatInstant(listedSince, zone)}.`;

  function acknowledge() {
    dismiss(log, entry);
    // What was added by hand and is known to be gone would otherwise stay in the list for ever.
    if (settled !== null && row !== null) removeFromList(row);
  }

  return (
    <OutcomeNotice
      entry={entry}
      settled={settled}
      actions={
        <>
          {!isMismatch && settled === null && (
            <Button onClick={() => askToDelete(row ?? rowOfEntry(entry))}>Delete again…</Button>
          )}
          <Button onClick={acknowledge}>{isMismatch ? 'Acknowledge' : 'Dismiss'}</Button>
        </>
      }
    >
      <p className="text-muted">
        Database <bdi>{target.databaseName}</bdi> · ID <bdi>{target.instanceId}</bdi> · confirmed{' '}
        {formatInstant(confirmedAt, zone)}
      </p>
    </OutcomeNotice>
  );
}

/** More than these would push the list off the screen. */
const shownAtFirst = 2;

/** Deletions of which it is not known what became, until the admin has checked or put them away. */
export function OutcomeAlerts() {
  const { workspaceSlug } = useSession();
  const { statuses, rows, reads } = useLoadedInstances();
  const [showsAll, setShowsAll] = useState(false);
  const entries = entriesToCheck(statuses, workspaceSlug);
  if (entries.length === 0) return null;
  const more = entries.length - shownAtFirst;
  return (
    <div className="mb-4 grid gap-2">
      {entries.slice(0, showsAll ? entries.length : shownAtFirst).map((entry) => (
        <OutcomeAlert
          key={entry.intentKey}
          entry={entry}
          row={
            rows[indexOfKey(rows, instanceKey(entry.target.databaseName, entry.target.instanceId))] ?? null
          }
          listedSince={settledByList(entry, reads)}
        />
      ))}
      {more > 0 && (
        <p>
          <Button
            onClick={() => setShowsAll(!showsAll)}
            aria-expanded={showsAll}
            className="max-w-full whitespace-normal!"
          >
            {showsAll
              ? 'Show fewer'
              : `Show ${more} more unconfirmed ${more === 1 ? 'deletion' : 'deletions'}`}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Alarms first: an answer that names another workspace is never among those folded away. */
function entriesToCheck(statuses: ReadonlyMap<string, RowStatus>, workspaceSlug: string): DeletionEntry[] {
  const entries = (kind: RowStatus['kind']) =>
    [...statuses.values()].flatMap((status) =>
      'entry' in status && status.kind === kind ? status.entry : [],
    );
  return [...entries('mismatch'), ...entries('unknown')].filter(
    ({ target }) => target.workspaceSlug === workspaceSlug,
  );
}

/**
 * Whether the service's own list, read whole after an unknown outcome, lacks an instance that it held before: that
 * settles it without another delete. What the list never held it can't have lost.
 * @returns when that list was read, in ms; null where no such list says so
 */
function settledByList(entry: DeletionEntry, reads: readonly DatabaseRead[]): number | null {
  const { target, settledAt, listed } = entry;
  if (!listed) return null;
  const read = reads.find(
    ({ databaseName }) => databaseName === null || databaseName === target.databaseName,
  )?.read;
  if (read?.data === undefined || settledAt === null || read.dataUpdatedAt <= settledAt) return null;
  // A record that could not be read, or has no usable id, might be the one.
  if (read.data.unreadable.length > 0) return null;
  const servedAt = read.dataUpdatedAt - (read.data.clockAheadMs ?? 0);
  const lacks = read.data.items.every(
    (record) => record.id !== null && (record.id !== target.instanceId || isDeleted(record, servedAt)),
  );
  return lacks ? read.dataUpdatedAt : null;
}
