import { memo } from 'react';
import { DateText } from '../../../ui/DateText.tsx';
import { durationText } from '../labels/durationText.ts';
import { LevelSwatch } from '../labels/LevelSwatch.tsx';
import { levelKey } from '../labels/levelKey.ts';
import { levelName } from '../labels/levelName.ts';
import { stateWord } from '../labels/stateWord.ts';
import type { HistoryEntry } from '../rules/HistoryEntry.ts';
import { stateAt } from '../rules/stateAt.ts';
import type { HistoryDigest } from '../view/HistoryDigest.ts';
import { changeSentence } from './changeSentence.ts';
import { HistoryMarkers } from './HistoryMarkers.tsx';
import { problemSentence } from './problemSentence.ts';

type Props = {
  entry: HistoryEntry;
  digest: HistoryDigest;
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
export const HistoryItem = memo(function HistoryItem(props: Props) {
  const { entry, digest, now, heading, size, place, offset, measure } = props;
  const state = stateAt(entry, now);
  const isCurrent = state === 'current';
  const look = digest.looks.get(levelKey(entry.record.level));
  const gap = digest.gapBelow.get(entry.index);
  const overlaps = digest.overlapsBelow.get(entry.index) ?? [];
  // Which others they are is known of the first pairs only; beyond them, how many.
  const { pairs, total, sharedBy } = digest.overlaps;
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
        {entry.problems.map((problem) => (
          <p key={problem} className="text-small text-notice">
            {problemSentence(problem)}
          </p>
        ))}
      </div>
      <span
        className={`history-state text-small ${isCurrent ? 'rounded-full bg-accent-fill px-2.5 py-0.5 font-semibold text-on-fill' : 'text-muted'}`}
      >
        {stateWord(state)}
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
