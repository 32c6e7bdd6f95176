import { Button } from '../../../ui/Button.tsx';
import { groupedDigits } from '../../../ui/groupedDigits.ts';
import { Modal } from '../../../ui/Modal.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { WindowedList } from '../../../ui/WindowedList.tsx';
import { instancesCount } from '../instances/instancesCount.ts';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';
import { deletionStateOf } from '../journal/deletionStateOf.ts';
import { deletionSums } from '../journal/deletionSums.ts';
import { OutcomeTag } from '../journal/OutcomeTag.tsx';
import { sumsSentence } from '../journal/sumsSentence.ts';
import type { BulkState } from './createBulkRun.ts';

type Props = {
  /** The intents of the bulk deletion. */
  entries: readonly DeletionEntry[];
  /** Those of them that can be retried. */
  failed: readonly DeletionEntry[];
  state: BulkState;
  /** The browser had no room to keep some of them over a reload. */
  isLossy: boolean;
  onStop: () => void;
  onRetry: (failed: readonly DeletionEntry[]) => void;
  onClose: () => void;
};

/** A bulk deletion under way or ended: every item with its own outcome, and sums that add up. */
export function BulkProgress({ entries, failed, state, isLossy, onStop, onRetry, onClose }: Props) {
  const sums = deletionSums(entries.map(deletionStateOf));
  const settled = sums.total - sums.waiting - sums.sending;
  const ended = state.name === 'ended';
  return (
    <Modal
      kind="dialog"
      title={
        ended ? `Deletion of ${instancesCount(sums.total)} ended` : `Deleting ${instancesCount(sums.total)}`
      }
      onClose={onClose}
    >
      <p className="mt-2 flex justify-between gap-4">
        <span>
          {groupedDigits(settled)} of {groupedDigits(sums.total)}
        </span>
        {state.name === 'paused' && <PausedText until={state.until} />}
      </p>
      <progress
        aria-label="Deletions that have an outcome"
        value={settled}
        max={sums.total}
        className="bar mt-2 w-full"
      />
      <p className="mt-2 text-muted">{sumsSentence(sums)}</p>
      {ended && state.why !== null && (
        <div className="mt-3">
          <Notice tone="notice" role="alert" title={state.why} />
        </div>
      )}
      {isLossy && (
        <p className="mt-3 text-notice">
          This browser has no room to remember all of these. Keep the page open until the end, then copy the
          activity.
        </p>
      )}
      <WindowedList
        label="Outcomes"
        items={entries}
        keyOf={(entry) => entry.intentKey}
        itemHeight={44}
        className="mt-4 max-h-[332px]"
      >
        {(entry) => (
          <>
            <span className="min-w-0 flex-1">
              <bdi className="block truncate font-medium">{entry.label}</bdi>
              <bdi className="block truncate text-small text-muted" title={entry.outcome?.reason}>
                {entry.outcome?.reason || entry.target.databaseName}
              </bdi>
            </span>
            <OutcomeTag state={deletionStateOf(entry)} />
          </>
        )}
      </WindowedList>
      <div className="mt-5 flex flex-wrap justify-end gap-2 max-sm:flex-col-reverse">
        {ended && failed.length > 0 && (
          <Button onClick={() => onRetry(failed)}>Retry {instancesCount(failed.length)}</Button>
        )}
        {!ended && (
          <Button look="danger-quiet" onClick={onStop} aria-disabled={state.name === 'stopping'}>
            {state.name === 'stopping' ? 'Stopping…' : 'Stop'}
          </Button>
        )}
        <Button onClick={onClose}>{ended ? 'Close' : 'Hide, it goes on'}</Button>
      </div>
    </Modal>
  );
}

function PausedText({ until }: { until: number }) {
  useNow();
  const seconds = Math.max(0, Math.ceil((until - performance.now()) / 1000));
  return <span className="text-notice">The service asked to wait: it goes on in {seconds} s</span>;
}
