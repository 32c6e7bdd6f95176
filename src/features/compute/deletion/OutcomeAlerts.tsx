import type { Connection } from '../../../api/connection.ts';
import { useSession } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { safeText } from '../../../ui/confusables.ts';
import { NoticeRow } from '../../../ui/notices.tsx';
import { SafeName } from '../../../ui/SafeName.tsx';
import { formatInstant } from '../../../ui/time.ts';
import { useZone } from '../../../ui/usePreferences.ts';
import { useComputeActions } from '../computeActions.ts';
import { instancesCount } from '../instanceRow.ts';
import { isDeleted } from '../mergeRows.ts';
import { type DatabaseRead, useComputeInstances } from '../useInstances.ts';
import { useDeletions } from './DeletionsProvider.tsx';
import { type DeletionEntry, rowOfEntry } from './deletionEntry.ts';
import { mismatchAdvice, outcomeReport, outcomeSentence, responseFacts } from './outcomes.tsx';
import { type RowStatus, rowKeyOf } from './rowStatus.ts';

/** Shows the deletions that need attention, grouped by the required action. `mismatch` groups come first. */
export function OutcomeAlerts() {
  const { connection } = useSession();
  const { statuses, reads } = useComputeInstances();
  const groups = groupsOf(entriesToCheck(statuses), reads, connection);
  return groups.map((group) => <OutcomeAlert key={group.entries[0].intentKey} {...group} />);
}

type AlertGroup = {
  entries: [DeletionEntry, ...DeletionEntry[]];
  /** Time of the oldest list that proves the deletions (ms since the epoch), or null if no list proves them. */
  unlistedAt: number | null;
};

function OutcomeAlert({ entries, unlistedAt }: AlertGroup) {
  const zone = useZone();
  const { log } = useDeletions();
  const { reads, inventory } = useComputeInstances();
  const deleteAgain = useDeleteAgain();
  const [{ outcome, label }] = entries;
  const isMismatch = outcome?.kind === 'mismatch';
  const isUnlisted = unlistedAt !== null;
  const isOne = entries.length === 1;
  const hasOneReason = entries.every((entry) => entry.outcome?.reason === outcome?.reason);
  const subject = isOne ? safeText(label) : instancesCount(entries.length);
  const lists = entries.flatMap((entry) => listOf(entry, reads) ?? []);
  const isRefreshing = lists.some(({ isFetching }) => isFetching);

  function acknowledge(seen: readonly DeletionEntry[]) {
    log.dismiss(seen);
    // Remove added instances too. Otherwise their rows would stay in the list after the proven deletion.
    if (isUnlisted) inventory.forget(seen.map(({ target }) => ({ ...target, id: target.instanceId })));
  }

  return (
    <NoticeRow
      tone={isUnlisted ? 'info' : isMismatch ? 'danger' : 'notice'}
      title={
        isUnlisted
          ? `${subject} ${isOne ? 'is' : 'are'} no longer listed by the service (checked ${formatInstant(unlistedAt, zone).split(', ')[1]}).`
          : isOne
            ? outcomeSentence(isMismatch ? 'mismatch' : 'unknown', label)
            : isMismatch
              ? `The responses for ${subject} name a different workspace.`
              : `We don’t know whether ${subject} were deleted.`
      }
      actions={
        <>
          {!isMismatch && !isUnlisted && (
            <>
              {lists.length > 0 && (
                <Button
                  size="small"
                  aria-disabled={isRefreshing}
                  onClick={() => {
                    for (const list of new Set(lists)) void list.refetch();
                  }}
                >
                  {isRefreshing ? 'Refreshing…' : 'Refresh list'}
                </Button>
              )}
              <Button size="small" onClick={() => deleteAgain(entries)}>
                Delete again…
              </Button>
            </>
          )}
          <Button size="small" onClick={() => acknowledge(entries)}>
            {isMismatch ? 'Acknowledge' : 'Dismiss'}
          </Button>
        </>
      }
      report={entries.map(outcomeReport).join('\n\n')}
      details={entries.map((entry) => (
        <p key={entry.intentKey}>
          <span className="text-text">
            <SafeName name={entry.label} whole />
          </span>{' '}
          · Database <SafeName name={entry.target.databaseName} whole /> · ID{' '}
          <SafeName name={entry.target.instanceId} whole /> · Requested{' '}
          {formatInstant(entry.confirmedAt, zone)}
          {responseFacts(entry).map((fact) => ` · ${fact}`)}
          {!hasOneReason && (
            <>
              {' · '}
              <bdi>{entry.outcome?.reason}</bdi>
            </>
          )}
          {!isOne && !isMismatch && (
            <Button variant="quiet" size="small" onClick={() => acknowledge([entry])}>
              Dismiss this one
            </Button>
          )}
        </p>
      ))}
    >
      {!isUnlisted && (hasOneReason ? <bdi>{outcome?.reason}</bdi> : 'The details give each reason.')}{' '}
      {isMismatch && mismatchAdvice(subject)}
    </NoticeRow>
  );
}

