import { ChevronRight } from 'lucide-react';
import { ItemResults, ResultActions } from '../compute/DeleteResult.tsx';
import { Fact, FactList } from '../compute/InstanceFacts.tsx';
import { DeleteAgainButton, DismissButton, ItemBadges } from '../compute/ItemActions.tsx';
import { formatInstanceCount, type LogItem, type RowWithId } from '../compute/instanceRow.ts';
import { describeListCheck } from '../compute/listCheck.ts';
import {
  describeResponse,
  describeWhy,
  formatResults,
  getItemLabel,
  stageDisplay,
  toStageSegments,
} from '../compute/outcomes.ts';
import type { InstancesState } from '../compute/useInstances.ts';
import { formatCount } from '../format/text.ts';
import { formatInstantWithLocal, formatTimeOfDay } from '../format/time.ts';
import { type Deletion, type DeletionItem, instanceKey } from '../rules/deletion.ts';
import { removesRow } from '../rules/outcome.ts';
import { useConfig } from '../session/pageData.ts';
import { SafeName } from '../ui/SafeName.tsx';
import { SegmentedBar } from '../ui/SegmentedBar.tsx';

type DetailsProps = {
  deletion: Deletion;
  instances: InstancesState;
  onDeleteAgain: (row: RowWithId) => void;
};

type Props = DetailsProps & {
  isOpen: boolean;
  /** True if a link has opened it. It is scrolled to, and highlighted for a moment. */
  isLinked: boolean;
  onToggle: () => void;
};

/** One confirmation, however many instances it has. */
export function ActivityEntry({ isOpen, isLinked, onToggle, ...props }: Props) {
  const { items, actor, isOwn, reason, confirmedAt } = props.deletion;
  const [first] = items;
  const isSingle = items.length === 1;
  const otherDatabases = new Set(items.map(({ databaseName }) => databaseName)).size - 1;
  if (first === undefined) return null;
  return (
    <li
      className={`border-t border-line first:border-t-0 ${isOpen ? '[box-shadow:inset_3px_0_var(--color-accent)]' : ''} ${isLinked ? 'linked-entry' : ''}`}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="grid min-h-11 w-full grid-cols-[minmax(0,1fr)_fit-content(50%)] items-center gap-x-4 gap-y-0.5 px-4 py-2 text-left text-muted select-text hover:bg-hover xl:grid-cols-[minmax(0,12rem)_minmax(0,7rem)_minmax(0,10rem)_minmax(0,1fr)_14rem_4.5rem]"
      >
        <span className="flex min-w-0 items-center gap-1.5 font-medium text-text">
          <ChevronRight
            size={14}
            aria-hidden="true"
            className={`-ml-1 shrink-0 text-faint ${isOpen ? 'rotate-90' : ''}`}
          />
          {isSingle ? (
            <SafeName name={getItemLabel(first)} />
          ) : (
            <span>{formatInstanceCount(items.length)}</span>
          )}
        </span>
        <span className="min-w-0 max-xl:order-3 max-xl:flex max-xl:flex-wrap max-xl:gap-x-3 max-xl:pl-4.5 xl:contents">
          <span className="min-w-0 truncate">
            {otherDatabases === 0 ? (
              <SafeName name={first.databaseName} />
            ) : (
              <span>{formatCount(otherDatabases + 1, 'database')}</span>
            )}
          </span>
          <span className="min-w-0 truncate">{isOwn ? <span>You</span> : <SafeName name={actor} />}</span>
          <span className="min-w-0 xl:truncate">{reason !== '' && <SafeName name={reason} whole />}</span>
        </span>
        <span className="grid min-w-0 justify-items-start max-xl:order-4 max-xl:justify-items-end">
          {isSingle ? <ItemBadges item={first} /> : <ResultBar items={items} />}
        </span>
        <time
          dateTime={new Date(confirmedAt).toISOString()}
          title={formatInstantWithLocal(confirmedAt)}
          className="text-right whitespace-nowrap max-xl:order-2"
        >
          {formatTimeOfDay(confirmedAt)}
        </time>
      </button>
      {isOpen && (
        <div ref={isLinked ? scrollToElement : null} className="px-4 pb-3.5 text-control">
          <EntryDetails {...props} />
        </div>
      )}
    </li>
  );
}

function scrollToElement(element: HTMLElement | null): void {
  element?.parentElement?.scrollIntoView({ block: 'center' });
}

function ResultBar({ items }: { items: readonly DeletionItem[] }) {
  const segments = toStageSegments(items);
  return (
    <span className="grid w-full gap-1">
      {segments.length > 1 && (
        <span aria-hidden="true" className="max-xl:hidden">
          <SegmentedBar label="" segments={segments} />
        </span>
      )}
      <span className="text-small max-xl:text-right">{formatResults(items)}</span>
    </span>
  );
}

function EntryDetails({ deletion, instances, onDeleteAgain }: DetailsProps) {
  const { confirmedAt, actor, isOwn, reason, items } = deletion;
  const { rowsByKey, lists } = instances;
  const [item] = items;
  const single = item !== undefined && items.length === 1 ? { deletion, index: 0, item } : null;
  function renderActions(logItem: LogItem) {
    const { stage, dismissedAt } = logItem.item;
    const canDismiss = stage === 'unknown' || stage === 'mismatch' || stage === 'gone';
    return (
      <>
        {canDismiss && dismissedAt === null && <DismissButton items={[logItem]} />}
        <DeleteAgainButton
          item={logItem.item}
          row={rowsByKey.get(instanceKey(logItem.item))}
          onDeleteAgain={onDeleteAgain}
        />
      </>
    );
  }
  return (
    <>
      <FactList>
        <Fact name="Requested">
          <span>{`${formatInstantWithLocal(confirmedAt)}${isOwn ? '' : ' by '}`}</span>
          {!isOwn && <SafeName name={actor} whole />}
        </Fact>
        <Fact name="Reason">{reason !== '' && <SafeName name={reason} whole />}</Fact>
        {single !== null && <ItemFacts logItem={single} lists={lists} />}
      </FactList>
      {single === null && <ItemResults deletion={deletion} lists={lists} renderActions={renderActions} />}
      <div className="mt-2.5 flex flex-wrap items-center gap-2">
        {single !== null && renderActions(single)}
        <ResultActions deletion={deletion} rowsByKey={rowsByKey} />
      </div>
    </>
  );
}

function ItemFacts({ logItem, lists }: { logItem: LogItem; lists: InstancesState['lists'] }) {
  const { recovery } = useConfig();
  const { stage, outcome, endedAt, instanceId, databaseName } = logItem.item;
  const response = describeResponse(logItem.item);
  const time = outcome?.status == null || endedAt === null ? '' : `, at ${formatTimeOfDay(endedAt)}`;
  const why = outcome === null ? [] : [describeWhy(outcome), ...outcome.notes];
  const result = [`${stageDisplay[stage].label}.`, ...why, removesRow(stage) ? recovery : ''];
  return (
    <>
      <Fact name="ID">
        <code>
          <SafeName name={instanceId} whole />
        </code>
      </Fact>
      <Fact name="Database">
        <SafeName name={databaseName} whole />
      </Fact>
      <Fact name="Response">{response && response + time}</Fact>
      <Fact name="Result">{result.filter(Boolean).join(' ')}</Fact>
      <Fact name="Now">{outcome !== null && describeListCheck(lists, logItem)}</Fact>
    </>
  );
}
