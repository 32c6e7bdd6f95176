import { useEffect, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Modal, ModalActions } from '../../../ui/Modal.tsx';
import { Notice } from '../../../ui/notices.tsx';
import { useResults } from '../../../ui/results.tsx';
import { SafeName } from '../../../ui/SafeName.tsx';
import { WindowedList } from '../../../ui/WindowedList.tsx';
import { groupedDigits } from '../../../ui/words.ts';
import { instancesCount } from '../instanceRow.ts';
import { tabStopRow } from '../list/rowFocus.ts';
import { ResultBar, StageFilters } from './BulkSummary.tsx';
import { retriableEntries, stopReasonOf } from './bulkDelete.ts';
import { useGuardedSubmit } from './confirmation.ts';
import { ConfirmField, useSecondsUntil } from './DeleteDialogParts.tsx';
import { useBulkRun, useDeletions, useWorkspaceEntries } from './DeletionsProvider.tsx';
import type { DeletionEntry } from './deletionEntry.ts';
import { useDeleteAgain } from './OutcomeAlerts.tsx';
import {
  countStages,
  type DeletionStage,
  deletionStageOf,
  notesSentence,
  OutcomeTag,
  RestoreButton,
} from './outcomes.tsx';

/** Shows the running bulk deletion of this workspace, or the result of the last bulk deletion. */
export function BulkProgress({ onClose }: { onClose: () => void }) {
  const entries = useWorkspaceEntries();
  const run = useBulkRun();
  const runKey = run?.state.name === 'ended' ? null : run?.bulkKey;
  // A bulk deletion of another workspace is not shown here and can't be stopped from here.
  const shown =
    entries.find(({ bulkKey }) => bulkKey !== null && bulkKey === runKey) ??
    entries.findLast(({ bulkKey }) => bulkKey !== null);
  const bulkKey = shown?.bulkKey ?? null;
  return bulkKey !== null && <RunDialog bulkKey={bulkKey} onClose={onClose} />;
}

function RunDialog({ bulkKey, onClose }: { bulkKey: string; onClose: () => void }) {
  const entries = useWorkspaceEntries();
  const { log } = useDeletions();
  const run = useBulkRun();
  const { dismiss } = useResults();
  const deleteAgain = useDeleteAgain();
  const [isOpenedByButton] = useState(() => document.activeElement !== document.body);
  const [typed, setTyped] = useState('');
  const [filter, setFilter] = useState<DeletionStage | null>(null);
  useEffect(() => dismiss(bulkKey), [dismiss, bulkKey]);
  const items = entries.filter((entry) => entry.bulkKey === bulkKey);
  const counts = countStages(items);
  const shown = items
    .filter((entry) => filter === null || !counts.has(filter) || deletionStageOf(entry) === filter)
    .sort((a, b) => placeOf(a) - placeOf(b));
  const failed = retriableEntries(entries, bulkKey);
  const hasMismatch = items.some(({ outcome, dismissed }) => outcome?.kind === 'mismatch' && !dismissed);
  // `runHere` is null if this page doesn't run the bulk deletion. Only the page that runs it can stop it.
  const runHere = run?.bulkKey === bulkKey ? run : null;
  const state = runHere?.state;
  const isEnded = state ? state.name === 'ended' : items.every(({ outcome }) => outcome !== null);
  const remainingCount = state?.name === 'asking' ? state.remainingCount : null;
  const stopReason = state && 'reason' in state ? state.reason : stopReasonOf(items);
  const isConfirmed = remainingCount !== null && typed.trim() === String(remainingCount);
  const { formProps } = useGuardedSubmit(isConfirmed, async () => runHere?.resume());
  const deletedCount = (counts.get('deleted') ?? 0) + (counts.get('accepted') ?? 0);
  const total = instancesCount(items.length);
  const notes = notesSentence(items);

  function retry() {
    onClose();
    deleteAgain(failed);
  }

  return (
    <Modal
      kind="dialog"
      title={isEnded ? `${groupedDigits(deletedCount)} of ${total} deleted` : `Deleting ${total}`}
      onClose={onClose}
      // The confirmation dialog closes before this one opens, so no button can take the focus back. Focus a row instead.
      finalFocus={() => (isOpenedByButton ? null : tabStopRow())}
    >
      <form {...formProps}>
        <ResultBar counts={counts} total={items.length} />
        <StageFilters counts={counts} value={filter} onChange={setFilter} />
        {state?.name === 'paused' && <PausedText until={state.until} />}
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
                list. Nothing is sent until you continue.
              </p>
            )}
          </Notice>
        )}
        {notes && <p className="mt-3 text-notice">{notes}</p>}
        {!isEnded && runHere === null && (
          <p className="mt-3 text-muted">
            This bulk deletion is running in another tab of this browser. You can stop it there.
          </p>
        )}
        {log.isLossy() && (
          <p className="mt-3 text-notice">
            This browser can’t save these results. Keep this page open until the deletion finishes. Then
            export the activity log.
          </p>
        )}
        <WindowedList
          label="Outcomes"
          items={shown}
          keyOf={(entry) => entry.intentKey}
          itemHeight={44}
          className="mt-3 max-h-83"
        >
          {(entry) => <BulkItem entry={entry} />}
        </WindowedList>
        {remainingCount !== null && (
          <ConfirmField word={String(remainingCount)} typed={typed} onType={setTyped} inputMode="numeric" />
        )}
        {isEnded && failed.length > 0 && hasMismatch && (
          <p className="mt-3 text-notice">
            To retry, close this dialog and acknowledge the alert on the Compute page.
          </p>
        )}
        <ModalActions>
          {isEnded && failed.length > 0 && !hasMismatch && (
            <Button onClick={retry}>Retry {instancesCount(failed.length)}</Button>
          )}
          {!isEnded && runHere !== null && (
            <Button variant="danger-quiet" onClick={runHere.stop} aria-disabled={state?.name === 'stopping'}>
              {state?.name === 'stopping' ? 'Stopping…' : 'Stop'}
            </Button>
          )}
          {!isEnded && (
            <Button onClick={onClose}>{remainingCount === null ? 'Hide, keep running' : 'Hide'}</Button>
          )}
          {remainingCount !== null && (
            <Button type="submit" variant="danger" disabled={!isConfirmed}>
              Continue deleting {instancesCount(remainingCount)}
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

/** Returns the place of an item in the list. Items with notes precede plain successes, because the list may be long. */
function placeOf(entry: DeletionEntry): number {
  const place = problemsFirst.indexOf(deletionStageOf(entry));
  return entry.outcome?.notes.length ? Math.min(place, problemsFirst.indexOf('refused')) : place;
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
      <OutcomeTag state={deletionStageOf(entry)} />
    </>
  );
}

function PausedText({ until }: { until: number }) {
  const seconds = useSecondsUntil(until);
  return <p className="mt-2 text-notice">Paused by the service. Continues in {seconds} s.</p>;
}
