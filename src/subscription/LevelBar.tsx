import type { CSSProperties } from 'react';
import { type EpochMs, formatDay } from '../format/time.ts';
import {
  clipSpans,
  formatDayRange,
  mergeEqualLevels,
  type Period,
  type SubscriptionHistory,
  type TimeSpan,
} from './history.ts';
import { getLevelColor, PeriodName } from './levels.tsx';

export function LevelBar({ history }: { history: SubscriptionHistory }) {
  const { now, periods, days } = history;
  const { from, to } = history.span;
  const room = days.isChosen || periods.at(-1)?.entry === null ? 0 : (to - from) * 0.05;
  const span = { from, to: to + room };
  const leftOf = (moment: EpochMs) => (100 * (moment - span.from)) / (span.to - span.from);
  const widthOf = (run: TimeSpan) => leftOf(run.to) - leftOf(run.from);
  // Of the runs that begin within a thousandth of the bar, only the last one could be seen.
  const all = mergeEqualLevels(clipSpans(periods, span));
  const runs = [...new Map(all.map((run) => [Math.floor(10 * leftOf(run.from)), run])).values()];
  if (runs.length < 2) return null;
  const narrowest = Math.min(...runs.map(widthOf));
  return (
    <section aria-label="Levels over time" className="break-inside-avoid panel px-4 pt-6 pb-2.5">
      <div className="@container relative h-10">
        {runs.map((run) => (
          <div
            key={run.from}
            title={formatDayRange(run)}
            data-color={run.level === null ? 'plain' : getLevelColor(run.level, history)}
            style={toBox(leftOf(run.from), widthOf(run), narrowest)}
            className={`absolute inset-y-0 flex min-w-px flex-wrap overflow-hidden leading-10 ${getRunLook(run, now)}`}
          >
            {/* A text that doesn't fit beside this wraps to a second line, which is hidden. So no text is cut. */}
            <i className="h-full w-1.5" />
            <span className="px-0.5 text-[0.6875rem] font-semibold whitespace-nowrap">
              <PeriodName period={run} history={history} />
            </span>
          </div>
        ))}
        {span.from <= now && now <= span.to && <i className="now-line" style={{ left: `${leftOf(now)}%` }} />}
      </div>
      <div aria-hidden="true" className="mt-2 flex justify-between text-small text-muted">
        <span>{formatDay(span.from)}</span>
        <span>{room > 0 ? 'no end' : formatDay(span.to - 1)}</span>
      </div>
    </section>
  );
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
