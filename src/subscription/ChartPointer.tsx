import { type PointerEvent, useState } from 'react';
import { type EpochMs, formatDay } from '../ui/time.ts';
import { toPercent } from './chart.ts';
import type { HistoryModel } from './history.ts';
import { levelKeyOf, type Span } from './historyEntry.ts';
import { findLevelAt } from './levelAt.ts';
import { LevelName } from './levels.tsx';

/** A hairline with date and level that follows the pointer. Its own component, so that the bars aren't drawn again. */
export function ChartPointer({ model, range }: { model: HistoryModel; range: Span }) {
  const [moment, setMoment] = useState<EpochMs | null>(null);

  function follow({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    setMoment(range.from + ((range.to - range.from) * (clientX - left)) / width);
  }

  return (
    <div
      aria-hidden="true"
      className="absolute inset-0"
      onPointerMove={follow}
      onPointerLeave={() => setMoment(null)}
    >
      {moment !== null && (
        <div
          className="pointer-events-none absolute inset-y-0"
          style={{ left: `${toPercent(moment, range)}%` }}
        >
          <i className="absolute -inset-y-1.5 -left-px w-px bg-text" />
          <span
            className="absolute bottom-full mb-2 flex gap-1.5 rounded-chip bg-text px-1.5 text-small leading-5 whitespace-nowrap text-page"
            style={{ transform: `translateX(-${toPercent(moment, range)}%)` }}
          >
            <span>{formatDay(moment)}</span>
            <MomentLevel model={model} moment={moment} />
          </span>
        </div>
      )}
    </div>
  );
}

function MomentLevel({ model, moment }: { model: HistoryModel; moment: EpochMs }) {
  const answer = findLevelAt(model, moment);
  if (answer.kind === 'level')
    return (
      <b className="font-semibold">
        <LevelName levelKey={levelKeyOf(answer.entry)} />
      </b>
    );
  return <b className="font-semibold">{answer.kind === 'none' ? 'No subscription' : 'Unknown'}</b>;
}
