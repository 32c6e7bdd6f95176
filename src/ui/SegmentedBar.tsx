import { formatNumber, toBidiIsolatedText } from '../format/text.ts';

/** One of the six hues, or a tone. `data-color` sets it as `--fill` (styles.css): `bg-(--fill)`. */
export type SegmentColor = 0 | 1 | 2 | 3 | 4 | 5 | 'accent' | 'ok' | 'danger' | 'notice' | 'muted';

type Hue = 0 | 1 | 2 | 3 | 4 | 5;

const hues: readonly Hue[] = [0, 1, 2, 3, 4, 5];

export function hueOf(index: number): Hue {
  return hues[index % hues.length] ?? 0;
}

export function assignHues(texts: Iterable<string>, firstHue = 0): ReadonlyMap<string, Hue> {
  // In the order of the texts, so that they keep their hues when the order of the rows changes.
  const sorted = [...new Set(texts)].sort();
  return new Map(sorted.map((text, index) => [text, hueOf(firstHue + index)]));
}

export type BarSegment = {
  key: string;
  label: string;
  value: number;
  color: SegmentColor;
};

type BarProps = {
  label: string;
  segments: readonly BarSegment[];
  height?: number;
  /** The value of the whole width. By default, the segments fill it. */
  total?: number;
};

export function SegmentedBar({ label, segments, height = 8, total = 0 }: BarProps) {
  const shown = segments.filter(({ value }) => value > 0);
  const rest = total - shown.reduce((sum, { value }) => sum + value, 0);
  const name = [label, shown.map((segment) => `${segment.label} ${formatNumber(segment.value)}`).join(', ')];
  return (
    <div
      role="img"
      aria-label={name.filter(Boolean).join(': ')}
      className="flex w-full gap-0.5 overflow-hidden rounded-chip"
      style={{ height }}
    >
      {shown.map(({ key, color, value }) => (
        <i key={key} data-color={color} className="segment min-w-1 basis-0" style={{ flexGrow: value }} />
      ))}
      {(rest > 0 || shown.length === 0) && (
        <i className="basis-0 bg-skeleton" style={{ flexGrow: Math.max(rest, 1) }} />
      )}
    </div>
  );
}

type LegendProps = {
  segments: readonly BarSegment[];
  onSelect?: (key: string) => void;
  selected?: readonly string[];
  isEnumeration?: boolean;
};

export function Legend({ segments, onSelect, selected = [], isEnumeration = false }: LegendProps) {
  return (
    <ul className="-mx-1 flex flex-wrap gap-x-2.5 text-small text-muted">
      {segments.map((segment) => (
        <li key={segment.key} className="min-w-0 max-w-full">
          {onSelect === undefined ? (
            <span className="block truncate px-1 py-1">
              <LegendEntry segment={segment} isEnumeration={isEnumeration} />
            </span>
          ) : (
            <button
              type="button"
              aria-label={`${segment.label} ${formatNumber(segment.value)}`}
              aria-pressed={selected.includes(segment.key)}
              onClick={() => onSelect(segment.key)}
              className="toggle block max-w-full truncate py-1"
            >
              <LegendEntry segment={segment} isEnumeration={isEnumeration} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function LegendEntry({ segment, isEnumeration }: { segment: BarSegment; isEnumeration: boolean }) {
  return (
    <>
      <i data-color={segment.color} className="segment mr-1.5 inline-block size-2 rounded-[2px]" />
      <span translate="no" className={isEnumeration ? 'enumeration' : ''}>
        {toBidiIsolatedText(segment.label)}
      </span>
      <span> </span>
      <b className="ml-0.5 font-medium text-text">{formatNumber(segment.value)}</b>
    </>
  );
}
