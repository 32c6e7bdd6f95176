import type { ReactNode } from 'react';
import { dayMs, type EpochMs } from '../format/time.ts';
import { DateText } from '../ui/DateText.tsx';
import {
  clipSpans,
  findNextChange,
  findSpanAt,
  getCountedSpan,
  type SubscriptionHistory,
  sumPerLevel,
  type TimeSpan,
} from './history.ts';
import {
  describeGaps,
  describeLevelAt,
  formatDayRange,
  formatDays,
  formatDaysOfSelection,
  LevelAtMoment,
  NoteText,
} from './sentences.tsx';

type Props = { history: SubscriptionHistory; selected: TimeSpan | null };

export function HistoryTiles({ history, selected }: Props) {
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <dl className="grid gap-px bg-line grid-cols-2 md:grid-cols-3">
        <CurrentLevel history={history} />
        <NextChange history={history} />
        <SubscribedTime history={history} selected={selected} />
      </dl>
    </div>
  );
}

function CurrentLevel({ history }: { history: SubscriptionHistory }) {
  const run = findSpanAt(history.runs, history.now);
  return (
    <Tile term="Current level" value={<LevelAtMoment history={history} moment={history.now} />}>
      {run === null || run.level === null ? (
        <NoteText note={describeLevelAt(history, history.now).details} />
      ) : (
        <span>
          <span>since </span>
          <MomentText ms={run.from} />
          <span>{Number.isFinite(run.to) ? ' · until ' : ' · no end date'}</span>
          {Number.isFinite(run.to) && <MomentText ms={run.to} />}
        </span>
      )}
    </Tile>
  );
}

function NextChange({ history }: { history: SubscriptionHistory }) {
  const { now, isCertain } = history;
  const at = findNextChange(history);
  if (at === null) {
    const isKnown = isCertain && findSpanAt(history.runs, now)?.level !== null;
    return (
      <Tile term="Next change" value={<span key={String(isKnown)}>{isKnown ? 'None' : 'Unknown'}</span>}>
        <span>{isKnown ? 'No change is scheduled.' : 'The records leave it open.'}</span>
      </Tile>
    );
  }
  const days = Math.floor((at - now) / dayMs);
  return (
    <Tile term="Next change" value={<LevelAtMoment history={history} moment={at} />}>
      <span>{days === 0 ? 'in less than a day, on ' : `in ${formatDays(days * dayMs)}, on `}</span>
      <MomentText ms={at} />
    </Tile>
  );
}

function SubscribedTime({ history, selected }: Props) {
  const { gaps, isCertain } = history;
  const ms = sumPerLevel(history, selected).reduce((sum, level) => sum + level.ms, 0);
  const gapsInside = clipSpans(gaps, getCountedSpan(history, selected));
  const value = ms === 0 && !isCertain ? 'Unknown' : formatDaysOfSelection(ms, selected);
  return (
    <Tile term="With a subscription" value={<span>{value}</span>}>
      {selected !== null && <span>{`${formatDayRange(selected.from, selected.to - 1)} · `}</span>}
      {(isCertain || gapsInside.length > 0) && (
        <span className={gapsInside.length > 0 ? 'text-notice' : ''}>{describeGaps(gapsInside)}</span>
      )}
    </Tile>
  );
}

function MomentText({ ms }: { ms: EpochMs }) {
  return <DateText iso={new Date(ms).toISOString()} />;
}

type TileProps = { term: string; value: ReactNode; children: ReactNode };

function Tile({ term, value, children }: TileProps) {
  return (
    <div className="min-w-0 bg-surface px-4 pt-3 pb-3.5 last:col-span-2 md:last:col-span-1">
      <dt className="text-small text-muted">{term}</dt>
      <dd className="mt-2 text-lead font-semibold md:text-title wrap-anywhere">{value}</dd>
      <dd className="text-control text-muted">{children}</dd>
    </div>
  );
}
