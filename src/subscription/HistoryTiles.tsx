import type { ReactNode } from 'react';
import type { EpochMs } from '../format/time.ts';
import { dayMs } from '../format/time.ts';
import { DateText } from '../ui/DateText.tsx';
import type { HistoryModel } from './history.ts';
import { getLevelKey, type HistoryEntry } from './historyRecord.ts';
import { LevelName, NoteText } from './LevelName.tsx';
import { findCurrentRun, findNextChange, sumPerLevel } from './levels.ts';
import {
  describeGaps,
  describeMissingRecords,
  describeOverlaps,
  describeUnknown,
  formatDays,
} from './sentences.ts';

export function HistoryTiles({ model }: { model: HistoryModel }) {
  const totalMs = sumPerLevel(model).reduce((sum, { ms }) => sum + ms, 0);
  const scope = describeMissingRecords(model);
  const total = formatDays(totalMs < dayMs ? totalMs : totalMs - (totalMs % dayMs));
  return (
    <div className="@container overflow-hidden rounded-card border border-line">
      <dl className="grid gap-px bg-line @min-[17rem]:grid-cols-2 @2xl:grid-cols-3">
        <CurrentLevel model={model} />
        <NextChange model={model} />
        <Tile
          term="With a subscription"
          value={<span>{totalMs === 0 && scope !== null ? 'Unknown' : total}</span>}
        >
          {model.isComplete && totalMs > 0 && (
            <span>
              <span className={model.gaps.length > 0 ? 'text-notice' : ''}>{describeGaps(model)}</span>
              <span> · </span>
              <span className={model.overlapCount > 0 ? 'text-notice' : ''}>{describeOverlaps(model)}</span>
            </span>
          )}
          {scope !== null && <span className="block">{scope}</span>}
        </Tile>
      </dl>
    </div>
  );
}

function CurrentLevel({ model }: { model: HistoryModel }) {
  const { current } = model;
  if (current.kind !== 'level')
    return (
      <Tile
        term="Current level"
        value={<span key={current.kind}>{current.kind === 'none' ? 'None' : 'Unknown'}</span>}
      >
        {current.kind === 'none' ? (
          <span>No subscription is active now.</span>
        ) : (
          <NoteText note={describeUnknown(current)} />
        )}
      </Tile>
    );
  const { first, last } = findCurrentRun(model) ?? { first: current.entry, last: current.entry };
  return (
    <Tile term="Current level" value={<LevelName levelKey={getLevelKey(current.entry)} />}>
      <span>since </span>
      <DateText iso={first.record.validFrom} />
      <span> · </span>
      <EndText entry={last} />
    </Tile>
  );
}

function EndText({ entry }: { entry: HistoryEntry }) {
  if (entry.to === null) return <span>no end date</span>;
  return (
    <span>
      <span>until </span>
      <EndDate entry={entry} />
    </span>
  );
}

/** The day that the record states as its end, which for a date without a time is the last day of the subscription. */
function EndDate({ entry: { to, statedTo, record } }: { entry: HistoryEntry }) {
  return statedTo === null && to !== null ? <MomentText ms={to} /> : <DateText iso={record.validTo} />;
}

function NextChange({ model }: { model: HistoryModel }) {
  const change = findNextChange(model);
  if (change === 'unknown')
    return (
      <Tile term="Next change" value={<span key="unknown">Unknown</span>}>
        <span>{model.isComplete ? 'The records leave it open.' : 'The list is incomplete.'}</span>
      </Tile>
    );
  if (change === null)
    return (
      <Tile term="Next change" value={<span key="none">None</span>}>
        <span>No change is scheduled.</span>
      </Tile>
    );
  const ended = change.entry === null ? (findCurrentRun(model)?.last ?? null) : null;
  const days = Math.floor((change.at - model.now) / dayMs);
  const value =
    change.entry === null ? (
      <span key="end">
        <LevelName levelKey={ended === null ? '' : getLevelKey(ended)} />
        <span> ends</span>
      </span>
    ) : (
      <LevelName levelKey={getLevelKey(change.entry)} />
    );
  return (
    <Tile term="Next change" value={value}>
      <span>{days === 0 ? 'in less than a day, on ' : `in ${formatDays(days * dayMs)}, on `}</span>
      {ended === null ? <MomentText ms={change.at} /> : <EndDate entry={ended} />}
    </Tile>
  );
}

function MomentText({ ms }: { ms: EpochMs }) {
  return <DateText iso={new Date(ms).toISOString()} />;
}

type TileProps = { term: string; value: ReactNode; children: ReactNode };

function Tile({ term, value, children }: TileProps) {
  return (
    <div className="min-w-0 bg-surface px-4 pt-3 pb-3.5 @min-[17rem]:last:col-span-2 @2xl:last:col-span-1">
      <dt className="text-small text-muted">{term}</dt>
      <dd className="mt-2 text-lead font-semibold @2xl:text-title wrap-anywhere">{value}</dd>
      <dd className="text-control text-muted">{children}</dd>
    </div>
  );
}
