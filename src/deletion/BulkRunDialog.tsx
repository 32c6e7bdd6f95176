import { useEffect, useRef, useState } from 'react';
import { useConfig } from '../session/config.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { WorkspaceLine } from '../ui/Environment.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { Legend, SegmentedBar } from '../ui/SegmentedBar.tsx';
import { useNow } from '../ui/time.ts';
import { formatNumber } from '../ui/words.ts';
import { BulkDialog, runHeadingId } from './BulkDialog.tsx';
import { BulkResults, StopReason } from './BulkResults.tsx';
import type { BulkRun } from './bulkDelete.ts';
import { ContinueButton } from './ContinueButton.tsx';
import { CopyEvidence } from './CopyEvidence.tsx';
import { useArmed } from './confirmation.ts';
import type { Deletion } from './deletion.ts';
import { type DeletableRow, formatInstanceCount, type InstanceRow } from './instanceRow.ts';
import { formatSegments, toSegments } from './outcomes.ts';
import { useBulkRun, useDeletionTools, useRunResults } from './useDeletions.ts';
import { useSecondsUntil } from './WaitingText.tsx';

type Props = {
  /** All rows of the open workspace as they are listed now, by key. */
  currentRows: ReadonlyMap<string, InstanceRow>;
};

/**
 * Progress and result of the bulk delete of this page. The shell renders it once, on every screen: it opens by itself when a
 * bulk delete starts, and when the admin clicks `BulkIndicator`.
 */
export function BulkRunDialog({ currentRows }: Props) {
  const run = useBulkRun();
  return run?.isOpened ? <RunDialog key={run.ids[0]} run={run} currentRows={currentRows} /> : null;
}

function RunDialog({ run: latestRun, currentRows }: Props & { run: BulkRun }) {
  const { bulk } = useDeletionTools();
  const { environment, environmentColor } = useConfig();
  const results = useRunResults(latestRun);
  useNow();
  // The run ends a moment before its last outcome has been read from the log.
  const isReading =
    results.some(({ outcome }) => outcome === null) &&
    performance.now() < (latestRun.endedAt ?? 0) + readingMs;
  const run: BulkRun = isReading ? { ...latestRun, phase: 'running' } : latestRun;
  const segments = toSegments(results, Date.now());
  const first = isFirst(run.ids, results) ? results.find(({ id }) => id === run.ids[0]) : undefined;
  const heading = useRef<HTMLSpanElement>(null);
  const isEnded = run.phase === 'ended';
  const isArmed = useArmed(isEnded);
  /** The rows of a continued run that asks the admin to type again, or null. */
  const [rowsToType, setRowsToType] = useState<readonly DeletableRow[] | null>(null);

  // The buttons of the progress disappear with it, so the focus would leave the dialog.
  useEffect(() => {
    if (isEnded) heading.current?.focus();
  }, [isEnded]);

  if (rowsToType !== null)
    return (
      <BulkDialog
        rows={rowsToType}
        hiddenKeys={noKeys}
        currentRows={currentRows}
        onClose={() => setRowsToType(null)}
        onStarted={() => setRowsToType(null)}
        continued={{ run, reason: results[0]?.reason ?? '' }}
      />
    );
  return (
    <Dialog
      kind="alertdialog"
      title={
        <span ref={heading} id={runHeadingId} tabIndex={-1} className="outline-none">
          {formatTitle(run, results)}
        </span>
      }
      context={
        <WorkspaceLine
          slug={run.workspace}
          environment={environment === null ? null : { name: environment, color: environmentColor }}
        />
      }
      onClose={() => bulk.closeDialog()}
      focus={{ initial: heading, final: findTable }}
      look={{ tone: 'danger' }}
    >
      <div className="flex flex-col" style={{ height: heightFor(results.length) }}>
        <div className="mt-1.5 text-control">
          {run.stop === null ? (
            <p role="status" className={isEnded ? 'sr-only' : 'text-muted'}>
              {first !== undefined && <SafeName key="first" name={first.label} whole />}
              <span>{isEnded ? formatSegments(segments) : formatProgress(run, results)}</span>
            </p>
          ) : (
            <StopReason run={run} results={results} />
          )}
          {run.waitsUntil !== null && <Countdown until={run.waitsUntil} />}
        </div>
        <div className="mt-3">
          <SegmentedBar label="Results" segments={segments} total={results.length} />
          <div className="mt-1">
            <Legend segments={segments} />
          </div>
        </div>
        <BulkResults run={run} results={results} />
        {isEnded ? (
          <DialogActions key="ended">
            <span className="mr-auto">
              <CopyEvidence deletions={results} />
            </span>
            <Button onClick={() => bulk.closeDialog()}>Close</Button>
            <ContinueButton run={run} currentRows={currentRows} isArmed={isArmed} onType={setRowsToType} />
          </DialogActions>
        ) : (
          <DialogActions key="running">
            <Button className="mr-auto" onClick={() => bulk.stop()} aria-disabled={run.phase === 'stopping'}>
              {run.phase === 'stopping' ? 'Stopping…' : 'Stop'}
            </Button>
            <Button onClick={() => bulk.closeDialog()}>Continue in background</Button>
          </DialogActions>
        )}
      </div>
    </Dialog>
  );
}

/** Time (ms) in which the log is surely read. An outcome that is missing later couldn't be stored. */
const readingMs = 1_000;

/** Progress and result have the same height, so that no button moves under the pointer. */
function heightFor(count: number): string {
  return `min(${15 + 2.7 * Math.min(count, 8)}rem, 100dvh - 12rem)`;
}

const noKeys: ReadonlySet<string> = new Set();

function Countdown({ until }: { until: number }) {
  const seconds = useSecondsUntil(until);
  return (
    <p className="text-notice">{`The service asked to wait. The next request leaves in ${seconds} s.`}</p>
  );
}

function formatTitle({ phase, stop, ids }: BulkRun, results: readonly Deletion[]): string {
  const total = formatNumber(results.length);
  const sentCount = results.filter(({ outcome }) => outcome !== null && outcome.kind !== 'not-sent').length;
  if (phase === 'stopping') return `Stopping after ${formatNumber(sentCount)} of ${total}`;
  const hasUnsent = results.some(({ outcome }) => outcome?.kind === 'not-sent');
  if (phase === 'ended' && stop !== null && hasUnsent)
    return `Stopped after ${formatNumber(sentCount)} of ${total}`;
  if (phase === 'ended') {
    const removedCount = results.filter(
      ({ outcome }) => outcome?.kind === 'deleted' || outcome?.kind === 'accepted',
    ).length;
    return `${formatNumber(removedCount)} of ${formatInstanceCount(results.length)} deleted`;
  }
  return isFirst(ids, results)
    ? `Deleting the first of ${formatNumber(ids.length)}`
    : `Deleting ${formatInstanceCount(ids.length)}`;
}

function formatProgress({ ids }: BulkRun, results: readonly Deletion[]): string {
  const endedCount = results.filter(({ outcome }) => outcome !== null).length;
  if (isFirst(ids, results)) return ` goes first. ${formatNumber(ids.length - 1)} wait for its result.`;
  return `${formatNumber(endedCount)} of ${formatNumber(results.length)} have a result.`;
}

/** True until the first deletion of a run has an outcome. */
function isFirst(ids: readonly string[], results: readonly Deletion[]): boolean {
  return ids.length > 1 && results.every(({ id, outcome }) => outcome === null || !ids.includes(id));
}

/** The focus goes to the table. Without one it goes to the heading, as after navigation. */
function findTable(): HTMLElement | null {
  return document.getElementById('instances') ?? document.getElementById('page-heading');
}
