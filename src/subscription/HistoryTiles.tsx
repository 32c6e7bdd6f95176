import type { ReactNode } from 'react';
import { formatCount } from '../format/text.ts';
import { dayMs, type EpochMs, formatDay, formatTimeOfDay } from '../format/time.ts';
import { DateText } from '../ui/DateText.tsx';
import {
  clipSpans,
  findSpanAt,
  type LevelRun,
  mergeRuns,
  type SubscriptionHistory,
  sumSpans,
  type TimeSpan,
} from './history.ts';
import { formatDayRange, formatDays, LevelOfRun } from './levels.tsx';

type Props = { history: SubscriptionHistory; selected: TimeSpan | null };

export function HistoryTiles({ history, selected }: Props) {
  const { now, isCertain } = history;
  const runs = mergeRuns(history.periods);
  const run = findSpanAt(runs, now);
  const since = run?.from ?? runs.findLast(({ to }) => to <= now)?.to;
  const change = run?.to ?? runs.find(({ from }) => from > now)?.from ?? Number.POSITIVE_INFINITY;
  const days = Math.floor((change - now) / dayMs);
  const nextLevel = Number.isFinite(change) ? (
    <LevelOfRun run={findSpanAt(runs, change)} isCertain={isCertain} />
  ) : (
    <span>{isCertain && run?.level !== null ? 'None' : 'Unknown'}</span>
  );
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <dl className="grid grid-cols-2 gap-px bg-line md:grid-cols-3">
        <Tile term="Current level" value={<LevelOfRun run={run} isCertain={isCertain} />}>
          {since !== undefined && <MomentText word="since" ms={since} />}
        </Tile>
        <Tile term="Next change" value={nextLevel}>
          {Number.isFinite(change) && (
            <MomentText
              word={`in ${days === 0 ? 'less than a day' : formatCount(days, 'day')}, on`}
              ms={change}
            />
          )}
        </Tile>
        {selected !== null && selected.to - selected.from === dayMs ? (
          <LevelOnDay runs={clipSpans(runs, selected)} day={selected} isCertain={isCertain} />
        ) : (
          <DaysWithLevel history={history} selected={selected} />
        )}
      </dl>
    </div>
  );
}

type DayProps = { runs: readonly LevelRun[]; day: TimeSpan; isCertain: boolean };

/** The level at the start of the day, and each change on it. */
function LevelOnDay({ runs, day, isCertain }: DayProps) {
  const edges = new Set(runs.flatMap(({ from, to }) => [from, to]));
  const changes = [...edges].filter((ms) => day.from < ms && ms < day.to);
  const levelAt = (ms: EpochMs) => <LevelOfRun run={findSpanAt(runs, ms)} isCertain={isCertain} />;
  return (
    <Tile term={`Level on ${formatDay(day.from)}`} value={levelAt(day.from)}>
      {changes.map((ms) => (
        <span key={ms} className="block">
          <span>{`from ${formatTimeOfDay(ms)} `}</span>
          {levelAt(ms)}
        </span>
      ))}
    </Tile>
  );
}

function DaysWithLevel({ history, selected }: Props) {
  const counted = selected ?? { from: Number.NEGATIVE_INFINITY, to: history.now };
  const known = history.periods.filter(({ entry }) => entry.end !== 'unclear');
  const ms = sumSpans(clipSpans(known, counted));
  const gaps = clipSpans(history.gaps, counted);
  const range = selected === null ? '' : `, ${formatDayRange(selected.from, selected.to - 1)}`;
  const value = ms === 0 && !history.isCertain ? 'Unknown' : formatDays(ms, selected);
  return (
    <Tile term={`Days with a level${range}`} value={<span>{value}</span>}>
      {gaps.length > 0 && (
        <span className="text-notice">{`${formatCount(gaps.length, 'gap')} of ${formatDays(sumSpans(gaps))}`}</span>
      )}
    </Tile>
  );
}

function MomentText({ word, ms }: { word: string; ms: EpochMs }) {
  return (
    <>
      <span>{`${word} `}</span>
      <DateText iso={new Date(ms).toISOString()} />
    </>
  );
}

type TileProps = { term: string; value: ReactNode; children: ReactNode };

function Tile({ term, value, children }: TileProps) {
  return (
    <div className="min-w-0 bg-surface px-4 pt-3 pb-3.5 last:col-span-2 md:last:col-span-1">
      <dt className="text-small text-muted">{term}</dt>
      <dd className="mt-2 text-lead font-semibold wrap-anywhere md:text-title">{value}</dd>
      <dd className="text-control text-muted">{children}</dd>
    </div>
  );
}
