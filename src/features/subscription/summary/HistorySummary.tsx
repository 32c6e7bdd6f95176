import type { ReactNode } from 'react';
import { DateText } from '../../../ui/DateText.tsx';
import { groupedDigits } from '../../../ui/groupedDigits.ts';
import { countedNoun } from '../labels/countedNoun.ts';
import { daysText } from '../labels/daysText.ts';
import { LevelSwatch } from '../labels/LevelSwatch.tsx';
import { levelKey } from '../labels/levelKey.ts';
import { levelName } from '../labels/levelName.ts';
import { calendarDuration } from '../rules/calendarDuration.ts';
import type { HistoryDigest } from '../view/HistoryDigest.ts';
import type { HistorySummary as Summary } from './summaryAt.ts';

/** What finance asks first: what runs now, what comes next, how long it has been, and how many records say so. */
export function HistorySummary({
  digest,
  summary,
  now,
}: {
  digest: HistoryDigest;
  summary: Summary;
  now: number;
}) {
  const { current, alsoCurrent, since, until, next } = summary;
  const uncounted = digest.entries.length - digest.oldest.length;
  return (
    <dl className="grid gap-px overflow-hidden rounded-lg border border-line bg-line grid-cols-2 xl:grid-cols-4">
      <Tile
        wide
        term="Current level"
        value={current === null ? 'None' : <Level digest={digest} level={current.record.level} />}
      >
        {since !== null && (
          <>
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
          </>
        )}
        {current === null && 'No record covers this moment.'}
        {alsoCurrent > 0 && ` ${groupedDigits(alsoCurrent)} more at the same time.`}
      </Tile>
      <Tile
        wide
        term="Next scheduled change"
        value={next === null ? 'None' : <Level digest={digest} level={next.record.level} />}
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
        {gapsText(digest)}
      </Tile>
      <Tile term="Records" value={groupedDigits(summary.records)}>
        {uncounted === 0 ? 'All of them count.' : `${groupedDigits(uncounted)} not counted; each says why.`}
      </Tile>
    </dl>
  );
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

function Level({ digest, level }: { digest: HistoryDigest; level: string | null }) {
  return (
    <span className="inline-flex items-center gap-2">
      <LevelSwatch look={digest.looks.get(levelKey(level))} />
      <bdi>{levelName(level)}</bdi>
    </span>
  );
}

function Moment({ ms }: { ms: number }) {
  return <DateText iso={new Date(ms).toISOString()} ms={ms} />;
}

function gapsText({ gaps, overlaps }: HistoryDigest): string {
  const parts = [countedNoun(gaps.length, 'gap'), countedNoun(overlaps.total, 'overlap')];
  return `Up to now: ${parts.join(', ')}.`;
}
