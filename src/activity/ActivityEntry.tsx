import { ChevronRight } from 'lucide-react';
import { ItemBadges } from '../compute/ItemActions.tsx';
import { formatInstanceCount, type RowWithId } from '../compute/instanceRow.ts';
import { formatResults, getItemLabel, toStageSegments } from '../compute/outcomes.ts';
import type { InstancesState } from '../compute/useInstances.ts';
import { formatCount } from '../format/text.ts';
import { formatInstantWithLocal, formatTimeOfDay } from '../format/time.ts';
import type { Deletion } from '../rules/deletion.ts';
import { SafeName } from '../ui/SafeName.tsx';
import { SegmentedBar } from '../ui/SegmentedBar.tsx';
import { EntryDetails } from './EntryDetails.tsx';

type Props = {
  deletion: Deletion;
  isOpen: boolean;
  /** True if a link has opened it. It is scrolled to, and highlighted for a moment. */
  isLinked: boolean;
  instances: InstancesState;
  onToggle: () => void;
  onDeleteAgain: (row: RowWithId) => void;
};

/** One confirmation, however many instances it has. */
export function ActivityEntry({ deletion, isOpen, isLinked, instances, onToggle, onDeleteAgain }: Props) {
  const { items, actor, isOwn, reason, confirmedAt } = deletion;
  const [first, second] = items;
  const databases = new Set(items.map(({ databaseName }) => databaseName));
  if (first === undefined) return null;
  return (
    <li
      className={`border-t border-line first:border-t-0 ${isOpen ? 'shadow-[inset_3px_0_var(--color-accent)]' : ''} ${isLinked ? 'linked-entry' : ''}`}
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
          {second === undefined ? (
            <SafeName name={getItemLabel(first)} />
          ) : (
            <span>{formatInstanceCount(items.length)}</span>
          )}
        </span>
        <span className="min-w-0 max-xl:order-3 max-xl:flex max-xl:flex-wrap max-xl:gap-x-3 max-xl:pl-4.5 xl:contents">
          <span className="min-w-0 truncate">
            {databases.size === 1 ? (
              <SafeName name={first.databaseName} />
            ) : (
              <span>{formatCount(databases.size, 'database')}</span>
            )}
          </span>
          <span className="min-w-0 truncate">{isOwn ? <span>You</span> : <SafeName name={actor} />}</span>
          <span className="min-w-0 xl:truncate">{reason !== '' && <SafeName name={reason} whole />}</span>
        </span>
        <span className="grid min-w-0 justify-items-start max-xl:order-4 max-xl:justify-items-end">
          {second === undefined ? <ItemBadges item={first} /> : <ResultBar deletion={deletion} />}
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
          <EntryDetails deletion={deletion} instances={instances} onDeleteAgain={onDeleteAgain} />
        </div>
      )}
    </li>
  );
}

function scrollToElement(element: HTMLElement | null): void {
  element?.parentElement?.scrollIntoView({ block: 'center' });
}

function ResultBar({ deletion: { items } }: { deletion: Deletion }) {
  const parts = formatResults(items).split(/(?<=, )/);
  return (
    <span className="grid w-full gap-1">
      <span aria-hidden="true" className="max-xl:hidden">
        <SegmentedBar label="Results" segments={toStageSegments(items)} />
      </span>
      <span className="flex flex-wrap gap-x-1 text-small max-xl:justify-end">
        {parts.map((part) => (
          <span key={part}>{part}</span>
        ))}
      </span>
    </span>
  );
}
