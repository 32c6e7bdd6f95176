import { formatNumber } from '../../format/text.ts';
import type { Deletion } from '../../rules/deletion.ts';
import { SafeName } from '../../ui/SafeName.tsx';
import { DismissButton, StageBadge } from '../delete/OutcomeNotice.tsx';
import { describeReason, getResponseFacts, labelOf } from '../delete/outcomes.ts';

/** Problems come first, so a cut end of the list hides none. */
const maxItems = 200;

/** The instances of a bulk delete, each with its result. */
export function BulkResults({ results }: { results: readonly Deletion[] }) {
  const sorted = results.toSorted((a, b) => rankOf(a) - rankOf(b));
  return (
    <ul
      aria-label="Results"
      className="mt-2.5 mb-auto min-h-16 divide-y divide-line overflow-y-auto rounded-md border border-line"
    >
      {sorted.slice(0, maxItems).map((deletion) => (
        <ResultItem key={deletion.id} deletion={deletion} />
      ))}
      {sorted.length > maxItems && (
        <li key="more" className="px-3 py-1.5 text-small text-muted">
          {`and ${formatNumber(sorted.length - maxItems)} more in Activity`}
        </li>
      )}
    </ul>
  );
}

function isSuccess({ stage }: Deletion): boolean {
  return stage === 'deleted' || stage === 'accepted';
}

function rankOf(deletion: Deletion): number {
  const { stage, outcome } = deletion;
  if (outcome === null || stage === 'not-sent') return 1;
  return isSuccess(deletion) && outcome.notes.length === 0 ? 2 : 0;
}

function ResultItem({ deletion }: { deletion: Deletion }) {
  const { databaseName, instanceId, outcome, stage } = deletion;
  const explanation =
    outcome === null || isSuccess(deletion) ? [] : [describeReason(outcome), ...getResponseFacts(deletion)];
  const texts = [...explanation, ...(outcome?.notes ?? [])].filter(Boolean);
  return (
    <li className="flex flex-wrap items-center gap-x-3 px-3 py-1">
      <div className="min-w-[min(100%,14rem)] flex-1 wrap-anywhere">
        <div className="text-control leading-4.5 font-medium">
          <SafeName name={labelOf(deletion)} whole />
        </div>
        <div className="text-small text-muted">
          <SafeName name={databaseName} whole />
          <span> · </span>
          <code>
            <SafeName name={instanceId} whole />
          </code>
          {texts.length > 0 && stage !== 'not-sent' && <bdi>{` · ${texts.join(' · ')}`}</bdi>}
        </div>
      </div>
      {stage === 'mismatch' && <DismissButton deletion={deletion} label="I have read this" />}
      <StageBadge deletion={deletion} />
    </li>
  );
}
