import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { stopBulkDeletion } from '../api/deletions.ts';
import { formatNumber } from '../format/text.ts';
import { useNow } from '../format/time.ts';
import { type BulkDeletion, type Deletion, instanceKey, isUnsettled } from '../rules/deletion.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { Legend, SegmentedBar } from '../ui/SegmentedBar.tsx';
import { bulkHeadingId } from './BulkDeleteDialog.tsx';
import {
  closeBulkProgressDialog,
  markBulkResultRead,
  openBulkProgressDialog,
  useBulkStore,
} from './bulkStore.ts';
import { CopyEvidenceButton, DeletionList } from './DeletionList.tsx';
import { DialogWorkspaceLine } from './InstanceFacts.tsx';
import { formatInstanceCount, isSameInstance, isSelectable } from './instanceRow.ts';
import { DismissButton } from './OutcomeNotice.tsx';
import { formatActor, formatResults, getDeletionLabel, toStageSegments } from './outcomes.ts';
import { useSetSelection } from './selection.ts';
import { findFocus, toComputeUrl } from './tableView.ts';
import { useDeletionLog } from './useDeletionLog.ts';
import { useInstances } from './useInstances.ts';

type Props = { bulk: BulkDeletion; results: readonly Deletion[] };

/** Rendered once, by the shell on every screen. Opens when a bulk delete starts, or by `BulkIndicator`. */
export function BulkProgressDialog() {
  const { openId } = useBulkStore();
  const open = useBulkDeletion(({ id }) => id === openId);
  return open && <ProgressDialog key={open.bulk.id} {...open} />;
}

/** Time (ms) for which the result of a bulk delete waits to be opened. */
const shownMs = 60 * 60_000;

export function BulkIndicator() {
  const { readIds } = useBulkStore();
  const shown = useBulkDeletion(
    ({ id, endedAt }) => !readIds.includes(id) && (endedAt === null || Date.now() - endedAt < shownMs),
  );
  if (shown === null) return null;
  const { bulk, results } = shown;
  const isDone = (each: Deletion) => !isUnsettled(each) && each.stage !== 'not-sent';
  const endedCount = formatNumber(results.filter(isDone).length);
  const total = formatNumber(results.length);
  const text = `Bulk delete: ${endedCount} of ${total} by ${formatActor(bulk)}`;
  return (
    <button
      type="button"
      title={text}
      onClick={() => openBulkProgressDialog(bulk.id)}
      className="grid w-full gap-1.5 rounded-control border border-line bg-surface px-2.5 py-2 text-left text-small hover:bg-hover max-md:w-28 max-md:gap-1 max-md:py-1 max-md:leading-3.5 md:max-lg:px-1 md:max-lg:text-center"
    >
      <span className="truncate max-md:line-clamp-2 max-md:whitespace-normal md:max-lg:sr-only">{text}</span>
      {/* The column that shows only icons has no space for the sentence. */}
      <span aria-hidden="true" className="hidden md:max-lg:block">{`${endedCount} / ${total}`}</span>
      <span aria-hidden="true">
        <SegmentedBar label="" segments={toStageSegments(results)} height={4} />
      </span>
    </button>
  );
}

function useBulkDeletion(isWanted: (bulk: BulkDeletion) => boolean): Props | null {
  const { bulkDeletions, deletions } = useDeletionLog();
  const bulk = bulkDeletions.find(isWanted);
  return bulk === undefined ? null : { bulk, results: deletions.filter(({ bulkId }) => bulkId === bulk.id) };
}

function ProgressDialog({ bulk, results }: Props) {
  const { workspace } = useSession();
  const segments = toStageSegments(results);
  const heading = useRef<HTMLSpanElement>(null);
  const isEnded = bulk.stage === 'ended';
  const first = findFirst(results);

  // The buttons of the progress disappear with it, so the focus would leave the dialog.
  useEffect(() => {
    if (!isEnded) return;
    markBulkResultRead(bulk.id);
    heading.current?.focus();
  }, [isEnded, bulk.id]);

  return (
    <Dialog
      kind="alertdialog"
      title={
        <span ref={heading} id={bulkHeadingId} tabIndex={-1} className="outline-none">
          {formatTitle(bulk, results)}
        </span>
      }
      context={<DialogWorkspaceLine workspace={workspace} />}
      hasRedEdge={results.some((deletion) => rankOf(deletion) < 2)}
      onClose={closeBulkProgressDialog}
      focus={{ initial: heading, final: () => findFocus(null) }}
    >
      <div className="flex flex-col" style={{ height: heightFor(results.length) }}>
        <div className="mt-1.5 text-control">
          <p role="status" className="text-muted">
            {first === undefined ? (
              <span>{formatResults(results)}</span>
            ) : (
              <>
                <SafeName name={getDeletionLabel(first)} whole />
                <span>{` goes first. ${formatNumber(results.length - 1)} ${results.length === 2 ? 'waits' : 'wait'} for its result`}</span>
              </>
            )}
            <span>{` · started by ${formatActor(bulk)}`}</span>
          </p>
          {bulk.stopReason !== null && (
            <p role="alert" className="font-semibold wrap-anywhere">
              <bdi>{bulk.stopReason}</bdi>
            </p>
          )}
          {bulk.waitsUntil !== null && !isEnded && <Countdown until={bulk.waitsUntil} />}
        </div>
        <div className="mt-3">
          <SegmentedBar label="Results" segments={segments} total={results.length} />
          <div className="mt-1">
            <Legend segments={segments} />
          </div>
        </div>
        <DeletionList
          deletions={results.toSorted((a, b) => rankOf(a) - rankOf(b))}
          renderActions={(deletion) =>
            deletion.stage === 'mismatch' && <DismissButton deletion={deletion} label="I have read this" />
          }
        />
        {isEnded ? <EndedActions bulkId={bulk.id} results={results} /> : <RunningActions bulk={bulk} />}
      </div>
    </Dialog>
  );
}

