import { DateText } from '../../../ui/DateText.tsx';
import { groupedDigits } from '../../../ui/groupedDigits.ts';
import type { Gap } from '../rules/findGaps.ts';
import type { Overlap } from '../rules/overlapSteps.ts';
import { gapSentence } from './gapSentence.ts';
import { overlapSentence } from './overlapSentence.ts';

type Props = { gap: Gap | undefined; overlaps: readonly Overlap[]; shared: number };

const shownOverlaps = 3;

/** What lies between an item and the older ones below it: time without a subscription, or time that both cover. */
export function HistoryMarkers({ gap, overlaps, shared }: Props) {
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
          {`${shown.length > 0 ? 'In all it shares' : 'It shares'} time with ${groupedDigits(shared)} other ${shared === 1 ? 'record' : 'records'}.`}
        </p>
      )}
      {gap && (
        <div className="flex flex-wrap items-baseline gap-x-3 rounded-md border border-dashed border-notice-line bg-notice-soft px-3 py-2">
          <p className="font-semibold text-notice">{gapSentence(gap)}</p>
          <p className="flex flex-wrap items-baseline gap-x-1.5 text-muted">
            <Moment ms={gap.from} />
            <span>to</span>
            <Moment ms={gap.to} />
          </p>
        </div>
      )}
    </div>
  );
}

function Moment({ ms }: { ms: number }) {
  return <DateText iso={new Date(ms).toISOString()} ms={ms} />;
}
