import type { CSSProperties, ReactNode } from 'react';
import { type EpochMs, formatDay } from '../format/time.ts';
import { clipSpans, mergeRuns, type SubscriptionHistory, type TimeSpan } from './history.ts';
import { formatDayRange, formatLevelName, getLevelColor, LevelName } from './levels.tsx';

/** `level`: only its records are in the list, or all. */
type Props = { history: SubscriptionHistory; selected: TimeSpan | null; level: string | null };

/** The levels over the selected days, or over all time. Nothing if there would be only one color. */
export function LevelBar({ history, selected, level }: Props) {
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
            <Label>{history.isCertain ? 'No subscription' : 'No record'}</Label>
          </span>
        ))}
        {[...visible.values()].map(({ entry, level: runLevel, from, to }) => {
          const isListed = level === null || level === entry.level;
          // On a phone, a narrower segment is no target of 24 px. Tab passes it by: its record is in the list, too.
          const isWide = leftOf(to) - leftOf(from) >= 10;
          const look = isListed ? (from > history.now ? scheduledLook : 'text-on-hue') : dimmedLook;
          return (
            <a
              key={from}
              href={isListed ? `#${entry.id}` : undefined}
              tabIndex={isListed && !isWide ? -1 : undefined}
              title={`${formatLevelName(runLevel ?? 'Unknown')}, ${formatDayRange(from, to - 1)}`}
              data-color={runLevel === null ? 'muted' : getLevelColor(runLevel, history)}
              style={toBox(leftOf(from), leftOf(to))}
              className={`segment ${boxLook} ${runLevel === null ? 'text-text' : look}`}
            >
              <Label>{runLevel === null ? <span>Unknown</span> : <LevelName level={runLevel} />}</Label>
            </a>
          );
        })}
        {now >= 0 && now <= 100 && <i className={nowLook} style={{ left: `${now}%` }} />}
      </div>
      <div aria-hidden="true" className="relative mt-2 flex justify-between text-small text-muted">
        <span>{formatDay(span.from)}</span>
        {listYears(span).map((year) => (
          <span
            key={year}
            className="absolute max-md:hidden"
            style={{ left: `${leftOf(Date.parse(`${year}-01-01`))}%` }}
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
      <span className="whitespace-nowrap">
        <span className="px-0.5 text-[0.6875rem] font-semibold">{children}</span>
      </span>
    </>
  );
}

/** From the first record to the last change or now. Time without an end gets a little room. */
function getWholeSpan({ periods, now }: SubscriptionHistory): TimeSpan {
  const [first, last] = [periods[0]?.from ?? now, periods.at(-1) ?? { from: now, to: now }];
  const from = Math.min(first, now);
  const to = Math.max(now, Number.isFinite(last.to) ? last.to : last.from);
  return { from, to: Number.isFinite(last.to) ? to : to + (to - from) * 0.05 };
}

/** In per cent of the bar. Narrower than 6 px, it has neither a gap nor a radius. */
function toBox(left: number, right: number): CSSProperties {
  const width = right - left;
  const limit = (length: string) => `clamp(0px, (${width}cqw - 6px) / 2, ${length})`;
  return { left: `${left}%`, width: `calc(${width}% - ${limit('2px')})`, borderRadius: limit('5px') };
}

/** At most eight, at equal distances, that don't touch the dates at both ends. */
function listYears({ from, to }: TimeSpan): string[] {
  const first = new Date(from + (to - from) * 0.13).getUTCFullYear() + 1;
  const count = Math.max(0, new Date(to - (to - from) * 0.18).getUTCFullYear() + 1 - first);
  const years = Array.from({ length: count }, (_, i) => String(first + i).padStart(4, '0'));
  return years.filter((_, i) => i % Math.ceil(count / 8) === 0);
}

const boxLook = 'absolute inset-y-0 flex min-w-px flex-wrap overflow-hidden leading-10';
const gapLook = 'border border-dashed border-notice-line bg-notice-soft text-notice';
// A border, unlike a background, is visible on paper and in forced colors.
const nowLook =
  'pointer-events-none absolute -inset-y-1 -translate-x-1/2 border-l-2 border-danger text-small font-medium text-danger not-italic before:absolute before:bottom-full before:-translate-x-1/2 before:content-["now"]';
// The text has its full contrast, because only the background is mixed.
const scheduledLook = 'bg-[color-mix(in_oklab,var(--fill)_35%,var(--color-surface))] text-text';
const dimmedLook =
  'forced-colors:border-dotted print:border-dotted bg-[color-mix(in_oklab,var(--fill)_18%,var(--color-surface))] text-text';
