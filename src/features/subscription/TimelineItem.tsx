import { memo } from 'react';
import { DateText } from '../../ui/DateText.tsx';
import { durationText } from './durations.ts';
import type { HistoryModel } from './history.ts';
import type { HistoryEntry } from './historyEntries.ts';
import { LevelSwatch, levelKey, levelName } from './levels.tsx';
import {
  changeSentence,
  doubtReason,
  gapSentence,
  overlapSentence,
  problemSentence,
  sharedSentence,
  stateText,
} from './sentences.ts';
import type { Gap, Overlap } from './spans.ts';
import { isInDoubtAt, stateAt } from './states.ts';

type HistoryItemProps = {
  entry: HistoryEntry;
  model: HistoryModel;
  now: number;
  /** Where its year begins: the year, as a heading. */
  heading: string | null;
  /** The length of the list where only a part of it is drawn; null where all of it is. */
  size: number | null;
  place: number;
  /** px from the top of the list, where only a part of it is drawn. */
  offset: number;
  measure: ((element: HTMLLIElement | null) => void) | null;
};

/** One record on the line of time: its level, from when to when, how long, what it changed, and what it is now. */
export const HistoryItem = memo(function HistoryItem(props: HistoryItemProps) {
  const { entry, model, now, heading, size, place, offset, measure } = props;
  const isCurrent = stateAt(entry, now) === 'current';
  const look = model.looks.get(levelKey(entry.record.level));
  const gap = model.gapBelow.get(entry.index);
  const overlaps = model.overlapsBelow.get(entry.index) ?? [];
  // Which others they are is known of the first pairs only; beyond them, how many.
  const { pairs, total, sharedBy } = model.overlaps;
  const shared = total > pairs.length ? (sharedBy.get(entry.index) ?? 0) : 0;
  const hasMarkers = gap !== undefined || overlaps.length > 0 || shared > 0;
  return (
    <li
      id={`record-${entry.index}`}
      ref={measure}
      data-index={place}
      tabIndex={-1}
      aria-current={isCurrent ? 'true' : undefined}
      aria-setsize={size ?? undefined}
      aria-posinset={size === null ? undefined : place + 1}
      style={size === null ? undefined : { transform: `translateY(${offset}px)` }}
      className={`history-item ${size === null ? 'relative' : 'absolute inset-x-0 top-0'}`}
    >
      {heading !== null && <h2 className="history-year font-semibold text-muted">{heading}</h2>}
      <span aria-hidden="true" className={`history-card ${isCurrent ? 'is-current' : ''}`} />
      <LevelSwatch look={look} className="history-dot" />
      <bdi className="history-level font-semibold wrap-anywhere">{levelName(entry.record.level)}</bdi>
      <div className="history-facts">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Moment iso={entry.record.validFrom} ms={entry.from} />
          <span className="text-muted">to</span>
          {entry.ending === 'open' || entry.ending === 'superseded' ? (
            <span className="text-muted">{endWord(entry)}</span>
          ) : (
            <Moment iso={entry.record.validTo} ms={entry.statedTo} />
          )}
        </p>
        <p className="text-small text-muted">
          {[durationText(entry, now), changeSentence(entry)].filter(Boolean).join(' · ')}
        </p>
        {isInDoubtAt(entry, now) && <p className="text-small text-notice">{doubtReason}.</p>}
        {entry.problems.map((problem) => (
          <p key={problem} className="text-small text-notice">
            {problemSentence(problem)}
          </p>
        ))}
      </div>
      <span
        className={`history-state text-small ${isCurrent ? 'rounded-full bg-accent-fill px-2.5 py-0.5 font-semibold text-on-fill' : 'text-muted'}`}
      >
        {stateText(entry, now)}
      </span>
      {hasMarkers && <HistoryMarkers gap={gap} overlaps={overlaps} shared={shared} />}
    </li>
  );
});

function endWord(entry: HistoryEntry): string {
  return entry.ending === 'open' ? 'open-ended' : 'open-ended, until the next record';
}

function Moment({ iso, ms }: { iso: string | null; ms: number | null }) {
  return <DateText iso={iso} ms={ms} />;
}

type HistoryMarkersProps = { gap: Gap | undefined; overlaps: readonly Overlap[]; shared: number };

const shownOverlaps = 3;

/** What lies between an item and the older ones below it: time without a subscription, or time that both cover. */
function HistoryMarkers({ gap, overlaps, shared }: HistoryMarkersProps) {
  const shown = overlaps.slice(0, shownOverlaps);
  const more = Math.max(0, overlaps.length - shown.length);
  return (
    <div className="col-start-2 col-end-[-1] row-start-4 my-2 grid gap-1.5 text-small lg:col-start-3 lg:row-start-3">
      {shown.map((overlap) => (
        <p key={overlap.first.index} className="border-l-4 border-double border-notice pl-3 text-notice">
          <span className="font-semibold">Overlap.</span> <bdi>{overlapSentence(overlap)}</bdi>
        </p>
      ))}
      {(more > 0 || (shown.length === 0 && shared > 0)) && (
        <p className="border-l-4 border-double border-notice pl-3 text-notice">
          {sharedSentence(shared, shown.length > 0 ? 'In all it shares' : 'It shares')}
        </p>
      )}
      {gap && (
        <div className="flex flex-wrap items-baseline gap-x-3 rounded-md border border-dashed border-notice-line bg-notice-soft px-3 py-2">
          <p className="font-semibold text-notice">{gapSentence(gap)}</p>
          <p className="flex flex-wrap items-baseline gap-x-1.5 text-muted">
            <MarkerMoment ms={gap.from} />
            <span>to</span>
            <MarkerMoment ms={gap.to} />
          </p>
        </div>
      )}
    </div>
  );
}

function MarkerMoment({ ms }: { ms: number }) {
  return <DateText iso={new Date(ms).toISOString()} ms={ms} />;
}
