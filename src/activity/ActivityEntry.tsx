import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { formatInstantWithLocal, formatTimeOfDay } from '../format/time.ts';
import { formatCount } from '../format/words.ts';
import { StageBadge } from '../instances/delete/OutcomeNotice.tsx';
import { formatSegments, labelOf, toStageSegments } from '../instances/delete/outcomes.ts';
import { formatInstanceCount } from '../instances/instanceRow.ts';
import { useSession } from '../session/useSession.ts';
import { Badge } from '../ui/Badge.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { SegmentedBar } from '../ui/SegmentedBar.tsx';
import { type DetailsContext, EntryDetails } from './EntryDetails.tsx';
import { changeLabel, type DeleteEntry, type Entry } from './entries.ts';

export function ActivityEntry({ entry, context }: { entry: Entry; context: DetailsContext }) {
  const { actor: self } = useSession();
  const [isOpen, setOpen] = useState(false);
  const { at, actor, reason } = entry;
  const isDelete = entry.kind === 'delete';
  const subjects = isDelete ? entry.deletions : [entry.protection];
  const [first] = subjects;
  const databases = new Set(subjects.map(({ databaseName }) => databaseName));
  if (first === undefined) return null;
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="grid min-h-11 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-2 text-left text-muted select-text hover:bg-hover md:grid-cols-[minmax(0,12rem)_minmax(0,7rem)_minmax(0,10rem)_minmax(0,1fr)_13rem_4.5rem]"
      >
        <span className="flex min-w-0 items-center gap-1.5 font-medium text-text">
          <ChevronRight
            size={14}
            aria-hidden="true"
            className={`-ml-1 shrink-0 text-faint transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
          {subjects.length > 1 ? (
            <span>{formatInstanceCount(subjects.length)}</span>
          ) : (
            <SafeName name={labelOf(first)} />
          )}
        </span>
        <span className="min-w-0 truncate max-md:order-3 max-md:pl-4.5">
          {databases.size === 1 ? (
            <SafeName name={first.databaseName} />
          ) : (
            <span>{formatCount(databases.size, 'database')}</span>
          )}
        </span>
        <span className="min-w-0 truncate max-md:order-5 max-md:pl-4.5">
          {actor === self ? <span>You</span> : <SafeName name={actor} />}
        </span>
        <span className="min-w-0 truncate empty:hidden max-md:order-6 max-md:col-span-2 max-md:pl-4.5 md:empty:block">
          {reason !== '' && <SafeName name={reason} />}
        </span>
        <span className="grid min-w-0 justify-items-start max-md:order-4 max-md:justify-items-end">
          {isDelete ? <Result entry={entry} /> : <Badge>{changeLabel(entry)}</Badge>}
        </span>
        <time
          dateTime={new Date(at).toISOString()}
          title={formatInstantWithLocal(at)}
          className="text-right whitespace-nowrap max-md:order-2"
        >
          {formatTimeOfDay(at)}
        </time>
      </button>
      {isOpen && (
        <div className="px-4 pb-3.5 text-control">
          <EntryDetails entry={entry} context={context} />
        </div>
      )}
    </li>
  );
}

function Result({ entry: { deletions } }: { entry: DeleteEntry }) {
  const [first, second] = deletions;
  if (first !== undefined && second === undefined) return <StageBadge deletion={first} />;
  const segments = toStageSegments(deletions);
  return (
    <span className="grid w-full gap-1">
      <span aria-hidden="true" className="max-md:hidden">
        <SegmentedBar label="" segments={segments} height={6} />
      </span>
      <span className="text-small">{formatSegments(segments)}</span>
    </span>
  );
}
