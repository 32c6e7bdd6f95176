import { CopyEvidenceButton, DeletionFacts, DeletionList } from '../compute/DeletionList.tsx';
import { Fact, FactList } from '../compute/InstanceFacts.tsx';
import { hasId, isSameInstance, type RowWithId } from '../compute/instanceRow.ts';
import { describeListCheck } from '../compute/listCheck.ts';
import { DismissButton } from '../compute/OutcomeNotice.tsx';
import { stageDisplay } from '../compute/outcomes.ts';
import type { InstancesState } from '../compute/useInstances.ts';
import { formatInstant, formatInstantWithLocal } from '../format/time.ts';
import { type Deletion, instanceKey, isUnsettled } from '../rules/deletion.ts';
import { Button } from '../ui/Button.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import type { Entry } from './activityLog.ts';

export type EntryContext = Pick<InstancesState, 'rowsByKey' | 'lists'> & {
  /** The known deletions of each instance, the newest first, by `instanceKey`. */
  byInstance: ReadonlyMap<string, readonly Deletion[]>;
  isSearch: boolean;
  onDeleteAgain: (row: RowWithId) => void;
};

export function EntryDetails({ entry, context }: { entry: Entry; context: EntryContext }) {
  if (entry.kind === 'protection')
    return (
      <FactList>
        <RequestFacts entry={entry} />
        <Fact name="ID">
          <code>
            <SafeName name={entry.protection.instanceId} whole />
          </code>
        </Fact>
      </FactList>
    );
  const { deletions, bulk } = entry;
  const isBulk = deletions.length > 1;
  const [single] = isBulk ? [] : deletions;
  return (
    <>
      <FactList>
        <RequestFacts entry={entry} />
        <Fact name="Bulk delete">
          {bulk !== null && context.isSearch && 'Only the instances that match the search are shown.'}
        </Fact>
        <Fact name="Stopped">{bulk?.stopReason}</Fact>
        {single && <DeletionFacts deletion={single} />}
        {single && <LaterFacts deletion={single} context={context} />}
      </FactList>
      {isBulk && (
        <DeletionList
          deletions={deletions}
          renderActions={(deletion) => <Actions deletion={deletion} context={context} />}
          renderLaterFacts={(deletion) => <LaterFacts deletion={deletion} context={context} />}
        />
      )}
      {deletions.some(({ stage }) => stage === 'deleted') && (
        <p className="mt-2 text-small text-muted">All data is deleted once a deletion is finalized.</p>
      )}
      <div className="mt-2.5 flex flex-wrap items-center gap-2">
        <CopyEvidenceButton deletions={deletions} />
        {single && <Actions deletion={single} context={context} />}
      </div>
    </>
  );
}

function RequestFacts({ entry: { at, actor, reason } }: { entry: Entry }) {
  return (
    <>
      <Fact name="Asked for">
        <span>{formatInstantWithLocal(at)}</span>
        <span> by </span>
        <SafeName name={actor} whole />
      </Fact>
      <Fact name="Reason">{reason && <SafeName name={reason} whole />}</Fact>
    </>
  );
}

type DeletionProps = { deletion: Deletion; context: EntryContext };

function LaterFacts({ deletion, context: { lists, byInstance } }: DeletionProps) {
  const { confirmedAt } = deletion;
  const ofInstance = byInstance.get(instanceKey(deletion)) ?? [];
  return (
    <>
      <Fact name="Since then">{!isUnsettled(deletion) && describeListCheck(lists, deletion)}</Fact>
      <Fact name="Later">{describeLater(ofInstance.filter((each) => each.confirmedAt > confirmedAt))}</Fact>
    </>
  );
}

function Actions({ deletion, context }: DeletionProps) {
  const key = instanceKey(deletion);
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

/** What later deletions found isn't a result of this one. */
function describeLater(deletions: readonly Deletion[]): string {
  return deletions
    .toReversed()
    .map((each) => `${stageDisplay[each.stage].label}, ${formatInstant(each.confirmedAt)}, by ${each.actor}`)
    .join(' · ');
}
