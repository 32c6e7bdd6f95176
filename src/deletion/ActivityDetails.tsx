import { Button } from '../ui/Button.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { formatDay, formatWithLocal } from '../ui/time.ts';
import { toast } from '../ui/toasts.tsx';
import { formatNumber } from '../ui/words.ts';
import type { ActivityProps, Entry } from './activity.ts';
import { ResultText } from './BulkResults.tsx';
import { CopyEvidence } from './CopyEvidence.tsx';
import { type Deletion, keyOfTarget } from './deletion.ts';
import { Fact, Facts } from './InstanceFacts.tsx';
import { OutcomeSentence, StageBadge } from './OutcomeNotice.tsx';
import { isSameInstance } from './outcomes.ts';
import { useDeletionLog, useDeletions } from './useDeletions.ts';

type Props = ActivityProps & { entry: Entry };

/** An open entry of the Activity page. */
export function ActivityDetails({ entry, ...props }: Props) {
  const { isBulk, results } = entry;
  const [first] = results;
  if (first === undefined) return null;
  return (
    <div className="px-4 pb-3.5 text-control">
      {isBulk ? (
        <BulkDetails entry={entry} {...props} />
      ) : (
        <Facts>
          <DeletionFacts deletion={first} sinceThen={props.sinceThen(first)} />
        </Facts>
      )}
      <div className="mt-2.5 flex flex-wrap gap-2">
        <CopyEvidence deletions={results} />
        {!isBulk && <DeletionActions deletion={first} {...props} />}
      </div>
    </div>
  );
}

type FactsProps = { deletion: Deletion; sinceThen: string | null };

function DeletionFacts({ deletion, sinceThen }: FactsProps) {
  const { target, outcome, reason, confirmedAt, sentAt, endedAt } = deletion;
  const hasResponse = outcome?.status != null && sentAt !== null && endedAt !== null;
  return (
    <>
      <Fact name="Asked for">
        <span>{formatBoth(confirmedAt)}</span>
      </Fact>
      <Fact name="Response">
        <ResponseText deletion={deletion} />
      </Fact>
      {hasResponse && (
        <Fact name="HTTP status">
          <span>{`${outcome.status} after ${formatSeconds(endedAt - sentAt)}, at ${formatWithLocal(endedAt)}`}</span>
        </Fact>
      )}
      {outcome?.requestId != null && (
        <Fact name="Request ID">
          <bdi translate="no" className="font-mono text-small leading-5">
            {outcome.requestId}
          </bdi>
        </Fact>
      )}
      {outcome !== null && outcome.notes.length > 0 && (
        <Fact name="Notes">
          <bdi>{outcome.notes.join(' ')}</bdi>
        </Fact>
      )}
      {reason !== '' && (
        <Fact name="Reason">
          <bdi translate="no">{reason}</bdi>
        </Fact>
      )}
      <Fact name="ID">
        <span className="font-mono text-small leading-5">
          <SafeName name={target.instanceId} whole />
        </span>
      </Fact>
      {sinceThen !== null && (
        <Fact name="Since then">
          <span className="font-medium">{sinceThen}</span>
        </Fact>
      )}
    </>
  );
}

function ResponseText({ deletion }: { deletion: Deletion }) {
  const { outcome } = deletion;
  if (outcome === null) return <span>none yet</span>;
  return (
    <>
      <OutcomeSentence deletion={deletion} />
      {outcome.kind === 'deleted' && (
        <span className="block">Its data is deleted once the deletion is finalized.</span>
      )}
      {outcome.reason !== '' && <bdi className="block">{outcome.reason}</bdi>}
    </>
  );
}

/** The instances of a bulk delete that are shown without a click on "Copy evidence" or "Export CSV". */
const maxItems = 200;

function BulkDetails({ entry, ...props }: Props) {
  const { confirmedAt, results } = entry;
  const reason = results[0]?.reason ?? '';
  return (
    <>
      <Facts>
        <Fact name="Asked for">
          <span>{formatBoth(confirmedAt)}</span>
        </Fact>
        {reason !== '' && (
          <Fact name="Reason">
            <bdi translate="no">{reason}</bdi>
          </Fact>
        )}
      </Facts>
      <ul aria-label="Results" className="mt-2.5 divide-y divide-line rounded-md border border-line">
        {results.slice(0, maxItems).map((deletion) => (
          <li key={deletion.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
            <div className="min-w-[min(100%,14rem)] flex-1 wrap-anywhere">
              <div className="font-medium">
                <SafeName name={deletion.label} whole />
              </div>
              <div className="text-small text-muted">
                <SafeName name={deletion.target.databaseName} whole />
                <span> · </span>
                <SafeName name={deletion.target.instanceId} whole />
                <ResultText deletion={deletion} />
                <SinceThen text={isUnclear(deletion) ? props.sinceThen(deletion) : null} />
              </div>
            </div>
            <DeletionActions deletion={deletion} size="small" {...props} />
            <StageBadge deletion={deletion} />
          </li>
        ))}
        {results.length > maxItems && (
          <li key="more" className="px-3 py-1.5 text-small text-muted">
            {`and ${formatNumber(results.length - maxItems)} more in the evidence and the export`}
          </li>
        )}
      </ul>
    </>
  );
}

function SinceThen({ text }: { text: string | null }) {
  return text === null ? null : <span className="block">{text}</span>;
}

type ActionProps = ActivityProps & { deletion: Deletion; size?: 'normal' | 'small' };

function DeletionActions({ deletion, rows, onDeleteAgain, size = 'normal' }: ActionProps) {
  const { byRow } = useDeletions();
  const log = useDeletionLog();
  const key = keyOfTarget(deletion.target);
  const kind = deletion.outcome?.kind;
  const isLatest = byRow.get(key)?.at(-1)?.id === deletion.id;
  const row = rows.get(key);

  async function change(write: Promise<void>) {
    try {
      await write;
    } catch {
      toast({ tone: 'danger', text: "Couldn't save this. Reload, then try again." });
    }
  }
  return (
    <>
      {isUnclear(deletion) && !deletion.dismissed && !deletion.restored && (
        <Button size={size} onClick={() => change(log.dismiss([deletion]))}>
          {kind === 'mismatch' ? 'I have read this' : 'Dismiss'}
        </Button>
      )}
      {kind === 'gone' && isLatest && !deletion.restored && (
        <Button size={size} onClick={() => change(log.restore(deletion))}>
          Restore to list
        </Button>
      )}
      {kind === 'unknown' && isLatest && row !== undefined && isSameInstance(row, deletion) && (
        <Button size={size} className="text-danger" onClick={() => onDeleteAgain(row)}>
          Delete again…
        </Button>
      )}
    </>
  );
}

function isUnclear({ outcome }: Deletion): boolean {
  return outcome?.kind === 'unknown' || outcome?.kind === 'mismatch' || outcome?.kind === 'gone';
}

/** "24 Nov 2026, 16:02 UTC · 17:02 here" */
function formatBoth(ms: number): string {
  return `${formatDay(ms)}, ${formatWithLocal(ms)}`;
}

function formatSeconds(ms: number): string {
  return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
}
