import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import {
  type EpochMs,
  formatDay,
  formatInstant,
  formatTimeOfDay,
  formatTimeOfDayWithLocal,
} from '../format/time.ts';
import { formatCount, formatNumber } from '../format/words.ts';
import {
  CopyEvidenceMenu,
  DismissButton,
  isDismissible,
  ResultItem,
  toastIfFailed,
} from '../instances/delete/DeletionResults.tsx';
import { OutcomeSentence, StageBadge } from '../instances/delete/OutcomeNotice.tsx';
import { formatSegments, isSameInstance, toStageSegments } from '../instances/delete/outcomes.ts';
import { useDeletionLog, useDeletions } from '../instances/delete/useDeletions.ts';
import { Fact, Facts } from '../instances/InstanceFacts.tsx';
import { formatInstanceCount, type InstanceRow } from '../instances/instanceRow.ts';
import { type Deletion, keyOfTarget } from '../rules/deletion.ts';
import { Button } from '../ui/Button.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { SegmentedBar } from '../ui/SegmentedBar.tsx';

export type ActivityGroup = {
  key: string;
  confirmedAt: EpochMs;
  isBulk: boolean;
  /** The deletion, or the latest result of each instance of the bulk delete. */
  results: readonly Deletion[];
  /** Every deletion of the entry, also those that a later one has replaced. */
  deletions: readonly Deletion[];
};

export type ActivityProps = {
  rows: ReadonlyMap<string, InstanceRow>;
  /** A sentence of `describeListCheck`, or null if no later list is known. */
  sinceThen: (deletion: Deletion) => string | null;
  /** Null if the service can't list instances. */
  onRefresh: (() => void) | null;
  onDeleteAgain: (row: InstanceRow) => void;
};

type Props = ActivityProps & { entry: ActivityGroup };

