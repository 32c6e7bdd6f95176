import { type ReactNode, useState } from 'react';
import { getHueClass } from '../ui/hues.ts';
import { SafeName } from '../ui/SafeName.tsx';
import { formatInstant } from '../ui/time.ts';
import { useZone } from '../ui/usePreferences.ts';
import { formatCount } from '../ui/words.ts';
import type { HistoryModel } from './history.ts';
import { getLevelKey, getLevelName, LevelSwatch } from './levels.tsx';
import {
  describeNoCurrentLevel,
  formatCalendarDuration,
  formatDays,
  formatGapAndOverlapCounts,
} from './sentences.ts';
import type { HistorySummary, LevelTotal } from './totals.ts';

type SummaryProps = { model: HistoryModel; summary: HistorySummary; now: number };

export function Summary({ model, summary, now }: SummaryProps) {
  const { current, unreadableEndEntry, supersededEntry, otherCurrentCount, since, until, nextEntry } =
    summary;
  const excludedCount = model.entries.length - model.includedEntries.length;
  return (
    <dl className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3">
      <Tile
        term="Current level"
        value={
          current !== null ? (
            <Level model={model} level={current.record.level} />
          ) : unreadableEndEntry !== null ? (
            'Unknown'
          ) : (
            'None'
          )
        }
      >
        {current === null && describeNoCurrentLevel(unreadableEndEntry, supersededEntry)}
        {since !== null && (
          <>
            <span className="inline-block">
              since <Moment ms={since} />,
            </span>{' '}
            <span className="inline-block">
              {until === null ? 'no end date' : 'until '}
              {until !== null && <Moment ms={until} />}
            </span>
          </>
        )}
        {otherCurrentCount > 0 &&
          `. ${formatCount(otherCurrentCount, 'other record')} ${otherCurrentCount === 1 ? 'is' : 'are'} current too.`}
      </Tile>
      <Tile
        term="Next scheduled change"
        value={nextEntry === null ? 'None' : <Level model={model} level={nextEntry.record.level} />}
      >
        {nextEntry?.from == null ? (
          'No change is scheduled.'
        ) : (
          <>
            on <Moment ms={nextEntry.from} />, in {formatCalendarDuration(now, nextEntry.from)}
          </>
        )}
      </Tile>
      <Tile term="Time with a subscription" value={formatDays(summary.subscribedMs)}>
        {formatGapAndOverlapCounts(model)}
        {excludedCount > 0 &&
          `. ${formatCount(excludedCount, 'record')} excluded from totals. ${excludedCount === 1 ? 'Its note says' : 'Their notes say'} why.`}
      </Tile>
    </dl>
  );
}

type TileProps = { term: string; value: ReactNode; children: ReactNode };

function Tile({ term, value, children }: TileProps) {
  return (
    <div className="bg-surface px-4 py-3 sm:max-lg:px-3">
      <dt className="text-small text-muted">{term}</dt>
      <dd className="mt-0.5 text-lead font-semibold wrap-anywhere">{value}</dd>
      <dd className="mt-0.5 text-small text-muted">{children}</dd>
    </div>
  );
}

function Level({ model, level }: { model: HistoryModel; level: string | null }) {
  return (
    <span className="flex items-center gap-2">
      <LevelSwatch levelStyle={model.levelStyles.get(getLevelKey(level))} />
      <SafeName name={getLevelName(level)} whole />
    </span>
  );
}

function Moment({ ms }: { ms: number }) {
  return (
    <time dateTime={new Date(ms).toISOString()} className="whitespace-nowrap">
      {formatInstant(ms, useZone())}
    </time>
  );
}

type TotalsProps = {
  model: HistoryModel;
  /** Longest first. */
  totals: readonly LevelTotal[];
  /** Says which records and which time the totals include. */
  scope: string;
};

export function Totals({ model, totals, scope }: TotalsProps) {
  // Show the totals closed at first if they are above the list, because open totals would push the records down.
  const [isBesideList] = useState(() => window.matchMedia('(min-width: 80rem)').matches);
  const longestMs = Math.max(1, totals[0]?.ms ?? 0);
  return (
    <details
      open={isBesideList}
      className="history-totals rounded-lg border border-line bg-surface px-4 py-3"
    >
      <summary className="cursor-pointer">
        <h2 className="inline font-semibold">Time per level</h2>
      </summary>
      <p className="text-small text-muted">{scope}</p>
      <table className="mt-2 w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">Level</th>
            <th scope="col">Time and records</th>
          </tr>
        </thead>
        <tbody>
          {totals.map(({ level, ms, recordCount }) => (
            <tr key={level} className="align-top">
              <th scope="row" className="w-full py-1.5 pr-3 text-left font-medium wrap-anywhere">
                <Level model={model} level={level} />
                <span
                  aria-hidden="true"
                  className={`mt-1.5 block h-1 rounded-sm bg-current print:hidden ${getHueClass(model.levelStyles.get(level)?.hue ?? 0)}`}
                  style={{ width: `${(100 * ms) / longestMs}%` }}
                />
              </th>
              <td className="py-1.5 text-right whitespace-nowrap">
                {formatDays(ms)}
                <span className="block text-small text-muted">{formatCount(recordCount, 'record')}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
