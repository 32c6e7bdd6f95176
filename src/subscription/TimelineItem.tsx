import { memo, type ReactNode } from 'react';
import type { SubscriptionRecord } from '../api/subscriptionHistory.ts';
import { DateText } from '../ui/DateText.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { getStateAt, type HistoryEntry, type HistoryModel, type Span } from './history.ts';
import { getLevelKey, getLevelName, LevelSwatch } from './levels.tsx';
import {
  changeSentence,
  describeGap,
  describeOverlap,
  describeOverlapCount,
  formatDuration,
  openEndText,
  problemSentences,
  stateLabels,
} from './sentences.ts';

type HistoryItemProps = {
  entry: HistoryEntry;
  levelStyles: HistoryModel['levelStyles'];
  now: number;
  /** The year of the record's start, or "No date". null if the previous record has the same heading. */
  heading: string | null;
  position: number;
  /** Number of records in the list if the list renders only its visible records, otherwise null. */
  virtualCount: number | null;
  /** Distance (px) from the top of the list. Unused if the list renders all records. */
  top: number;
  measure: (element: HTMLLIElement | null) => void;
};

export const HistoryItem = memo(function HistoryItem(props: HistoryItemProps) {
  const { entry, levelStyles, now, heading, position, virtualCount } = props;
  const { record } = entry;
  const isVirtual = virtualCount !== null;
  const state = getStateAt(entry, now);
  const isCurrent = state === 'current';
  const openEnd = openEndText(entry);
  return (
    <li
      id={`record-${entry.index}`}
      ref={isVirtual ? props.measure : undefined}
      data-index={position}
      tabIndex={-1}
      aria-current={isCurrent ? 'true' : undefined}
      aria-setsize={virtualCount ?? undefined}
      aria-posinset={isVirtual ? position + 1 : undefined}
      style={isVirtual ? { transform: `translateY(${props.top}px)` } : undefined}
      className={`history-item ${isVirtual ? 'absolute inset-x-0 top-0' : 'relative'}`}
    >
      {heading !== null && <h2 className="history-year font-semibold text-muted">{heading}</h2>}
      <span aria-hidden="true" className={`history-card ${isCurrent ? 'is-current' : ''}`} />
      {/* Hide the swatch in print, because a pattern for each record makes a PDF six times larger. */}
      <LevelSwatch
        levelStyle={levelStyles.get(getLevelKey(record.level))}
        className="history-dot print:hidden"
      />
      <span className="history-level font-semibold wrap-anywhere">
        <SafeName name={getLevelName(record.level)} whole />
      </span>
      <div className="history-details">
        <p className="flex flex-wrap items-baseline gap-x-2">
          {openEnd === null ? (
            <>
              <DateText iso={record.validFrom} ms={entry.from} />
              <span className="text-muted">to</span>
              <DateText iso={record.validTo} ms={entry.statedTo} />
            </>
          ) : (
            <span>
              From <DateText iso={record.validFrom} ms={entry.from} />, {openEnd}
            </span>
          )}
        </p>
        <p className="text-small text-muted">
          {[formatDuration(entry, now), changeSentence(entry)].filter(Boolean).join(' · ')}
        </p>
        {Object.entries(otherFields).map(([field, renderField]) => (
          <OtherField key={field}>{renderField(entry)}</OtherField>
        ))}
        {entry.problems.map((problem) => (
          <p key={problem} className="text-small text-notice">
            {problemSentences[problem]}
          </p>
        ))}
      </div>
      <span
        className={`history-state text-small ${isCurrent ? 'rounded-full bg-accent-fill px-2.5 py-0.5 font-semibold text-on-fill print:text-text' : 'text-muted'}`}
      >
        {stateLabels[state]}
      </span>
      {(entry.gap !== null || entry.overlapCount > 0) && <HistoryMarkers entry={entry} />}
    </li>
  );
});

/** Functions that render the fields below the dates. TypeScript requires a function for each new field. */
const otherFields: Record<
  Exclude<keyof SubscriptionRecord, 'level' | 'validFrom' | 'validTo' | 'raw'>,
  (entry: HistoryEntry) => ReactNode
> = {
  workspace: ({ record, problems }) =>
    problems.includes('different-workspace') && (
      <>
        Workspace <bdi>{record.workspace}</bdi>
      </>
    ),
};

function OtherField({ children }: { children: ReactNode }) {
  return children ? <p className="text-small wrap-anywhere text-muted">{children}</p> : null;
}

function HistoryMarkers({ entry }: { entry: HistoryEntry }) {
  const { overlap, overlapCount, gap } = entry;
  return (
    <div className="history-markers grid gap-1.5 text-small">
      {overlap !== null && (
        <p className="border-l-4 border-double border-notice pl-3 text-notice">
          <span className="font-semibold">Overlap.</span> <bdi>{describeOverlap(entry, overlap)}.</bdi>{' '}
          {overlapCount > 1 && describeOverlapCount(entry)}
        </p>
      )}
      {gap !== null && <GapMarker gap={gap} />}
    </div>
  );
}

function GapMarker({ gap }: { gap: Span }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 rounded-md border border-dashed border-notice-line bg-notice-soft px-3 py-2">
      <p className="font-semibold text-notice">{describeGap(gap)}</p>
      <p className="flex flex-wrap items-baseline gap-x-1.5 text-muted">
        <DateText iso={new Date(gap.from).toISOString()} ms={gap.from} />
        <span>to</span>
        <DateText iso={new Date(gap.to).toISOString()} ms={gap.to} />
      </p>
    </div>
  );
}
