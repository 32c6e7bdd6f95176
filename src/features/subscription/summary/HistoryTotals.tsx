import { use, useState } from 'react';
import { groupedDigits } from '../../../ui/groupedDigits.ts';
import { daysText } from '../labels/daysText.ts';
import { LevelSwatch } from '../labels/LevelSwatch.tsx';
import { levelInk } from '../labels/levelInk.ts';
import { levelName } from '../labels/levelName.ts';
import type { HistoryDigest } from '../view/HistoryDigest.ts';
import type { HistorySums } from './totalsSteps.ts';

type Props = {
  digest: HistoryDigest;
  /** A promise where they are still being worked out. */
  sums: HistorySums | Promise<HistorySums>;
  /** What the sums cover, in a sentence. */
  coverageOf: (sums: HistorySums) => string;
};

/** How long each level lasted, and of which records and which time that is true. */
export function HistoryTotals({ digest, sums, coverageOf }: Props) {
  const settled = sums instanceof Promise ? use(sums) : sums;
  const { totals } = settled;
  // Beside the records they are open; above them they would push the records away.
  const [isBeside] = useState(() => window.matchMedia?.('(min-width: 1280px)').matches ?? false);
  const longest = Math.max(1, ...totals.map((total) => total.ms));
  return (
    <details open={isBeside} className="rounded-lg border border-line bg-surface px-4 py-3">
      <summary className="cursor-pointer">
        <h2 className="inline font-semibold">Time per level</h2>
      </summary>
      <p className="text-small text-muted">{coverageOf(settled)}</p>
      <table className="mt-2 w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">Level</th>
            <th scope="col">Time and records</th>
          </tr>
        </thead>
        <tbody>
          {totals.map(({ level, ms, records }) => {
            const look = digest.looks.get(level ?? '');
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
                  <span className="block text-small text-muted">
                    {`${groupedDigits(records)} ${records === 1 ? 'record' : 'records'}`}
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}
