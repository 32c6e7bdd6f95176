import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { usePreferences } from '../../ui/usePreferences.ts';
import { useIsNarrow } from '../../ui/windowWidth.ts';
import { useZone } from '../../ui/zone.tsx';
import type { HistoryModel } from './history.ts';
import type { HistoryEntry } from './historyEntries.ts';
import { HistoryItem } from './TimelineItem.tsx';

/** `goTo` gives false where the entry is not among those shown. */
export type TimelineHandle = { goTo: (entry: HistoryEntry) => boolean };

type Props = {
  model: HistoryModel;
  /** Those to show, newest first. */
  entries: readonly HistoryEntry[];
  now: number;
  handle: RefObject<TimelineHandle | null>;
};

/** Up to this many items are simply there; of more, those in sight are drawn. */
const drawnWhole = 60;

/** The records as an ordered list, newest first and grouped by year, with what lies between them. */
export function Timeline({ model, entries, now, handle }: Props) {
  const zone = useZone();
  const isNarrow = useIsNarrow();
  const { density } = usePreferences().preferences;
  const list = useRef<HTMLOListElement>(null);
  const [top, setTop] = useState(0);
  const whole = entries.length <= drawnWhole;
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    enabled: !whole,
    estimateSize: () => (isNarrow ? 104 : density === 'compact' ? 60 : 68),
    getItemKey: (at) => entries[at]?.index ?? at,
    overscan: 4,
    scrollMargin: top,
    initialRect: { width: 0, height: 800 },
  });

  // What stands above the list may grow: the filter's sentence, a notice, the strip.
  useLayoutEffect(() => {
    const place = whole ? undefined : list.current?.getBoundingClientRect();
    if (place !== undefined) setTop(Math.round(place.top + window.scrollY));
  });

  useImperativeHandle(handle, () => ({
    goTo: (entry) => {
      const at = entries.indexOf(entry);
      if (at < 0) return false;
      if (!whole) virtualizer.scrollToIndex(at, { align: 'center' });
      focusWhenDrawn(`record-${entry.index}`);
      return true;
    },
  }));

  const drawn = whole
    ? entries.map((_, place) => ({ index: place, start: 0 }))
    : virtualizer.getVirtualItems();
  return (
    <ol
      ref={list}
      aria-label="Subscription history"
      className={`history-list ${whole ? 'grid' : 'relative'}`}
      style={whole ? undefined : { height: virtualizer.getTotalSize() }}
    >
      {drawn.map(({ index: place, start }) => {
        const entry = entries[place];
        if (entry === undefined) return null;
        const heading = yearOf(entry, zone);
        return (
          <HistoryItem
            key={entry.index}
            entry={entry}
            model={model}
            now={now}
            heading={heading === yearOf(entries[place - 1], zone) ? null : heading}
            size={whole ? null : entries.length}
            place={place}
            offset={start - top}
            measure={whole ? null : virtualizer.measureElement}
          />
        );
      })}
    </ol>
  );
}

function yearOf(entry: HistoryEntry | undefined, zone: 'UTC' | 'local'): string | null {
  if (entry === undefined) return null;
  if (entry.from === null) return 'Undated';
  const date = new Date(entry.from);
  return String(zone === 'UTC' ? date.getUTCFullYear() : date.getFullYear());
}

const patience = 40;

// A far item is only drawn after the page has scrolled there, a few frames later.
function focusWhenDrawn(id: string, frames = patience): void {
  const item = document.getElementById(id);
  if (item !== null && frames < patience) {
    item.scrollIntoView({ block: 'center' });
    item.focus({ preventScroll: true });
  } else if (frames > 0) requestAnimationFrame(() => focusWhenDrawn(id, frames - 1));
}
