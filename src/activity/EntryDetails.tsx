import type { ReactNode } from 'react';
import { formatDay, formatInstant, formatTimeOfDayWithLocal } from '../format/time.ts';
import { formatNumber } from '../format/words.ts';
import { DismissButton, StageBadge } from '../instances/delete/OutcomeNotice.tsx';
import { describeReason, labelOf, stageLooks } from '../instances/delete/outcomes.ts';
import { CopyEvidenceButton } from '../instances/evidence/CopyEvidenceButton.tsx';
import { hasId, isSameInstance, type RowWithId } from '../instances/instanceRow.ts';
import { describeListCheck } from '../instances/listCheck.ts';
import type { Instances } from '../instances/useInstances.ts';
import { type Deletion, instanceKey, isInFlight } from '../rules/deletion.ts';
import { Button } from '../ui/Button.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import type { Entry } from './activityLog.ts';

export type DetailsContext = Pick<Instances, 'rowsByKey' | 'lists'> & {
  /** The known deletions of each instance, the newest first, by `instanceKey`. */
  byInstance: ReadonlyMap<string, readonly Deletion[]>;
  isSearch: boolean;
  onDeleteAgain: (row: RowWithId) => void;
};

type Fact = [name: string, value: ReactNode];

/** A bulk delete shows this many items. Its evidence and the export have all. */
const maxItems = 200;

export function EntryDetails({ entry, context }: { entry: Entry; context: DetailsContext }) {
  const request: Fact[] = [
    ['Asked for', <RequestText key="" entry={entry} />],
    ['Reason', entry.reason && <SafeName name={entry.reason} whole />],
  ];
  if (entry.kind === 'protection')
    return <Facts facts={[...request, ['ID', <ID key="" text={entry.protection.instanceId} />]]} />;
  const { deletions, bulk } = entry;
  const isBulk = deletions.length > 1;
  const [single] = isBulk ? [] : deletions;
  const hiddenCount = deletions.length - maxItems;
  return (
    <>
      <Facts
        facts={[
          ...request,
          [
            'Bulk delete',
            bulk !== null && context.isSearch && 'Only the instances that match the search are shown.',
          ],
          ['Stopped', bulk?.stopReason],
          ...(single ? listFacts(single, context) : []),
        ]}
      />
      {isBulk && (
        <ul aria-label="Results" className="mt-2.5 divide-y divide-line rounded-md border border-line">
          {deletions.slice(0, maxItems).map((deletion) => (
            <li key={deletion.id} className="px-3 py-1.5">
              <div className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
                <span className="mr-auto font-medium">
                  <SafeName name={labelOf(deletion)} whole />
                </span>
                <Actions deletion={deletion} context={context} />
                <StageBadge deletion={deletion} />
              </div>
              <Facts
                isInline
                facts={[
                  ['Database', <SafeName key="" name={deletion.databaseName} whole />],
                  ...listFacts(deletion, context),
                ]}
              />
            </li>
          ))}
          {hiddenCount > 0 && (
            <li key="more" className="px-3 py-1.5 text-small text-muted">
              {`and ${formatNumber(hiddenCount)} more in the evidence and the export`}
            </li>
          )}
        </ul>
      )}
      {deletions.some(({ stage }) => stage === 'deleted') && (
        <p className="mt-2 text-small text-muted">Its data is deleted once the deletion is finalized.</p>
      )}
      <div className="mt-2.5 flex flex-wrap items-center gap-2">
        <CopyEvidenceButton deletions={deletions} />
        {single && <Actions deletion={single} context={context} />}
      </div>
    </>
  );
}

/** Leaves out what is missing. */
function Facts({ facts, isInline = false }: { facts: readonly Fact[]; isInline?: boolean }) {
  return (
    <dl
      className={
        isInline
          ? 'flex flex-wrap gap-x-4 text-small'
          : 'grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-md bg-sunken px-3.5 py-2.5'
      }
    >
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className={isInline ? 'flex gap-1' : 'contents'}>
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 wrap-anywhere">
                {typeof value === 'string' ? <bdi>{value}</bdi> : value}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function RequestText({ entry: { at, actor } }: { entry: Entry }) {
  return (
    <>
      <span>{`${formatDay(at)}, ${formatTimeOfDayWithLocal(at)}`}</span>
      <span> by </span>
      <SafeName name={actor} whole />
    </>
  );
}

function ID({ text }: { text: string }) {
  return (
    <code>
      <SafeName name={text} whole />
    </code>
  );
}

function Actions({ deletion, context }: { deletion: Deletion; context: DetailsContext }) {
  const key = instanceKey(deletion.databaseName, deletion.instanceId);
  const row = context.rowsByKey.get(key);
  const isLatest = context.byInstance.get(key)?.[0]?.id === deletion.id;
  const mayAskAgain = deletion.stage === 'unknown' && isLatest && row?.refusal === null;
  return (
    <>
      <DismissButton deletion={deletion} />
      {mayAskAgain && hasId(row) && isSameInstance(row, deletion) && (
        <Button size="small" className="text-danger" onClick={() => context.onDeleteAgain(row)}>
          Delete again…
        </Button>
      )}
    </>
  );
}

function listFacts(deletion: Deletion, { lists, byInstance }: DetailsContext): Fact[] {
  const { outcome, databaseName, instanceId, confirmedAt } = deletion;
  const ofInstance = byInstance.get(instanceKey(databaseName, instanceId)) ?? [];
  return [
    ['ID', <ID key="" text={instanceId} />],
    ['Response', describeResponse(deletion)],
    ['Why', outcome && describeReason(outcome)],
    ['Request ID', outcome?.requestId && <ID text={outcome.requestId} />],
    ['Notes', outcome?.notes.join(' ')],
    ['Since then', !isInFlight(deletion) && describeListCheck(lists, deletion)],
    ['Later', describeLater(ofInstance.filter((each) => each.confirmedAt > confirmedAt))],
  ];
}

function describeResponse({ outcome, sentAt, endedAt }: Deletion): string {
  if (outcome === null) return 'none yet';
  if (sentAt === null || endedAt === null) return 'none, because no request was sent';
  const time = `after ${((endedAt - sentAt) / 1000).toFixed(1)} s, at ${formatTimeOfDayWithLocal(endedAt)}`;
  return outcome.status === null ? `none ${time}` : `HTTP ${outcome.status} ${time}`;
}

/** What later deletions found isn't a result of this one. */
function describeLater(deletions: readonly Deletion[]): string {
  return deletions
    .toReversed()
    .map((each) => `${stageLooks[each.stage].label}, ${formatInstant(each.confirmedAt)}, by ${each.actor}`)
    .join(' · ');
}
