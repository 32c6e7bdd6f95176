import type { ReactNode } from 'react';
import { formatCount } from '../format/text.ts';
import { dayMs, type EpochMs, formatDay, formatTimeOfDay } from '../format/time.ts';
import { DateText } from '../ui/DateText.tsx';
import type { Period, SubscriptionHistory, TimeSpan } from './history.ts';
import { clipSpans, findSpanAt, mergeRuns, sumSpans } from './history.ts';
import { formatDayRange, formatDays } from './historyView.ts';
import { LevelName } from './LevelBar.tsx';

type Props = { history: SubscriptionHistory; selected: TimeSpan | null };

export function HistoryTiles({ history, selected }: Props) {
  const { now, isCertain } = history;
  const runs = mergeRuns(history.periods);
  const run = findSpanAt(runs, now);
  const since = run?.from ?? runs.findLast(({ to }) => to <= now)?.to;
  const change = run?.to ?? runs.find(({ from }) => from > now)?.from ?? Number.POSITIVE_INFINITY;
  const noChange = <span>{isCertain && run?.level !== null ? 'None' : 'Unknown'}</span>;
  const levelAt = (ms: EpochMs) => <LevelOfRun run={findSpanAt(runs, ms)} isCertain={isCertain} />;
  const edges = [...new Set(runs.flatMap(({ from, to }) => [from, to]))];
  const changes = edges.filter((ms) => selected !== null && selected.from < ms && ms < selected.to);
  const isOneDay = selected !== null && selected.to - selected.from === dayMs;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-3">
      <Tile term="Current level" value={levelAt(now)}>
        {since !== undefined && <MomentText word="since" ms={since} />}
      </Tile>
      <Tile term="Next change" value={Number.isFinite(change) ? levelAt(change) : noChange}>
        {Number.isFinite(change) && <MomentText word="on" ms={change} />}
      </Tile>
      {isOneDay ? (
        <Tile term={`Level on ${formatDay(selected.from)}`} value={levelAt(selected.from)}>
          {changes.map((ms) => (
            <span key={ms} className="block">
              <span>{`from ${formatTimeOfDay(ms)} `}</span>
              {levelAt(ms)}
            </span>
          ))}
        </Tile>
      ) : (
        <DaysWithLevel history={history} selected={selected} />
      )}
    </dl>
  );
}

function DaysWithLevel({ history, selected }: Props) {
  const counted = selected ?? { from: Number.NEGATIVE_INFINITY, to: history.now };
  const known = history.periods.filter(({ entry }) => entry.problem === null);
  const ms = sumSpans(clipSpans(known, counted));
  const gaps = clipSpans(history.gaps, counted);
  const range = selected === null ? '' : `, ${formatDayRange(selected)}`;
  const value = ms === 0 && !history.isCertain ? 'Unknown' : formatDays(ms, selected);
  return (
    <Tile term={`Days with a level${range}`} value={<span>{value}</span>}>
      {gaps.length > 0 && (
        <span className="text-notice">{`${formatCount(gaps.length, 'gap')} of ${formatDays(sumSpans(gaps))}`}</span>
      )}
    </Tile>
  );
}

/** What is known of a time: a level, that there is none, or nothing. */
function LevelOfRun({ run, isCertain }: { run: Period | undefined; isCertain: boolean }) {
  if (run !== undefined && run.level !== null) return <LevelName level={run.level} />;
  const word = run === undefined && isCertain ? 'No subscription' : 'Unknown';
  return <span key={word}>{word}</span>;
}

function MomentText({ word, ms }: { word: string; ms: EpochMs }) {
  return (
    <>
      <span>{`${word} `}</span>
      <DateText iso={new Date(ms).toISOString()} />
    </>
  );
}

function Tile({ term, value, children }: { term: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0 bg-surface px-4 pt-3 pb-3.5 last:col-span-2 md:last:col-span-1">
      <dt className="text-small text-muted">{term}</dt>
      <dd className="mt-2 text-lead font-semibold wrap-anywhere md:text-title">{value}</dd>
      <dd className="text-control text-muted">{children}</dd>
    </div>
  );
}
