import type { Connection } from '../api/connection.ts';
import { useComputeActions } from '../compute/computeActions.ts';
import { formatInstanceCount } from '../compute/instanceRow.ts';
import { type DatabaseQuery, useComputeInstances } from '../compute/useInstances.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { toSafeText } from '../ui/confusables.ts';
import { NoticeRow } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { formatInstant } from '../ui/time.ts';
import { useZone } from '../ui/usePreferences.ts';
import { useDeletionTools } from './DeletionsProvider.tsx';
import { type DeletionEntry, toInstanceRow } from './deletionEntry.ts';
import {
  formatMismatchAdvice,
  formatOutcome,
  formatOutcomeReport,
  listResponseDetails,
} from './outcomes.tsx';
import { getRowKey, type RowStatus } from './rowStatus.ts';
import { findListQuery, findUnlistedTime } from './unlisted.ts';

/** Shows the deletions that need attention, grouped by the required action. `mismatch` groups come first. */
export function OutcomeAlerts() {
  const { connection } = useSession();
  const { statuses, listQueries } = useComputeInstances();
  const groups = groupEntries(findEntriesToCheck(statuses), listQueries, connection);
  return [...groups].map(([key, group]) => <OutcomeAlert key={key} {...group} />);
}

type AlertGroup = {
  entries: [DeletionEntry, ...DeletionEntry[]];
  /**
   * Each instance of the group is missing from a later list. This is the time of the oldest of these lists (ms since the
   * epoch), or null if the group has instances that may still be listed.
   */
  unlistedAt: number | null;
};

function OutcomeAlert({ entries, unlistedAt }: AlertGroup) {
  const zone = useZone();
  const { log } = useDeletionTools();
  const { listQueries, inventory } = useComputeInstances();
  const deleteAgain = useDeleteAgain();
  const [{ outcome, label }] = entries;
  const isMismatch = outcome?.kind === 'mismatch';
  const isUnlisted = unlistedAt !== null;
  const isSingle = entries.length === 1;
  const hasOneReason = entries.every((entry) => entry.outcome?.reason === outcome?.reason);
  const subject = isSingle ? toSafeText(label) : formatInstanceCount(entries.length);
  const queriesToRefresh = entries.flatMap((entry) => findListQuery(entry, listQueries) ?? []);
  const isRefreshing = queriesToRefresh.some(({ isFetching }) => isFetching);

  function acknowledge(seenEntries: readonly DeletionEntry[]) {
    log.dismiss(seenEntries);
    // Also remove added instances from the inventory. Otherwise the list would still show the deleted instances.
    if (isUnlisted) inventory.forget(seenEntries.map(({ target }) => ({ ...target, id: target.instanceId })));
  }

  return (
    <NoticeRow
      tone={isUnlisted ? 'info' : isMismatch ? 'danger' : 'notice'}
      title={
        isUnlisted
          ? `${subject} ${isSingle ? 'is' : 'are'} no longer listed by the service (checked ${formatInstant(unlistedAt, zone).split(', ')[1]}).`
          : isSingle
            ? formatOutcome(isMismatch ? 'mismatch' : 'unknown', label)
            : isMismatch
              ? `The responses for ${subject} name a different workspace.`
              : `We don’t know whether ${subject} were deleted.`
      }
      actions={
        <>
          {!isMismatch && !isUnlisted && (
            <>
              {queriesToRefresh.length > 0 && (
                <Button
                  size="small"
                  aria-disabled={isRefreshing}
                  onClick={() => {
                    for (const query of new Set(queriesToRefresh)) void query.refetch();
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
      report={entries.map(formatOutcomeReport).join('\n\n')}
      details={entries.map((entry) => (
        <p key={entry.intentKey}>
          <span className="text-text">
            <SafeName name={entry.label} whole />
          </span>{' '}
          · Database <SafeName name={entry.target.databaseName} whole /> · ID{' '}
          <SafeName name={entry.target.instanceId} whole /> · Requested{' '}
          {formatInstant(entry.confirmedAt, zone)}
          {listResponseDetails(entry).map((detail) => ` · ${detail}`)}
          {!hasOneReason && (
            <>
              {' · '}
              <bdi>{entry.outcome?.reason}</bdi>
            </>
          )}
          {!isSingle && !isMismatch && (
            <Button
              variant="quiet"
              size="small"
              onClick={({ currentTarget }) => {
                // This button is about to disappear. Focus the alert, because a held Enter would press a focused button.
                currentTarget.closest<HTMLElement>('[role=alert]')?.focus();
                acknowledge([entry]);
              }}
            >
              Dismiss this one
            </Button>
          )}
        </p>
      ))}
    >
      {!isUnlisted && (hasOneReason ? <bdi>{outcome?.reason}</bdi> : 'The details give each reason.')}{' '}
      {isMismatch && formatMismatchAdvice(subject)}
    </NoticeRow>
  );
}

/** Returns a function that opens the delete dialog again for the instances of earlier deletions. */
export function useDeleteAgain() {
  const { rows } = useComputeInstances();
  const { askToDeleteAll } = useComputeActions();
  return (entries: readonly DeletionEntry[]) => {
    const currentRowByKey = new Map(rows.map((row) => [row.key, row]));
    askToDeleteAll(
      entries.map((entry) => toInstanceRow(entry, currentRowByKey.get(getRowKey(entry.target)))),
    );
  };
}

/** Returns the deletions that need attention, `mismatch` first. */
function findEntriesToCheck(statuses: ReadonlyMap<string, RowStatus>): DeletionEntry[] {
  const findEntries = (kind: RowStatus['kind']) =>
    [...statuses.values()].flatMap((status) => (status.kind === kind ? status.entry : []));
  return [...findEntries('mismatch'), ...findEntries('unknown')];
}

/** Groups deletions that need the same action. Each `mismatch` reason has a group, so that the alert shows the reason. */
function groupEntries(
  entries: readonly DeletionEntry[],
  listQueries: readonly DatabaseQuery[],
  connection: Connection,
): Map<string, AlertGroup> {
  const groups = new Map<string, AlertGroup>();
  for (const entry of entries) {
    const isMismatch = entry.outcome?.kind === 'mismatch';
    const unlistedAt = isMismatch ? null : findUnlistedTime(entry, listQueries, connection);
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
  return groups;
}
