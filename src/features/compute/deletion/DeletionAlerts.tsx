import { type ReactNode, useState } from 'react';
import { useSession } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Notice } from '../../../ui/notices.tsx';
import { formatInstant } from '../../../ui/time.ts';
import { useZone } from '../../../ui/zone.tsx';
import { useComputeActions } from '../computeActions.ts';
import { isolatedLabel } from '../confirmName.ts';
import { type InstanceRow, indexOfKey, instanceKey, rowOfEntry } from '../instanceRow.ts';
import { isDeleted } from '../mergeRows.ts';
import { type DatabaseRead, useLoadedInstances } from '../useInstances.ts';
import type { DeletionEntry } from './deletionEntry.ts';
import { dismiss, type RowMark } from './deletionMarks.ts';
import { longestCountdownMs, outcomeReport, outcomeSentence } from './outcomes.tsx';
import { useDeletions } from './useDeletions.ts';

type OutcomeNoticeProps = {
  entry: DeletionEntry;
  /** Where it is better known by now than by its outcome. */
  settled?: string | null;
  /** What can be done, beside copying. */
  actions?: ReactNode;
  children?: ReactNode;
};

/** What became of one deletion that did not end as hoped, and why. */
export function OutcomeNotice({ entry, settled = null, actions, children }: OutcomeNoticeProps) {
  const { outcome, label } = entry;
  if (outcome === null) return null;
  const { kind, reason, status, requestId, retryAfterMs } = outcome;
  const tone = kind === 'unknown' ? 'notice' : 'danger';
  const facts = [status && `HTTP ${status}`, requestId && `Request ID ${requestId}`].filter(Boolean);
  return (
    <Notice
      tone={settled === null ? tone : 'info'}
      role="alert"
      title={settled ?? outcomeSentence(kind, label)}
      actions={
        <>
          {actions}
          <CopyButton variant="button" label="Copy" text={outcomeReport(entry)} />
        </>
      }
    >
      <p>
        <bdi>{reason}</bdi>
      </p>
      {kind === 'mismatch' && (
        <p>
          It may have been deleted there. Delete nothing more until whoever runs the service has told you why:
          copy this for them.
        </p>
      )}
      {retryAfterMs !== null && retryAfterMs > longestCountdownMs && (
        <p>The service asks to wait {Math.ceil(retryAfterMs / 60_000)} minutes.</p>
      )}
      {facts.length > 0 && <p className="text-muted">{facts.join(' · ')}</p>}
      {children}
    </Notice>
  );
}

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
            <Button onClick={() => askToDelete(row ?? rowOfEntry(entry))}>Check again</Button>
          )}
          <Button onClick={acknowledge}>{isMismatch ? 'I have seen this' : 'Dismiss'}</Button>
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
  const { marks, rows, reads } = useLoadedInstances();
  const [showsAll, setShowsAll] = useState(false);
  const entries = alarming(marks, workspaceSlug);
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
            {showsAll ? 'Show fewer' : `Show ${more} more whose outcome has to be checked`}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Alarms first: an answer that names another workspace is never among those folded away. */
function alarming(marks: ReadonlyMap<string, RowMark>, workspaceSlug: string): DeletionEntry[] {
  const entries = (kind: RowMark['kind']) =>
    [...marks.values()].flatMap((mark) => ('entry' in mark && mark.kind === kind ? mark.entry : []));
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
