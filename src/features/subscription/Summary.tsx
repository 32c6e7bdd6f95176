import { type ReactNode, useState } from 'react';
import { DateText } from '../../ui/DateText.tsx';
import { counted, groupedDigits, isolated } from '../../ui/words.ts';
import { calendarDuration, daysText } from './durations.ts';
import type { HistoryModel } from './history.ts';
import type { HistoryEntry } from './historyEntries.ts';
import { LevelSwatch, levelInk, levelKey, levelName } from './levels.tsx';
import { countedOrNone, doubtReason } from './sentences.ts';
import type { HistorySummary, LevelTotal } from './totals.ts';

type SummaryProps = { model: HistoryModel; summary: HistorySummary; now: number };

/** What finance asks first: what runs now, what comes next, how long it has been, and how many records say so. */
export function Summary({ model, summary, now }: SummaryProps) {
  const { current, unreadable, alsoCurrent, inDoubt, since, until, next } = summary;
  const uncounted = model.entries.length - model.oldest.length;
  return (
    <dl className="grid gap-px overflow-hidden rounded-lg border border-line bg-line grid-cols-2 xl:grid-cols-4">
      <Tile
        wide
        term="Current level"
        value={
          current === null ? (
            unreadable === null ? (
              'None'
            ) : (
              'Unknown'
            )
          ) : (
            <Level model={model} level={current.record.level} />
          )
        }
      >
        {since !== null && (
          <>
            {inDoubt && `In doubt. ${doubtReason}, `}
            since{' '}
            <span className="whitespace-nowrap">
              <Moment ms={since} />,
            </span>{' '}
            {until === null ? (
              'open-ended'
            ) : (
              <>
                until <Moment ms={until} />
              </>
            )}
            {inDoubt && '.'}
          </>
        )}
        {current === null &&
          (unreadable === null ? 'No record covers this moment.' : unreadableText(unreadable))}
        {alsoCurrent > 0 && ` ${groupedDigits(alsoCurrent)} more at the same time.`}
      </Tile>
      <Tile
        wide
        term="Next scheduled change"
        value={next === null ? 'None' : <Level model={model} level={next.record.level} />}
      >
        {next?.from == null ? (
          'No record starts later.'
        ) : (
          <>
            on{' '}
            <span className="whitespace-nowrap">
              <Moment ms={next.from} />,
            </span>{' '}
            in {calendarDuration(now, next.from)}
          </>
        )}
      </Tile>
      <Tile term="Time covered" value={daysText(summary.coveredMs)}>
        {gapsText(model)}
        {inDoubt && ' Time in doubt is not counted.'}
      </Tile>
      <Tile term="Records" value={groupedDigits(model.entries.length)}>
        {uncounted === 0 ? 'All of them count.' : `${groupedDigits(uncounted)} not counted; each says why.`}
      </Tile>
    </dl>
  );
}

function unreadableText({ record }: HistoryEntry): string {
  return `The end date of ${isolated(levelName(record.level))} can’t be read, so it may still be active.`;
}

type TileProps = { term: string; value: ReactNode; wide?: boolean; children: ReactNode };

function Tile({ term, value, wide = false, children }: TileProps) {
  return (
    <div className={`bg-surface px-4 py-3 ${wide ? 'max-sm:col-span-2' : ''}`}>
      <dt className="text-small text-muted">{term}</dt>
      <dd className="mt-0.5 text-lead font-semibold wrap-anywhere">{value}</dd>
      <dd className="mt-0.5 text-small text-muted">{children}</dd>
    </div>
  );
}

function Level({ model, level }: { model: HistoryModel; level: string | null }) {
  return (
    <span className="inline-flex items-center gap-2">
      <LevelSwatch look={model.looks.get(levelKey(level))} />
      <bdi>{levelName(level)}</bdi>
    </span>
  );
}

function Moment({ ms }: { ms: number }) {
  return <DateText iso={new Date(ms).toISOString()} ms={ms} />;
}

function gapsText({ gaps, overlaps }: HistoryModel): string {
  const parts = [countedOrNone(gaps.length, 'gap'), countedOrNone(overlaps.total, 'overlap')];
  return `Up to now: ${parts.join(', ')}.`;
}

type TotalsProps = {
  model: HistoryModel;
  /** The longest first. */
  totals: readonly LevelTotal[];
  /** What they cover, in a sentence. */
  coverage: string;
};

/** How long each level lasted, and of which records and which time that is true. */
export function Totals({ model, totals, coverage }: TotalsProps) {
  // Beside the records they are open; above them they would push the records away.
  const [isBeside] = useState(() => window.matchMedia('(min-width: 1280px)').matches);
  const longest = Math.max(1, totals[0]?.ms ?? 0);
  return (
    <details open={isBeside} className="rounded-lg border border-line bg-surface px-4 py-3">
      <summary className="cursor-pointer">
        <h2 className="inline font-semibold">Time per level</h2>
      </summary>
      <p className="text-small text-muted">{coverage}</p>
      <table className="mt-2 w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">Level</th>
            <th scope="col">Time and records</th>
          </tr>
        </thead>
        <tbody>
          {totals.map(({ level, ms, records }) => {
            const look = model.looks.get(level ?? '');
            return (
              <tr key={level} className="align-top">
                <th scope="row" className="w-full py-1.5 pr-3 text-left font-medium">
                  <span className="flex items-start gap-2">
                    <LevelSwatch look={look} className="mt-0.5" />
                    <bdi className="wrap-anywhere">{levelName(level)}</bdi>
                  </span>
                  <svg
                    aria-hidden="true"
                    viewBox="0 0 100 1"
                    preserveAspectRatio="none"
                    className={`mt-1.5 block h-1 w-full ${levelInk(look?.hue ?? 0)}`}
                  >
                    <rect width={(100 * ms) / longest} height="1" fill="currentColor" />
                  </svg>
                </th>
                <td className="py-1.5 text-right whitespace-nowrap">
                  {daysText(ms)}
                  <span className="block text-small text-muted">{counted(records, 'record')}</span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}