/** Returns a function that opens the dialog to delete the instances again, with their current rows. */
export function useDeleteAgain() {
  const { rows } = useComputeInstances();
  const { askToDeleteAll } = useComputeActions();
  return (entries: readonly DeletionEntry[]) => {
    const latest = new Map(rows.map((row) => [row.key, row]));
    askToDeleteAll(entries.map((entry) => rowOfEntry(entry, latest.get(rowKeyOf(entry.target)))));
  };
}

function entriesToCheck(statuses: ReadonlyMap<string, RowStatus>): DeletionEntry[] {
  const entriesOf = (kind: RowStatus['kind']) =>
    [...statuses.values()].flatMap((status) => (status.kind === kind ? status.entry : []));
  return [...entriesOf('mismatch'), ...entriesOf('unknown')];
}

/** Groups the deletions that need the same action. Each `mismatch` reason gets its own group, so that it stays visible. */
function groupsOf(
  entries: readonly DeletionEntry[],
  reads: readonly DatabaseRead[],
  { sessionId }: Connection,
): AlertGroup[] {
  const groups = new Map<string, AlertGroup>();
  for (const entry of entries) {
    const isMismatch = entry.outcome?.kind === 'mismatch';
    // Another token may see other instances, so only a list of the same session proves a deletion.
    const unlistedAt = !isMismatch && entry.sessionId === sessionId ? listTimeWithout(entry, reads) : null;
    const key = isMismatch
      ? `mismatch ${entry.outcome?.reason}`
      : unlistedAt === null
        ? 'unknown'
        : 'unlisted';
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { entries: [entry], unlistedAt });
    else {
      group.entries.push(entry);
      if (unlistedAt !== null) group.unlistedAt = Math.min(unlistedAt, group.unlistedAt ?? unlistedAt);
    }
  }
  return [...groups.values()];
}

function listOf({ target }: DeletionEntry, reads: readonly DatabaseRead[]) {
  const covers = (name: string | null) => name === null || name === target.databaseName;
  return reads.find(({ databaseName }) => covers(databaseName))?.read;
}

/** Returns the time (ms) of a complete list that was requested after the deletion and lacks the instance, or null. */
function listTimeWithout(entry: DeletionEntry, reads: readonly DatabaseRead[]): number | null {
  const { target, settledAt, listed } = entry;
  const read = listed ? listOf(entry, reads) : undefined;
  if (read?.data === undefined || settledAt === null || read.data.askedAt <= settledAt) return null;
  // A malformed record, or one without a usable ID, could be the instance.
  if (read.data.unreadable.length > 0) return null;
  const servedAt = read.dataUpdatedAt - (read.data.clockAheadMs ?? 0);
  const lacks = read.data.items.every(
    (record) => record.id !== null && (record.id !== target.instanceId || isDeleted(record, servedAt)),
  );
  return lacks ? read.dataUpdatedAt : null;
}
