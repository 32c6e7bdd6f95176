import { useEffect, useRef, useState } from 'react';
import { useNow } from '../../format/time.ts';
import { formatNumber } from '../../format/words.ts';
import { type Deletion, removesRow } from '../../rules/deletion.ts';
import { useConfig } from '../../session/config.ts';
import { useSession } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { SafeName } from '../../ui/SafeName.tsx';
import { Legend, SegmentedBar } from '../../ui/SegmentedBar.tsx';
import { useArmed, useSecondsUntil } from '../delete/confirmation.ts';
import { CopyEvidenceMenu, DismissButton, ResultItem } from '../delete/DeletionResults.tsx';
import { formatSegments, toStageSegments, unsavedSentence } from '../delete/outcomes.ts';
import { useBulkRun, useDeletionContext, useDeletions, useRunResults } from '../delete/useDeletions.ts';
import { DialogPlace } from '../InstanceFacts.tsx';
import { formatInstanceCount, type InstanceRow, type RowWithId } from '../instanceRow.ts';
import { BulkDeleteDialog, LeftOutNotice, runHeadingId, useStartBulkDelete } from './BulkDeleteDialog.tsx';
import type { BulkRun } from './bulkDelete.ts';
import { planContinue } from './continueBulk.ts';

type Props = {
  currentRows: ReadonlyMap<string, InstanceRow>;
};

/** Rendered once, by the shell on every screen. Opens when a bulk delete starts, or by `BulkIndicator`. */
export function BulkRunDialog({ currentRows }: Props) {
  const run = useBulkRun();
  return run?.isOpened ? <RunDialog key={run.ids[0]} run={run} currentRows={currentRows} /> : null;
}