export function ActivityEntry({ entry, ...props }: Props) {
  const { confirmedAt, isBulk, results } = entry;
  const [isOpen, setOpen] = useState(false);
  const [first] = results;
  if (first === undefined) return null;
  const databaseCount = new Set(results.map(({ target }) => target.databaseName)).size;
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="grid min-h-11 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-2 text-left hover:bg-hover md:grid-cols-[minmax(0,13rem)_minmax(0,9rem)_minmax(0,1fr)_14rem_5rem]"
      >
        <span className="flex min-w-0 items-center gap-1.5 font-medium">
          <ChevronRight
            size={14}
            aria-hidden="true"
            className={`-ml-1 shrink-0 text-faint transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
          {isBulk ? <span>{formatInstanceCount(results.length)}</span> : <SafeName name={first.label} />}
        </span>
        <span className="min-w-0 truncate text-muted max-md:order-3 max-md:pl-4.5">
          {databaseCount === 1 ? (
            <SafeName name={first.target.databaseName} />
          ) : (
            <span>{formatCount(databaseCount, 'database')}</span>
          )}
        </span>
        <bdi
          translate="no"
          className="min-w-0 truncate text-muted empty:hidden max-md:order-5 max-md:col-span-2 max-md:pl-4.5 md:empty:block"
        >
          {first.reason}
        </bdi>
        <span className="grid min-w-0 justify-items-start max-md:order-4 max-md:justify-self-end">
          {isBulk ? <ResultBar results={results} /> : <StageBadge deletion={first} />}
        </span>
        <time
          dateTime={new Date(confirmedAt).toISOString()}
          title={formatInstant(confirmedAt)}
          className="text-right whitespace-nowrap text-muted max-md:order-2"
        >
          {formatTimeOfDay(confirmedAt)}
        </time>
      </button>
      {isOpen && <Details entry={entry} {...props} />}
    </li>
  );
}

function ResultBar({ results }: { results: readonly Deletion[] }) {
  const segments = toStageSegments(results, Date.now());
  return (
    <span className="grid w-full gap-1">
      <span aria-hidden="true" className="max-md:hidden">
        <SegmentedBar label="" segments={segments} height={6} />
      </span>
      <span className="text-small text-muted">{formatSegments(segments)}</span>
    </span>
  );
}

function Details({ entry: { isBulk, results }, ...props }: Props) {
  const [first] = results;
  if (first === undefined) return null;
  return (
    <div className="px-4 pb-3.5 text-control">
      <Facts>
        <TextFact
          name="Asked for"
          text={`${formatDay(first.confirmedAt)}, ${formatTimeOfDayWithLocal(first.confirmedAt)}`}
        />
        {!isBulk && <ResponseFacts deletion={first} />}
        <TextFact name="Reason" text={first.reason} />
        {!isBulk && (
          <>
            <Fact name="ID">
              <span className="font-mono text-small leading-5">
                <SafeName name={first.target.instanceId} whole />
              </span>
            </Fact>
            <TextFact name="Since then" text={props.sinceThen(first)} />
          </>
        )}
      </Facts>
      {isBulk && <BulkResults results={results} {...props} />}
      <div className="mt-2.5 flex flex-wrap gap-2">
        <CopyEvidenceMenu deletions={results} />
        {!isBulk && <DeletionActions deletion={first} {...props} />}
      </div>
    </div>
  );
}

function TextFact({ name, text }: { name: string; text: string | null | undefined }) {
  if (!text) return null;
  return (
    <Fact name={name}>
      <bdi
        translate={name === 'Reason' || name === 'Request ID' ? 'no' : 'yes'}
        className={name === 'Request ID' ? 'font-mono text-small leading-5' : ''}
      >
        {text}
      </bdi>
    </Fact>
  );
}

function ResponseFacts({ deletion }: { deletion: Deletion }) {
  const { outcome, sentAt, endedAt } = deletion;
  const hasResponse = outcome?.status != null && sentAt !== null && endedAt !== null;
  return (
    <>
      <Fact name="Response">
        {outcome === null ? <span>none yet</span> : <OutcomeSentence deletion={deletion} />}
        {outcome?.kind === 'deleted' && (
          <span className="block">Its data is deleted once the deletion is finalized.</span>
        )}
        <bdi className="block empty:hidden">{outcome?.reason}</bdi>
      </Fact>
      {hasResponse && (
        <TextFact
          name="HTTP status"
          text={`${outcome.status} after ${formatSeconds(endedAt - sentAt)}, at ${formatTimeOfDayWithLocal(endedAt)}`}
        />
      )}
      <TextFact name="Request ID" text={outcome?.requestId} />
      <TextFact name="Notes" text={outcome?.notes.join(' ')} />
    </>
  );
}

/** The instances of a bulk delete that are shown without a click on "Copy evidence" or "Export CSV". */
const maxItems = 200;

function BulkResults({ results, ...props }: ActivityProps & { results: readonly Deletion[] }) {
  return (
    <ul aria-label="Results" className="mt-2.5 divide-y divide-line rounded-md border border-line">
      {results.slice(0, maxItems).map((deletion) => (
        <ResultItem
          key={deletion.id}
          deletion={deletion}
          actions={<DeletionActions deletion={deletion} {...props} />}
        >
          <span className="block empty:hidden">
            {isDismissible(deletion) ? props.sinceThen(deletion) : null}
          </span>
        </ResultItem>
      ))}
      {results.length > maxItems && (
        <li key="more" className="px-3 py-1.5 text-small text-muted">
          {`and ${formatNumber(results.length - maxItems)} more in the evidence and the export`}
        </li>
      )}
    </ul>
  );
}

function DeletionActions({ deletion, rows, onDeleteAgain }: ActivityProps & { deletion: Deletion }) {
  const { byRow } = useDeletions();
  const log = useDeletionLog();
  const key = keyOfTarget(deletion.target);
  const kind = deletion.outcome?.kind;
  const isLatest = byRow.get(key)?.at(-1)?.id === deletion.id;
  const row = rows.get(key);
  return (
    <>
      <DismissButton deletion={deletion} />
      {kind === 'gone' && isLatest && !deletion.restored && (
        <Button size="small" onClick={() => void toastIfFailed(log.restore(deletion))}>
          Restore to list
        </Button>
      )}
      {kind === 'unknown' && isLatest && row !== undefined && isSameInstance(row, deletion) && (
        <Button size="small" className="text-danger" onClick={() => onDeleteAgain(row)}>
          Delete again…
        </Button>
      )}
    </>
  );
}

function formatSeconds(ms: number): string {
  return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
}
