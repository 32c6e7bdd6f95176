import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { SafeName } from '../ui/SafeName.tsx';
import { SegmentedBar } from '../ui/SegmentedBar.tsx';
import { formatClock, formatInstant } from '../ui/time.ts';
import { formatCount } from '../ui/words.ts';
import { ActivityDetails } from './ActivityDetails.tsx';
import type { ActivityProps, Entry } from './activity.ts';
import type { Deletion } from './deletion.ts';
import { formatInstanceCount } from './instanceRow.ts';
import { StageBadge } from './OutcomeNotice.tsx';
import { formatSegments, toSegments } from './outcomes.ts';

/** A row of the Activity page, which opens in place. */
export function ActivityEntry({ entry, ...props }: ActivityProps & { entry: Entry }) {
  const { confirmedAt, isBulk, results } = entry;
  const [isOpen, setOpen] = useState(false);
  const [first] = results;
  if (first === undefined) return null;
  const databaseCount = new Set(results.map(({ target }) => target.databaseName)).size;
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="grid min-h-11 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-2 text-left hover:bg-hover md:grid-cols-[minmax(0,13rem)_minmax(0,9rem)_minmax(0,1fr)_14rem_5rem]"
      >
        <span className="flex min-w-0 items-center gap-1.5 font-medium">
          <ChevronRight
            size={14}
            aria-hidden="true"
            className={`-ml-1 shrink-0 text-faint transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
          {isBulk ? <span>{formatInstanceCount(results.length)}</span> : <SafeName name={first.label} />}
        </span>
        <span className="min-w-0 truncate text-muted max-md:order-3 max-md:pl-4.5">
          {databaseCount === 1 ? (
            <SafeName name={first.target.databaseName} />
          ) : (
            <span>{formatCount(databaseCount, 'database')}</span>
          )}
        </span>
        <bdi
          translate="no"
          className="min-w-0 truncate text-muted empty:hidden max-md:order-5 max-md:col-span-2 max-md:pl-4.5 md:empty:block"
        >
          {first.reason}
        </bdi>
        <span className="grid min-w-0 justify-items-start max-md:order-4 max-md:justify-self-end">
          {isBulk ? <ResultBar results={results} /> : <StageBadge deletion={first} />}
        </span>
        <time
          dateTime={new Date(confirmedAt).toISOString()}
          title={formatInstant(confirmedAt)}
          className="text-right whitespace-nowrap text-muted max-md:order-2"
        >
          {formatClock(confirmedAt)}
        </time>
      </button>
      {isOpen && <ActivityDetails entry={entry} {...props} />}
    </li>
  );
}

function ResultBar({ results }: { results: readonly Deletion[] }) {
  const segments = toSegments(results, Date.now());
  return (
    <span className="grid w-full gap-1">
      <span aria-hidden="true" className="max-md:hidden">
        <SegmentedBar label="" segments={segments} height={6} />
      </span>
      <span className="text-small text-muted">{formatSegments(segments)}</span>
    </span>
  );
}
