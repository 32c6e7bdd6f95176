import { useQueryStates } from 'nuqs';
import type { CSSProperties, MouseEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { formatCount } from '../format/text.ts';
import { dayMs, type EpochMs, formatDay, formatTimeOfDay } from '../format/time.ts';
import { SafeName } from '../ui/SafeName.tsx';
import { hueOf, type SegmentColor } from '../ui/SegmentedBar.tsx';
import {
  clipSpans,
  findSpanAt,
  formatDayRange,
  formatDays,
  getLineId,
  historyParams,
  mergeEqualLevels,
  type Period,
  type SubscriptionHistory,
  sumSpans,
  type TimeSpan,
} from './history.ts';

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

function DaysWithLevel({ history: { periods, days, gapName } }: Props) {
  const counted = clipSpans(periods, days);
  const ms = sumSpans(counted.filter(({ entry }) => entry?.problem === null));
  const gaps = counted.filter(({ entry }) => entry === null);
  const range = formatDayRange(days);
  const sum = range === '' ? '–' : formatDays(ms, days);
  const value = ms === 0 && gapName === 'Unknown' ? 'Unknown' : sum;
  const gapDays = formatDays(sumSpans(gaps), { ...days, isChosen: false });
  const gapNote = gaps.length > 0 && `${formatCount(gaps.length, 'gap')} of ${gapDays}`;
  return <Tile term="Days with a level" value={value} note={range} gapNote={gapNote} />;
}

type TileProps = { term: string; value: ReactNode; note?: ReactNode; gapNote?: ReactNode };

function Tile({ term, value, note, gapNote }: TileProps) {
  return (
    // The last one has room for both notes, so that nothing moves while days are chosen.
    <div className="min-w-0 bg-surface px-4 pt-3 pb-3.5 last:col-span-2 last:min-h-29.5 md:last:col-span-1">
      <dt className="text-small text-muted">{term}</dt>
      <dd className="mt-2 text-lead font-semibold wrap-anywhere md:text-title">{value}</dd>
      <dd className="text-control text-muted empty:hidden">{note}</dd>
      <dd className="text-control text-notice empty:hidden">{gapNote}</dd>
    </div>
  );
}

/** Nothing for what has always been, or will never end. */
function formatMoment(word: string, ms = Number.NaN): string {
  return Number.isFinite(ms) ? `${word} ${formatDay(ms)}` : '';
}

export function LevelBar({ history }: Props) {
  const { now, periods, days } = history;
  const { from, to } = history.span;
  const [{ level }, changeView] = useQueryStates(historyParams);
  // Time without an end gets a little room.
  const room = days.isChosen || periods.at(-1)?.entry === null ? 0 : (to - from) * 0.05;
  const span = { from, to: to + room };
  const leftOf = (moment: EpochMs) => (100 * (moment - span.from)) / (span.to - span.from);
  const widthOf = (run: TimeSpan) => leftOf(run.to) - leftOf(run.from);
  // Of the runs that begin within a thousandth of the bar, only the last one could be seen.
  const all = mergeEqualLevels(clipSpans(periods, span));
  const runs = [...new Map(all.map((run) => [Math.floor(10 * leftOf(run.from)), run])).values()];
  if (runs.length < 2) return null;
  const narrowest = Math.min(...runs.map(widthOf));

  function showLine(event: MouseEvent, run: Period) {
    event.preventDefault();
    // The chosen level may hide it.
    if (run.entry?.level !== level) flushSync(() => void changeView({ level: null }));
    document.getElementById(getLineId(run))?.focus();
  }
  return (
    <section aria-label="Levels over time" className="break-inside-avoid panel px-4 pt-6 pb-2.5">
      <div className="@container relative h-10">
        {runs.map((run) => (
          <a
            key={run.from}
            href={`#${getLineId(run)}`}
            onClick={(event) => showLine(event, run)}
            // A narrower part is too small as a target. Its line is in the list, too.
            tabIndex={widthOf(run) < 10 ? -1 : undefined}
            title={formatDayRange(run)}
            data-color={run.level === null ? 'muted' : getLevelColor(run.level, history)}
            style={toBox(leftOf(run.from), widthOf(run), narrowest)}
            className={`absolute inset-y-0 flex min-w-px flex-wrap overflow-hidden leading-10 ${getRunLook(run, now)}`}
          >
            {/* A text that doesn't fit beside this wraps to a second line, which is hidden. So no text is cut. */}
            <i className="h-full w-1.5" />
            <span className="px-0.5 text-[0.6875rem] font-semibold whitespace-nowrap">
              <PeriodName period={run} history={history} />
            </span>
          </a>
        ))}
        {span.from <= now && now <= span.to && <i className="now-line" style={{ left: `${leftOf(now)}%` }} />}
      </div>
      <div aria-hidden="true" className="relative mt-2 flex justify-between text-small text-muted">
        <span>{formatDay(span.from)}</span>
        {listYears(span).map((year) => (
          <span
            key={year}
            className="absolute max-md:hidden"
            style={{ left: `${leftOf(Date.UTC(year, 0))}%` }}
          >
            {year}
          </span>
        ))}
        <span>{room > 0 ? 'no end' : formatDay(span.to - 1)}</span>
      </div>
    </section>
  );
}

/** At most eight years, away from the labels at both ends. */
function listYears({ from, to }: TimeSpan): readonly number[] {
  const yearAt = (part: number) => new Date(from + (to - from) * part).getUTCFullYear();
  const count = yearAt(0.84) - yearAt(0.12);
  const years = Array.from({ length: count }, (_, index) => yearAt(0.12) + 1 + index);
  return years.filter((_, index) => index % Math.ceil(count / 8) === 0);
}

function getRunLook({ entry, level, from }: Period, now: EpochMs): string {
  if (entry === null) return 'border border-dashed border-notice-line bg-notice-soft text-notice';
  if (from > now || level === null) return 'segment pale text-text';
  return 'segment text-on-hue';
}

/** In per cent of the bar. If the narrowest has less than 6 px, none has a gap or a radius. Half a pixel hides seams. */
function toBox(left: number, width: number, narrowest: number): CSSProperties {
  const limit = (length: string) => `clamp(0px, (${narrowest}cqw - 6px) / 2, ${length})`;
  return {
    left: `${left}%`,
    width: `calc(${width}% + 0.5px - ${limit('2px')})`,
    borderRadius: limit('5px'),
  };
}

function PeriodName({ period, history }: Props & { period: Period | undefined }) {
  if (!period?.entry) return <span key={history.gapName}>{history.gapName}</span>;
  return period.level === null ? <span key="unknown">Unknown</span> : <LevelName level={period.level} />;
}

export function LevelName({ level }: { level: string }) {
  return level === '' ? <span key="none">No level</span> : <SafeName name={level} />;
}

export function getLevelColor(level: string, { levels }: SubscriptionHistory): SegmentColor {
  return hueOf(Math.max(0, levels.indexOf(level)));
}
