import { formatNumber } from '../format/text.ts';

type Hue = 0 | 1 | 2 | 3 | 4 | 5;

/** One of the six hues, or a tone. `data-color` sets it as `--fill` (styles.css): `bg-(--fill)`. */
export type SegmentColor = Hue | 'ok' | 'danger' | 'notice' | 'muted';

const hues: readonly Hue[] = [0, 1, 2, 3, 4, 5];

export function hueOf(index: number): Hue {
  return hues[index % hues.length] ?? 0;
}

export type BarSegment = { key: string; label: string; value: number; color: SegmentColor };

export function SegmentedBar({ label, segments }: { label: string; segments: readonly BarSegment[] }) {
  const parts = segments.map((segment) => `${segment.label} ${formatNumber(segment.value)}`);
  return (
    <div
      role="img"
      aria-label={`${label}: ${parts.join(', ')}`}
      className="flex h-1.5 w-full gap-0.5 overflow-hidden rounded-chip"
    >
      {segments.map(({ key, color, value }) => (
        <i key={key} data-color={color} className="segment min-w-1 basis-0" style={{ flexGrow: value }} />
      ))}
    </div>
  );
}
