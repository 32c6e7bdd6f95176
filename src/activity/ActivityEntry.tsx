import { ChevronRight } from 'lucide-react';
import { Fact, FactList } from '../compute/InstanceFacts.tsx';
import { DeletionButtons, ItemBadges, ItemButtons, ItemResults } from '../compute/ItemResults.tsx';
import { formatInstanceCount, type LogItem } from '../compute/instanceRow.ts';
import {
  describeListCheck,
  describeResponse,
  describeWhy,
  formatResults,
  stageDisplay,
  toStageBarSegments,
} from '../compute/outcomes.ts';
import { useInstances } from '../compute/useInstances.ts';
import { formatCount } from '../format/text.ts';
import { formatInstantWithLocal, formatTimeOfDay } from '../format/time.ts';
import { type Deletion, type DeletionItem, getItemLabel, hasSucceeded } from '../rules/deletion.ts';
import { useConfig } from '../session/pageData.ts';
import { onTextClick } from '../ui/Button.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { SegmentedBar } from '../ui/SegmentedBar.tsx';

type Props = { deletion: Deletion; isOpen: boolean; onToggle: () => void };

export function ActivityEntry({ deletion, isOpen, onToggle }: Props) {
  const { items, actor, isOwn, reason, confirmedAt } = deletion;
  const [first] = items;
  const isSingle = items.length === 1;
  const databaseCount = new Set(items.map(({ databaseName }) => databaseName)).size;
  const textClass = `min-w-0 ${isOpen ? 'wrap-anywhere' : 'xl:truncate'}`;
  if (first === undefined) return null;
  return (
    <li className={isOpen ? 'bg-accent-soft [box-shadow:inset_3px_0_var(--color-accent)]' : ''}>
      <button type="button" aria-expanded={isOpen} {...onTextClick(onToggle)} className="activity-line">
        <span className="flex min-w-0 items-center gap-1.5 font-medium text-text">
          <ChevronRight size={14} className={`-ml-1 shrink-0 text-faint ${isOpen ? 'rotate-90' : ''}`} />
          {isSingle ? (
            <SafeName name={getItemLabel(first)} isCut={!isOpen} />
          ) : (
            <span>{formatInstanceCount(items.length)}</span>
          )}
        </span>
        <span>
          <span className={textClass}>
            {databaseCount === 1 ? (
              <SafeName name={first.databaseName} />
            ) : (
              <span>{formatCount(databaseCount, 'database')}</span>
            )}
          </span>
          <span className={textClass}>{isOwn ? <span>You</span> : <SafeName name={actor} />}</span>
          <span className={textClass}>{reason && <SafeName name={reason} />}</span>
        </span>
        <span>{isSingle ? <ItemBadges item={first} /> : <ResultBar items={items} />}</span>
        <time dateTime={new Date(confirmedAt).toISOString()} title={formatInstantWithLocal(confirmedAt)}>
          {formatTimeOfDay(confirmedAt)}
        </time>
      </button>
      {isOpen && (
        <div ref={scrollToElement} className="px-4 pb-3.5 text-control">
          <EntryDetails deletion={deletion} />
        </div>
      )}
    </li>
  );
}

function scrollToElement(element: HTMLElement | null): void {
  element?.parentElement?.scrollIntoView({ block: 'nearest' });
}

function ResultBar({ items }: { items: readonly DeletionItem[] }) {
  const segments = toStageBarSegments(items);
  return (
    <span className="grid w-full gap-1">
      {segments.length > 1 && (
        <span aria-hidden="true">
          <SegmentedBar label="" segments={segments} />
        </span>
      )}
      <span className="text-small sm:max-xl:text-right">{formatResults(items)}</span>
    </span>
  );
}

function EntryDetails({ deletion }: { deletion: Deletion }) {
  const { confirmedAt, items } = deletion;
  const [item] = items;
  const single = item !== undefined && items.length === 1 ? { deletion, index: 0, item } : null;
  return (
    <>
      <FactList>
        <Fact name="Requested">{formatInstantWithLocal(confirmedAt)}</Fact>
        {single !== null && <ItemFacts logItem={single} />}
      </FactList>
      {single === null && <ItemResults deletion={deletion} hasButtons />}
      <div className="mt-2.5 flex flex-wrap items-center gap-2 *:min-h-8 touch:*:min-h-10">
        {single !== null && <ItemButtons logItem={single} />}
        <DeletionButtons deletion={deletion} />
      </div>
    </>
  );
}

function ItemFacts({ logItem }: { logItem: LogItem }) {
  const { recovery } = useConfig();
  const { lists } = useInstances();
  const { stage, outcome, endedAt, instanceId } = logItem.item;
  const response = describeResponse(logItem.item);
  const result = [`${stageDisplay[stage].label}.`, describeWhy(outcome), hasSucceeded(stage) ? recovery : ''];
  return (
    <>
      <Fact name="ID">
        <code>
          <SafeName name={instanceId} />
        </code>
      </Fact>
      <Fact name="Response">{response && `${response}, at ${formatTimeOfDay(endedAt ?? 0)}`}</Fact>
      <Fact name="Result">{result.filter(Boolean).join(' ')}</Fact>
      <Fact name="Now">{outcome !== null && describeListCheck(lists, logItem)}</Fact>
    </>
  );
}
