import { Button } from '../ui/Button.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { formatNumber } from '../ui/words.ts';
import type { BulkRun } from './bulkDelete.ts';
import { type Deletion, type DeletionStage, stageOf } from './deletion.ts';
import { StageBadge } from './OutcomeNotice.tsx';
import { listResponseFacts } from './outcomes.ts';
import { useDeletionLog } from './useDeletions.ts';

type Props = { run: BulkRun; results: readonly Deletion[] };

const problemsFirst: readonly DeletionStage[] = [
  'mismatch',
  'unknown',
  'refused',
  'gone',
  'sending',
  'not-sent',
  'waiting',
  'accepted',
  'deleted',
];

/** Problems come first, so a cut end of the list hides none. */
const maxItems = 200;

/** The results of a bulk delete, problems first. */
export function BulkResults({ run, results }: Props) {
  const now = Date.now();
  const rankOf = (deletion: Deletion) =>
    problemsFirst.indexOf(deletion.outcome?.notes.length ? 'refused' : stageOf(deletion, now));
  const sorted = results.toSorted((a, b) => rankOf(a) - rankOf(b));
  const unsavedIds = new Set(run.unsaved.map(({ id }) => id));
  return (
    <ul
      aria-label="Results"
      className="mt-2.5 mb-auto min-h-16 divide-y divide-line overflow-y-auto rounded-md border border-line"
    >
      {sorted.slice(0, maxItems).map((deletion) => (
        <ResultItem key={deletion.id} deletion={deletion} isSaved={!unsavedIds.has(deletion.id)} />
      ))}
      {sorted.length > maxItems && (
        <li key="more" className="px-3 py-1.5 text-small text-muted">
          {`and ${formatNumber(sorted.length - maxItems)} more in Activity`}
        </li>
      )}
    </ul>
  );
}

function ResultItem({ deletion, isSaved }: { deletion: Deletion; isSaved: boolean }) {
  const log = useDeletionLog();
  const { label, target, outcome, dismissed } = deletion;
  const needsReading = outcome?.kind === 'mismatch' && !dismissed;
  return (
    <li className="flex items-center gap-3 px-3 py-1">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <div className="text-control leading-4.5 font-medium">
          <SafeName name={label} whole />
        </div>
        <div className="text-small text-muted">
          <SafeName name={target.databaseName} whole />
          {outcome?.kind !== 'not-sent' && <ResultText deletion={deletion} />}
          {!isSaved && <span className="block text-danger">This result couldn't be saved.</span>}
        </div>
      </div>
      {needsReading && (
        <Button size="small" onClick={() => void log.dismiss([deletion]).catch(() => undefined)}>
          I have read this
        </Button>
      )}
      <StageBadge deletion={deletion} />
    </li>
  );
}

/** Why, and what to quote to the operator. A plain success needs no words. */
export function ResultText({ deletion }: { deletion: Deletion }) {
  const { outcome } = deletion;
  if (outcome === null) return null;
  const isSuccess = outcome.kind === 'deleted' || outcome.kind === 'accepted';
  const texts = [
    isSuccess ? '' : outcome.reason,
    ...outcome.notes,
    ...(isSuccess ? [] : listResponseFacts(deletion)),
  ].filter((text) => text !== '');
  return <bdi>{texts.length === 0 ? '' : ` · ${texts.join(' · ')}`}</bdi>;
}

/** Why a run stopped, with the name of the instance in an element of its own. */
export function StopReason({ run, results }: Props) {
  const sentence = run.stop?.sentence ?? '';
  const named = results
    .filter(({ label }) => sentence.includes(label))
    .sort((a, b) => b.label.length - a.label.length)[0];
  const [before = '', after = ''] = named === undefined ? [sentence] : splitOnce(sentence, named.label);
  const unsentCount = results.filter(({ outcome }) => outcome?.kind === 'not-sent').length;
  return (
    <p role="alert" key={sentence}>
      <strong className="font-semibold">
        <span>{before}</span>
        {named !== undefined && <SafeName name={named.label} whole />}
        <span>{after}</span>
      </strong>{' '}
      <bdi className="text-muted">{named === undefined ? '' : named.outcome?.reason}</bdi>{' '}
      <span className="text-muted">{formatUnsent(unsentCount)}</span>
    </p>
  );
}

function splitOnce(text: string, part: string): [string, string] {
  const index = text.indexOf(part);
  return [text.slice(0, index), text.slice(index + part.length)];
}

function formatUnsent(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 was not sent.' : `${formatNumber(count)} were not sent.`;
}
