import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import { Notice } from '../../../ui/notices.tsx';
import { useNow } from '../../../ui/time.ts';
import { WindowedList } from '../../../ui/WindowedList.tsx';
import { groupedDigits } from '../../../ui/words.ts';
import { instancesCount } from '../instanceRow.ts';
import { retriableEntries } from './bulkDelete.ts';
import { ConfirmField } from './DeleteDialogParts.tsx';
import type { DeletionEntry } from './deletionEntry.ts';
import { deletionStateOf, OutcomeTag, sumsSentence } from './outcomes.tsx';
import { useBulkRun, useDeletions } from './useDeletions.ts';

type Props = {
  bulkKey: string;
  /** Every intent of the workspace, those of other deletions too. */
  entries: readonly DeletionEntry[];
  onRetry: (failed: readonly DeletionEntry[]) => void;
  onClose: () => void;
};

/** A bulk deletion under way or ended: every item with its own outcome, and sums that add up. */
export function BulkProgress({ bulkKey, entries, onRetry, onClose }: Props) {
  const { log } = useDeletions();
  const run = useBulkRun();
  const items = entries.filter((entry) => entry.bulkKey === bulkKey);
  const failed = retriableEntries(entries, bulkKey);
  const total = items.length;
  const settled = items.filter(({ outcome }) => outcome !== null).length;
  // What this page has not begun, another tab is at or has been at: it is seen here, and stopped there.
  const own = run?.bulkKey === bulkKey ? run : null;
  const state = own?.state ?? { name: settled < total ? 'elsewhere' : 'ended', why: null };
  const ended = state.name === 'ended';
  const asking = state.name === 'asking';
  return (
    <Modal
      kind="dialog"
      title={ended ? `Deletion of ${instancesCount(total)} ended` : `Deleting ${instancesCount(total)}`}
      onClose={onClose}
    >
      <p className="mt-2 flex justify-between gap-4">
        <span>
          {groupedDigits(settled)} of {groupedDigits(total)}
        </span>
        {state.name === 'paused' && <PausedText until={state.until} />}
      </p>
      <progress
        aria-label="Deletions that have an outcome"
        value={settled}
        max={total}
        className="bar mt-2 w-full"
      />
      <p className="mt-2 text-muted">{sumsSentence(items)}</p>
      {'why' in state && state.why !== null && (
        <div className="mt-3">
          <Notice tone="notice" role="alert" title={state.why} />
        </div>
      )}
      {asking && <ConfirmGoingOn left={state.left} onGoOn={() => own?.goOn()} />}
      {state.name === 'elsewhere' && (
        <p className="mt-3 text-muted">It runs in another tab of this browser, and can be stopped there.</p>
      )}
      {log.isLossy() && (
        <p className="mt-3 text-notice">
          This browser can’t keep all of these. Keep the page open until the end, then copy the activity.
        </p>
      )}
      <WindowedList
        label="Outcomes"
        items={items}
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
        {!ended && own !== null && (
          <Button variant="danger-quiet" onClick={own.stop} aria-disabled={state.name === 'stopping'}>
            {state.name === 'stopping' ? 'Stopping…' : 'Stop'}
          </Button>
        )}
        <Button onClick={onClose}>{ended ? 'Close' : asking ? 'Hide' : 'Hide, it goes on'}</Button>
      </div>
    </Modal>
  );
}

function PausedText({ until }: { until: number }) {
  useNow();
  const seconds = Math.max(0, Math.ceil((until - performance.now()) / 1000));
  return <span className="text-notice">The service asked to wait: it goes on in {seconds} s</span>;
}

/** Asks whether a bulk deletion goes on whose first answers found nothing, and wants the number of what is left typed. */
function ConfirmGoingOn({ left, onGoOn }: { left: number; onGoOn: () => void }) {
  const [typed, setTyped] = useState('');
  const confirmed = typed.trim() === String(left);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (confirmed) onGoOn();
  }

  return (
    <form onSubmit={submit} noValidate className="mt-3 grid gap-3">
      <Notice
        tone="notice"
        role="alert"
        title="Paused: the first five answers all say that the instance is not there."
      >
        <p>
          They were deleted before, or this token does not see them. Is this the right workspace, and the list
          up to date? Nothing more is sent until you go on or stop.
        </p>
      </Notice>
      <ConfirmField word={String(left)} typed={typed} onType={setTyped} inputMode="numeric" />
      <div>
        <Button type="submit" variant="danger" disabled={!confirmed}>
          Go on: delete {instancesCount(left)}
        </Button>
      </div>
    </form>
  );
}
