import type { CSSProperties, ReactNode } from 'react';
import { type EpochMs, formatDay } from '../format/time.ts';
import { SafeName } from '../ui/SafeName.tsx';
import { hueOf, type SegmentColor } from '../ui/SegmentedBar.tsx';
import { clipSpans, mergeRuns, type SubscriptionHistory, type TimeSpan } from './history.ts';
import { formatDayRange, nameGap } from './historyView.ts';

type Props = { history: SubscriptionHistory; selected: TimeSpan | null };

/** The levels over the selected days, or over all time. Nothing if there would be only one color. */
export function LevelBar({ history, selected }: Props) {
  const span = selected ?? getWholeSpan(history);
  const gaps = clipSpans(history.gaps, span);
  const runs = mergeRuns(clipSpans(history.periods, span));
  if (runs.length + gaps.length < 2) return null;
  const leftOf = (moment: EpochMs) => (100 * (moment - span.from)) / (span.to - span.from);
  // Of those that begin within a thousandth of the bar, only the last one can be seen.
  const visible = new Map(runs.map((run) => [Math.floor(10 * leftOf(run.from)), run]));
  const now = leftOf(history.now);
  return (
    <section aria-label="Levels over time" className="break-inside-avoid panel px-4 pt-6 pb-2.5">
      <div className="@container relative h-10">
        {gaps.map(({ from, to }) => (
          <span key={from} style={toBox(leftOf(from), leftOf(to))} className={`${boxLook} ${gapLook}`}>
            <Label>{nameGap(history)}</Label>
          </span>
        ))}
        {[...visible.values()].map(({ entry, level, from, to }) => (
          <a
            key={from}
            href={`#${entry.id}`}
            // A narrower one is no target for a finger. Its record is in the list, too.
            tabIndex={leftOf(to) - leftOf(from) < 10 ? -1 : undefined}
            title={formatDayRange({ from, to })}
            data-color={level === null ? 'muted' : getLevelColor(level, history)}
            style={toBox(leftOf(from), leftOf(to))}
            className={`segment ${boxLook} ${from > history.now || level === null ? 'pale text-text' : 'text-on-hue'}`}
          >
            <Label>{level === null ? 'Unknown' : <LevelName level={level} />}</Label>
          </a>
        ))}
        {now >= 0 && now <= 100 && <i className="now-line" style={{ left: `${now}%` }} />}
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
        <span>{formatDay(span.to - 1)}</span>
      </div>
    </section>
  );
}

/** A text that doesn't fit after the first part wraps to a second line, which is hidden. So no text is cut. */
function Label({ children }: { children: ReactNode }) {
  return (
    <>
      <i className="h-full w-1.5" />
      <span className="px-0.5 text-[0.6875rem] font-semibold whitespace-nowrap">{children}</span>
    </>
  );
}

export function LevelName({ level }: { level: string }) {
  return level === '' ? <span key="none">No level</span> : <SafeName name={level} whole />;
}

export function getLevelColor(level: string, { levels }: SubscriptionHistory): SegmentColor {
  return hueOf(Math.max(0, levels.indexOf(level)));
}

/** From the first record to the last change or now. Time without an end gets a little room. */
function getWholeSpan({ periods, now }: SubscriptionHistory): TimeSpan {
  const from = Math.min(periods[0]?.from ?? now, now);
  const { from: lastFrom, to: lastTo } = periods.at(-1) ?? { from: now, to: now };
  const isOpen = lastTo === Number.POSITIVE_INFINITY;
  const to = Math.max(now, isOpen ? lastFrom : lastTo);
  return { from, to: isOpen ? to + (to - from) * 0.05 : to };
}

/** At most about eight, away from the dates at both ends. */
function listYears({ from, to }: TimeSpan): number[] {
  const [first, last] = [0.12, 0.84].map((part) => new Date(from + (to - from) * part).getUTCFullYear());
  const years = Array.from(
    { length: Math.max(0, (last ?? 0) - (first ?? 0)) },
    (_, i) => (first ?? 0) + 1 + i,
  );
  return years.filter((_, i) => i % Math.ceil(years.length / 8) === 0);
}

/** In per cent of the bar. Narrower than 6 px, it has neither a gap nor a radius. */
function toBox(left: number, right: number): CSSProperties {
  const width = right - left;
  const limit = (length: string) => `clamp(0px, (${width}cqw - 6px) / 2, ${length})`;
  return { left: `${left}%`, width: `calc(${width}% - ${limit('2px')})`, borderRadius: limit('5px') };
}

const boxLook = 'absolute inset-y-0 flex min-w-px flex-wrap overflow-hidden leading-10';
const gapLook = 'border border-dashed border-notice-line bg-notice-soft text-notice';
