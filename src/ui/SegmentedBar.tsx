import { formatNumber } from '../format/text.ts';

/** A value of `data-color`, which sets `--fill` in styles.css. A number is a hue, 0 to 5. */
export type SegmentColor = number | 'ok' | 'danger' | 'notice' | 'plain';

export function hueOf(index: number): SegmentColor {
  return index % 6;
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
