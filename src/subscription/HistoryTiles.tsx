import type { ReactNode } from 'react';
import { formatCount } from '../format/text.ts';
import { dayMs, formatDay, formatTimeOfDay } from '../format/time.ts';
import {
  clipSpans,
  findSpanAt,
  formatDayRange,
  formatDurationInDays,
  mergeEqualLevels,
  type Period,
  type SubscriptionHistory,
  sumSpans,
} from './history.ts';
import { PeriodName } from './levels.tsx';

type Props = { history: SubscriptionHistory };

export function HistoryTiles({ history }: Props) {
  const { now, periods, days } = history;
  const runs = mergeEqualLevels(periods);
  const run = findSpanAt(runs, now);
  const next = runs.find(({ from }) => from === run?.to);
  const nameOf = (period: Period | undefined) => <PeriodName period={period} history={history} />;
  const levelsOnDay = clipSpans(runs, days).map((each) => (
    <span key={each.from} className="block">
      {each.from > days.from && <span>{`from ${formatTimeOfDay(each.from)} `}</span>}
      {nameOf(each)}
    </span>
  ));
  const isKnown = history.gapName === 'No subscription' && run?.level !== null;
  const noChange = isKnown ? 'None' : 'Unknown';
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-3">
      <Tile term="Current level" value={nameOf(run)} note={formatMoment('since', run?.from)} />
      <Tile term="Next change" value={next ? nameOf(next) : noChange} note={formatMoment('on', next?.from)} />
      {days.isChosen && days.to - days.from === dayMs ? (
        <Tile term={`Level on ${formatDay(days.from)}`} value={levelsOnDay} />
      ) : (
        <DaysWithLevel history={history} />
      )}
    </dl>
  );
}

function DaysWithLevel({ history: { periods, days, gapName, level } }: Props) {
  const counted = clipSpans(periods, days);
  const chosen = counted.filter(
    ({ entry }) => entry?.problem === null && (level ?? entry.level) === entry.level,
  );
  const ms = sumSpans(chosen);
  const gaps = counted.filter(({ entry }) => entry === null);
  const range = formatDayRange(days);
  const sum = range === '' ? '–' : formatDurationInDays(ms, days);
  const value = ms === 0 && gapName === 'Unknown' ? 'Unknown' : sum;
  const gapDays = formatDurationInDays(sumSpans(gaps), { ...days, isChosen: false });
  const gapNote = level === null && gaps.length > 0 && `${formatCount(gaps.length, 'gap')} of ${gapDays}`;
  return (
    <Tile
      term={`Days with ${level === null ? 'a' : 'this'} level`}
      value={value}
      note={range}
      gapNote={gapNote}
    />
  );
}

type TileProps = { term: string; value: ReactNode; note?: ReactNode; gapNote?: ReactNode };

function Tile({ term, value, note, gapNote }: TileProps) {
  return (
    // The last tile has room for both notes, so that they move nothing.
    <div className="min-w-0 bg-surface px-4 pt-3 pb-3.5 last:col-span-2 last:min-h-29.5 md:last:col-span-1">
      <dt className="text-small text-muted">{term}</dt>
      <dd className="mt-2 text-lead font-semibold wrap-anywhere md:text-title">{value}</dd>
      <dd className="text-control text-muted empty:hidden">{note}</dd>
      <dd className="text-control text-notice empty:hidden">{gapNote}</dd>
    </div>
  );
}

/** Empty for what has always been, or will never end. */
function formatMoment(word: string, ms = Number.NaN): string {
  return Number.isFinite(ms) ? `${word} ${formatDay(ms)}` : '';
}
