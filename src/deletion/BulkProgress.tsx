import { useEffect, useState } from 'react';
import { formatInstanceCount } from '../compute/instanceRow.ts';
import { findTabStopRow } from '../compute/rowFocus.ts';
import { useComputeInstances } from '../compute/useInstances.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { Modal, ModalActions } from '../ui/Modal.tsx';
import { Notice } from '../ui/notices.tsx';
import { useResults } from '../ui/results.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { WindowedList } from '../ui/WindowedList.tsx';
import { formatNumber } from '../ui/words.ts';
import { ResultBar, StageFilters } from './BulkSummary.tsx';
import { findRetriableEntries, stopReasonOf } from './bulkDelete.ts';
import { useSingleSubmit } from './confirmation.ts';
import { ConfirmField, useSecondsUntil } from './DeleteDialogParts.tsx';
import { useBulkRun, useDeletionTools, useWorkspaceEntries } from './DeletionsProvider.tsx';
import type { DeletionEntry } from './deletionEntry.ts';
import { useDeleteAgain } from './OutcomeAlerts.tsx';
import { countStages, type DeletionStage, formatNotes, getDeletionStage, OutcomeTag } from './outcomes.tsx';
import { RestoreButton } from './RestoreButton.tsx';
import { findUnlistedTime } from './unlisted.ts';

/** Shows the running bulk delete of this workspace, or the result of the last bulk delete. */
export function BulkProgress({ onClose }: { onClose: () => void }) {
  const entries = useWorkspaceEntries();
  const run = useBulkRun();
  const runningKey = run?.state.name === 'ended' ? null : run?.bulkKey;
  // If the running bulk delete belongs to another workspace, show the last bulk delete of this workspace.
  const shownEntry =
    entries.find(({ bulkKey }) => bulkKey !== null && bulkKey === runningKey) ??
    entries.findLast(({ bulkKey }) => bulkKey !== null);
  // Keep showing the first bulk delete, even if another tab starts a later bulk delete.
  const [openedKey, setOpenedKey] = useState<string | null>(null);
  const bulkKey = openedKey ?? shownEntry?.bulkKey ?? null;
  if (bulkKey !== openedKey) setOpenedKey(bulkKey);
  return bulkKey !== null && <RunDialog bulkKey={bulkKey} onClose={onClose} />;
}