/** Problems come first, so a cut end of the list hides none. */
function rankOf({ stage, outcome }: Deletion): number {
  if (outcome === null || stage === 'not-sent') return 1;
  const isSuccess = stage === 'deleted' || stage === 'accepted';
  return isSuccess && outcome.notes.length === 0 ? 2 : 0;
}

/** Progress and result have the same height, so that no button moves under the pointer. */
function heightFor(count: number): string {
  return `min(${10 + 4.2 * Math.min(count, 8)}rem, 100dvh - 12rem)`;
}

/** Seconds by two clocks, so it never says less than one. */
function Countdown({ until }: { until: number }) {
  const seconds = Math.max(1, Math.ceil((until - useNow()) / 1000));
  return (
    <p className="text-notice">{`The service asked to wait. The next request leaves in about ${seconds} s.`}</p>
  );
}

function formatTitle({ stage, stopReason }: BulkDeletion, results: readonly Deletion[]): string {
  const total = formatNumber(results.length);
  const sentCount = formatNumber(results.filter(({ sentAt }) => sentAt !== null).length);
  if (stage === 'stopping') return `Stopping after ${sentCount} of ${total}`;
  if (stage === 'ended')
    return stopReason === null
      ? `Bulk delete of ${formatInstanceCount(results.length)} has ended`
      : `Stopped after ${sentCount} of ${total}`;
  return findFirst(results) === undefined
    ? `Deleting ${formatInstanceCount(results.length)}`
    : `Deleting the first of ${total}`;
}

function findFirst(results: readonly Deletion[]): Deletion | undefined {
  const isAlone =
    results.length > 1 && results.filter(({ stage }) => stage === 'waiting').length === results.length - 1;
  return isAlone ? results.find(({ stage }) => stage === 'sending') : undefined;
}

function RunningActions({ bulk }: { bulk: BulkDeletion }) {
  const { workspace, sessionId } = useSession();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => stopBulkDeletion({ workspace, sessionId }, bulk.id),
    networkMode: 'always',
  });
  const isStopping = isPending || bulk.stage === 'stopping';
  return (
    <>
      {error !== null && <Notice tone="danger" title={`Couldn't stop it. ${error.message}`} />}
      <DialogActions>
        <Button className="mr-auto" onClick={() => !isStopping && mutate()} aria-disabled={isStopping}>
          {isStopping ? 'Stopping…' : 'Stop'}
        </Button>
        <Button onClick={closeBulkProgressDialog}>Close</Button>
      </DialogActions>
    </>
  );
}

function EndedActions({ bulkId, results }: { bulkId: string; results: readonly Deletion[] }) {
  const { workspace } = useSession();
  const { rowsByKey } = useInstances();
  const { notInListById } = useBulkStore();
  const select = useSetSelection();
  const navigate = useNavigate();
  const notSent = results.filter(({ stage }) => stage === 'not-sent');
  const rows = notSent.flatMap((deletion) => {
    const row = rowsByKey.get(instanceKey(deletion));
    return row !== undefined && isSelectable(row) && isSameInstance(row, deletion) ? [row] : [];
  });
  function selectNotSent() {
    select(rows);
    closeBulkProgressDialog();
    void navigate(toComputeUrl(workspace));
  }
  return (
    <DialogActions>
      <span className="mr-auto">
        <CopyEvidenceButton deletions={results} notInList={notInListById.get(bulkId)} />
      </span>
      <Button onClick={closeBulkProgressDialog}>Close</Button>
      {rows.length > 0 && (
        <Button variant="primary" onClick={selectNotSent}>
          {`Select the ${formatNumber(rows.length)} that were not sent`}
        </Button>
      )}
      {notSent.length > rows.length && (
        <p className="order-first w-full text-right text-small text-notice">
          {`${formatInstanceCount(notSent.length - rows.length)} changed or can't be deleted now.`}
        </p>
      )}
    </DialogActions>
  );
}
