import { Legend, SegmentedBar } from '../ui/SegmentedBar.tsx';
import type { EpochMs } from '../ui/time.ts';
import { type AxisLabel, createAxisLabels, getChartRange } from './chart.ts';
import type { HistoryModel } from './history.ts';
import type { HistoryView } from './historyView.ts';
import { LevelOn } from './LevelOn.tsx';
import { LevelRibbon } from './LevelRibbon.tsx';
import { colorOf } from './levels.tsx';
import { nameLevel, toDays } from './sentences.ts';
import { sumPerLevel } from './totals.ts';

type Props = {
  model: HistoryModel;
  view: HistoryView;
  onDayChange: (day: EpochMs | null) => void;
};

/** The level on a day, all levels as a ribbon over time, and the total of each level. */
export function LevelChart({ model, view, onDayChange }: Props) {
  const range = getChartRange(model);
  return (
    <section
      aria-label="Levels over time"
      className="@container rounded-card border border-line bg-surface px-4.5 pt-4 pb-2.5 print:hidden"
    >
      <LevelOn model={model} day={view.on} onChange={onDayChange} />
      <LevelRibbon model={model} view={view} />
      {/* Both fit their labels to a width, because the browser measures the chart only after it is drawn. */}
      <Axis labels={createAxisLabels(model, range, 8)} className="@max-3xl:hidden" />
      <Axis labels={createAxisLabels(model, range, 20)} className="@3xl:hidden" />
      <Totals model={model} />
    </section>
  );
}

function Axis({ labels, className }: { labels: readonly AxisLabel[]; className: string }) {
  return (
    <div aria-hidden="true" className={`relative h-8.5 text-small ${className}`}>
      {labels.map(({ text, left, kind }) => (
        <span
          key={`${kind}${left}`}
          className={`absolute top-2.25 whitespace-nowrap ${labelLooks[kind]} ${left < 4 ? '' : '-translate-x-1/2'}`}
          style={{ left: `${left}%` }}
        >
          {text}
        </span>
      ))}
    </div>
  );
}

const labelLooks: Record<AxisLabel['kind'], string> = {
  now: 'font-medium text-danger',
  gap: 'font-medium text-notice',
  tick: 'text-faint',
};

/** More levels than this are one segment. */
const maxTotals = 12;

function Totals({ model }: { model: HistoryModel }) {
  const totals = sumPerLevel(model);
  const sumMs = totals.reduce((sum, { ms }) => sum + ms, 0);
  if (sumMs === 0) return null;
  const toSegment = (key: string, label: string, ms: number) => ({
    key,
    label,
    value: ms,
    color: key === 'others' ? ('muted' as const) : colorOf(key.slice(1), model),
    text: `${Math.round(toDays(ms))} d · ${Math.round((100 * ms) / sumMs)} %`,
  });
  const segments = totals
    .slice(0, maxTotals)
    .map(({ level, ms }) => toSegment(`:${level}`, nameLevel(level), ms));
  const otherMs = totals.slice(maxTotals).reduce((sum, { ms }) => sum + ms, 0);
  if (otherMs > 0) segments.push(toSegment('others', `${totals.length - maxTotals} other levels`, otherMs));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <SegmentedBar label="Time per level until now" segments={segments} height={6} />
      <Legend segments={segments} />
    </div>
  );
}