function RunDialog({ bulkKey, onClose }: { bulkKey: string; onClose: () => void }) {
  const entries = useWorkspaceEntries();
  const { log } = useDeletionTools();
  const run = useBulkRun();
  const { dismiss } = useResults();
  const { connection } = useSession();
  const { listQueries } = useComputeInstances();
  const deleteAgain = useDeleteAgain();
  const [hadFocusedElement] = useState(() => document.activeElement !== document.body);
  const [typed, setTyped] = useState('');
  const [stageFilter, setStageFilter] = useState<DeletionStage | null>(null);
  useEffect(() => dismiss(bulkKey), [dismiss, bulkKey]);
  const items = entries.filter((entry) => entry.bulkKey === bulkKey);
  const counts = countStages(items);
  const shownItems = items
    .filter(
      (entry) => stageFilter === null || !counts.has(stageFilter) || getDeletionStage(entry) === stageFilter,
    )
    .sort((a, b) => sortIndexOf(a) - sortIndexOf(b));
  // Leave out instances that the list no longer contains, because they may be deleted. An alert on the page shows them.
  const retriableEntries = findRetriableEntries(entries, bulkKey).filter(
    (entry) => entry.outcome?.kind !== 'unknown' || findUnlistedTime(entry, listQueries, connection) === null,
  );
  const hasMismatch = items.some(({ outcome, dismissed }) => outcome?.kind === 'mismatch' && !dismissed);
  // The run is null in other tabs and after a reload, because only the page that runs a bulk delete can stop it.
  const runOfThisPage = run?.bulkKey === bulkKey ? run : null;
  const state = runOfThisPage?.state;
  const isEnded = state ? state.name === 'ended' : items.every(({ outcome }) => outcome !== null);
  const remainingCount = state?.name === 'asking' ? state.remainingCount : null;
  const stopReason = state && 'reason' in state ? state.reason : stopReasonOf(items);
  const isConfirmed = remainingCount !== null && typed.trim() === String(remainingCount);
  const { formProps } = useSingleSubmit(isConfirmed, async () => runOfThisPage?.resume());
  const deletedCount = (counts.get('deleted') ?? 0) + (counts.get('accepted') ?? 0);
  const total = formatInstanceCount(items.length);
  const notesHint = formatNotes(items);

  function retryFailed() {
    onClose();
    deleteAgain(retriableEntries);
  }

  return (
    <Modal
      kind="dialog"
      title={isEnded ? `${formatNumber(deletedCount)} of ${total} deleted` : `Deleting ${total}`}
      onClose={onClose}
      // If no element had the focus when this dialog opened, focus a row on close.
      finalFocus={() => (hadFocusedElement ? null : findTabStopRow())}
    >
      <form {...formProps}>
        <ResultBar counts={counts} total={items.length} />
        <StageFilters counts={counts} value={stageFilter} onChange={setStageFilter} />
        {state?.name === 'paused' && <PausedText endsAt={state.endsAt} />}
        {(stopReason || remainingCount !== null) && (
          <Notice
            className="mt-3"
            tone="notice"
            role="alert"
            title={stopReason ?? 'Paused: the first five instances weren’t found.'}
          >
            {remainingCount !== null && (
              <p>
                They may be deleted already, or this token can’t see them. Check the workspace and refresh the
                list. Nothing is sent until you continue. If you don’t continue within 5 minutes, the bulk
                deletion stops.
              </p>
            )}
          </Notice>
        )}
        {notesHint && <p className="mt-3 text-notice">{notesHint}</p>}
        {!isEnded && runOfThisPage === null && (
          <p className="mt-3 text-muted">
            This bulk deletion is running in another tab of this browser. You can stop it there.
          </p>
        )}
        {log.isLossy() && (
          <p className="mt-3 text-notice">
            This browser can’t save these results.{' '}
            {isEnded
              ? 'Export the activity log before you close this page.'
              : 'Keep this page open until the deletion finishes. Then export the activity log.'}
          </p>
        )}
        <WindowedList
          label="Outcomes"
          items={shownItems}
          keyOf={(entry) => entry.intentKey}
          itemHeight={44}
          className="mt-3 max-h-83"
        >
          {(entry) => <BulkItem entry={entry} />}
        </WindowedList>
        {remainingCount !== null && (
          <ConfirmField
            requiredText={String(remainingCount)}
            typed={typed}
            onType={setTyped}
            inputMode="numeric"
          />
        )}
        {isEnded && retriableEntries.length > 0 && hasMismatch && (
          <p className="mt-3 text-notice">
            To retry, close this dialog and acknowledge the alert on the Compute page.
          </p>
        )}
        <ModalActions>
          {isEnded && retriableEntries.length > 0 && !hasMismatch && (
            <Button onClick={retryFailed}>Retry {formatInstanceCount(retriableEntries.length)}</Button>
          )}
          {!isEnded && runOfThisPage !== null && (
            <Button
              variant="danger-quiet"
              onClick={runOfThisPage.stop}
              aria-disabled={state?.name === 'stopping'}
            >
              {state?.name === 'stopping' ? 'Stopping…' : 'Stop'}
            </Button>
          )}
          {!isEnded && (
            <Button onClick={onClose}>{remainingCount === null ? 'Hide, keep running' : 'Hide'}</Button>
          )}
          {remainingCount !== null && (
            <Button type="submit" variant="danger" disabled={!isConfirmed}>
              Continue deleting {formatInstanceCount(remainingCount)}
            </Button>
          )}
        </ModalActions>
      </form>
    </Modal>
  );
}

const problemsFirst: readonly DeletionStage[] = [
  'mismatch',
  'unknown',
  'refused',
  'gone',
  'not-sent',
  'sending',
  'waiting',
  'accepted',
  'deleted',
];

/** Returns the sort position of an item. Items with notes come before plain successes, because the list may be long. */
function sortIndexOf(entry: DeletionEntry): number {
  const index = problemsFirst.indexOf(getDeletionStage(entry));
  return entry.outcome?.notes.length ? Math.min(index, problemsFirst.indexOf('refused')) : index;
}

function BulkItem({ entry }: { entry: DeletionEntry }) {
  const { label, target, outcome } = entry;
  const remarks = [outcome?.reason, ...(outcome?.notes ?? [])].filter(Boolean).join(' ');
  return (
    <>
      <span className="min-w-0 flex-1 py-1 wrap-anywhere">
        <span className="block font-medium">
          <SafeName name={label} whole />
        </span>
        <span className="block text-small text-muted">
          <SafeName name={target.databaseName} whole />
          {remarks && (
            <>
              {' · '}
              <bdi>{remarks}</bdi>
            </>
          )}
        </span>
        <RestoreButton entry={entry} variant="quiet" size="small" className="-ml-2" />
      </span>
      <OutcomeTag stage={getDeletionStage(entry)} />
    </>
  );
}

function PausedText({ endsAt }: { endsAt: number }) {
  const secondsLeft = useSecondsUntil(endsAt);
  return <p className="mt-2 text-notice">Paused by the service. Continues in {secondsLeft} s.</p>;
}
