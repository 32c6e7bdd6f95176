import { DeleteResult, ResultActions } from '../compute/DeleteResult.tsx';
import { Fact, FactList } from '../compute/InstanceFacts.tsx';
import { ItemActions } from '../compute/ItemActions.tsx';
import type { LogItem, RowWithId } from '../compute/instanceRow.ts';
import { describeListCheck } from '../compute/listCheck.ts';
import { describeResponse, describeWhy, stageDisplay } from '../compute/outcomes.ts';
import type { InstancesState } from '../compute/useInstances.ts';
import { formatInstantWithLocal, formatTimeOfDay } from '../format/time.ts';
import { type Deletion, instanceKey } from '../rules/deletion.ts';
import { removesRow } from '../rules/outcome.ts';
import { useConfig } from '../session/pageData.ts';
import { SafeName } from '../ui/SafeName.tsx';

type Props = { deletion: Deletion; instances: InstancesState; onDeleteAgain: (row: RowWithId) => void };

export function EntryDetails({ deletion, instances, onDeleteAgain }: Props) {
  const { confirmedAt, actor, reason, items } = deletion;
  const { rowsByKey, lists } = instances;
  const [item, second] = items;
  const actionsOf = (logItem: LogItem) => (
    <ItemActions
      logItem={logItem}
      row={rowsByKey.get(instanceKey(logItem.item))}
      onDeleteAgain={onDeleteAgain}
    />
  );
  const single = item !== undefined && second === undefined ? { deletion, index: 0, item } : null;
  return (
    <>
      <FactList>
        <Fact name="Requested">
          <span>{formatInstantWithLocal(confirmedAt)}</span>
          <span> by </span>
          <SafeName name={actor} whole />
        </Fact>
        <Fact name="Reason">{reason !== '' && <SafeName name={reason} whole />}</Fact>
        {single !== null && <ItemFacts logItem={single} lists={lists} />}
      </FactList>
      {single === null && <DeleteResult deletion={deletion} lists={lists} renderActions={actionsOf} />}
      <div className="mt-2.5 flex flex-wrap items-center gap-2">
        {single !== null && actionsOf(single)}
        <ResultActions deletion={deletion} rowsByKey={rowsByKey} />
      </div>
    </>
  );
}

function ItemFacts({ logItem, lists }: { logItem: LogItem; lists: InstancesState['lists'] }) {
  const { recovery } = useConfig();
  const { item } = logItem;
  const { stage, outcome, endedAt } = item;
  const result = [
    `${stageDisplay[stage].label}.`,
    outcome === null ? '' : describeWhy(outcome),
    ...(outcome?.notes ?? []),
    removesRow(stage) ? recovery : '',
  ];
  const response = describeResponse(item);
  const time = outcome?.status == null || endedAt === null ? '' : `, at ${formatTimeOfDay(endedAt)}`;
  return (
    <>
      <Fact name="ID">
        <code>
          <SafeName name={item.instanceId} whole />
        </code>
      </Fact>
      <Fact name="Database">
        <SafeName name={item.databaseName} whole />
      </Fact>
      <Fact name="Response">{response && response + time}</Fact>
      <Fact name="Result">{result.filter(Boolean).join(' ')}</Fact>
      <Fact name="Now">{outcome !== null && describeListCheck(lists, logItem)}</Fact>
      <Fact name="Record">
        {outcome?.record && (
          <details>
            <summary className="w-fit cursor-default text-muted hover:text-text">
              What the service sent
            </summary>
            <code translate="no" className="text-small wrap-anywhere">
              {JSON.stringify(outcome.record)}
            </code>
          </details>
        )}
      </Fact>
    </>
  );
}