function RunDialog({ run: latestRun, currentRows }: Props & { run: BulkRun }) {
  const { bulk } = useDeletionContext();
  const results = useRunResults(latestRun);
  useNow();
  // The run ends a moment before its last outcome has been read from the log.
  const isReading =
    results.some(({ outcome }) => outcome === null) &&
    performance.now() < (latestRun.endedAt ?? 0) + readingMs;
  const run: BulkRun = isReading ? { ...latestRun, phase: 'running' } : latestRun;
  const segments = toStageSegments(results, Date.now());
  const first = isFirst(run.ids, results) ? results.find(({ id }) => id === run.ids[0]) : undefined;
  const heading = useRef<HTMLSpanElement>(null);
  const isEnded = run.phase === 'ended';
  const isArmed = useArmed(isEnded);
  const [rowsToType, setRowsToType] = useState<readonly RowWithId[] | null>(null);

  // The buttons of the progress disappear with it, so the focus would leave the dialog.
  useEffect(() => {
    if (isEnded) heading.current?.focus();
  }, [isEnded]);

  if (rowsToType !== null)
    return (
      <BulkDeleteDialog
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
      context={<DialogPlace workspace={run.workspace} />}
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
            <StopReason sentence={run.stop.sentence} results={results} />
          )}
          {run.waitsUntil !== null && <Countdown until={run.waitsUntil} />}
        </div>
        <div className="mt-3">
          <SegmentedBar label="Results" segments={segments} total={results.length} />
          <div className="mt-1">
            <Legend segments={segments} />
          </div>
        </div>
        <ResultList results={results} unsavedIds={new Set(run.unsaved.map(({ id }) => id))} />
        {isEnded ? (
          <DialogActions key="ended">
            <span className="mr-auto">
              <CopyEvidenceMenu deletions={results} />
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
  if (phase === 'ended') {
    const hasUnsent = results.some(({ outcome }) => outcome?.kind === 'not-sent');
    if (stop !== null && hasUnsent) return `Stopped after ${formatNumber(sentCount)} of ${total}`;
    return `${formatNumber(results.filter(isDeleted).length)} of ${formatInstanceCount(results.length)} deleted`;
  }
  return isFirst(ids, results)
    ? `Deleting the first of ${formatNumber(ids.length)}`
    : `Deleting ${formatInstanceCount(ids.length)}`;
}

function isDeleted({ outcome }: Deletion): boolean {
  return removesRow(outcome) && outcome?.kind !== 'gone';
}

function formatProgress({ ids }: BulkRun, results: readonly Deletion[]): string {
  const endedCount = results.filter(({ outcome }) => outcome !== null).length;
  if (isFirst(ids, results)) return ` goes first. ${formatNumber(ids.length - 1)} wait for its result.`;
  return `${formatNumber(endedCount)} of ${formatNumber(results.length)} have a result.`;
}

function isFirst(ids: readonly string[], results: readonly Deletion[]): boolean {
  return ids.length > 1 && results.every(({ id, outcome }) => outcome === null || !ids.includes(id));
}

/** Without a table, the focus goes to the heading, as after navigation. */
function findTable(): HTMLElement | null {
  return document.getElementById('instances') ?? document.getElementById('page-heading');
}

function StopReason({ sentence, results }: { sentence: string; results: readonly Deletion[] }) {
  const byLength = results.toSorted((a, b) => b.label.length - a.label.length);
  const named = byLength.find(({ label }) => sentence.includes(label));
  const [before, ...after] = named === undefined ? [sentence] : sentence.split(named.label);
  return (
    <p role="alert" key={sentence}>
      <strong className="font-semibold">
        <span>{before}</span>
        {named !== undefined && <SafeName name={named.label} whole />}
        <span>{after.join(named?.label)}</span>
      </strong>
    </p>
  );
}

/** Problems come first, so a cut end of the list hides none. */
const maxItems = 200;

function ResultList(props: { results: readonly Deletion[]; unsavedIds: ReadonlySet<string> }) {
  const results = props.results.toSorted((a, b) => rankOf(a) - rankOf(b));
  return (
    <ul
      aria-label="Results"
      className="mt-2.5 mb-auto min-h-16 divide-y divide-line overflow-y-auto rounded-md border border-line"
    >
      {results.slice(0, maxItems).map((deletion) => (
        <ResultItem
          key={deletion.id}
          deletion={deletion}
          actions={deletion.outcome?.kind === 'mismatch' && <DismissButton deletion={deletion} />}
        >
          {props.unsavedIds.has(deletion.id) && <span className="block text-danger">{unsavedSentence}</span>}
        </ResultItem>
      ))}
      {results.length > maxItems && (
        <li key="more" className="px-3 py-1.5 text-small text-muted">
          {`and ${formatNumber(results.length - maxItems)} more in Activity`}
        </li>
      )}
    </ul>
  );
}

function rankOf(deletion: Deletion): number {
  const { outcome } = deletion;
  if (outcome === null || outcome.kind === 'not-sent') return 1;
  return isDeleted(deletion) && outcome.notes.length === 0 ? 2 : 0;
}

type ContinueProps = Props & {
  run: BulkRun;
  /** False while a press may be meant for the button that was here before. */
  isArmed: boolean;
  onType: (rows: readonly RowWithId[]) => void;
};

/** It stands where a different button was, so it takes no focus and ignores presses meant for that one. */
function ContinueButton({ run, currentRows, isArmed, onType }: ContinueProps) {
  const { workspace } = useSession();
  const { policy } = useConfig();
  const { deletions } = useDeletions();
  const startBulk = useStartBulkDelete();
  const [failure, setFailure] = useState<string | null>(null);
  // One click is enough for ten minutes only.
  useNow();
  const plan =
    run.workspace === workspace ? planContinue(run, deletions, currentRows, policy, performance.now()) : null;
  if (plan === null) return null;
  const { rows, leftOut, asksToType, problem } = plan;

  async function continueRun() {
    if (!isArmed || problem !== null) return;
    if (asksToType) return onType(rows);
    const reason = deletions.find(({ bulk }) => bulk === run.id)?.reason ?? '';
    setFailure(await startBulk(rows, { reason, bulk: run.id, acceptsDifferentIds: false }));
  }

  return (
    <>
      <Button variant="danger" onClick={continueRun} aria-disabled={!isArmed || problem !== null}>
        {`Continue with ${formatNumber(rows.length)}${asksToType ? '…' : ''}`}
      </Button>
      {(failure ?? problem) !== null && (
        <p role="alert" className="order-first w-full text-right text-small text-notice">
          {failure ?? problem}
        </p>
      )}
      {leftOut.length > 0 && (
        <div className="order-first w-full">
          <LeftOutNotice
            leftOut={leftOut.map(({ id: key, label }) => ({
              key,
              label,
              sentence: 'It changed or left the list.',
            }))}
          />
        </div>
      )}
    </>
  );
}
