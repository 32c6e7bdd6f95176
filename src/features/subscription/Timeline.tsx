import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { drawnRows, maxDrawnRows } from '../../ui/longLists.ts';
import type { Zone } from '../../ui/time.ts';
import { usePreferences, useZone } from '../../ui/usePreferences.ts';
import { scaledPx, useIsNarrow } from '../../ui/windowWidth.ts';
import type { HistoryEntry, HistoryModel } from './history.ts';
import { HistoryItem } from './TimelineItem.tsx';

/** `goTo` scrolls to an entry and focuses it. It returns false if the entry isn't shown. */
export type TimelineHandle = { goTo: (entry: HistoryEntry) => boolean };

type TimelineProps = {
  model: HistoryModel;
  entries: readonly HistoryEntry[];
  now: number;
  handle: RefObject<TimelineHandle | null>;
};

export function Timeline({ model, entries, now, handle }: TimelineProps) {
  const zone = useZone();
  const isNarrow = useIsNarrow();
  const { density } = usePreferences().preferences;
  const list = useRef<HTMLOListElement>(null);
  const [listTop, setListTop] = useState(0);
  const isPrinting = usePrinting();
  const isWhole = isPrinting || entries.length <= maxDrawnRows;
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    enabled: !isWhole,
    estimateSize: () => scaledPx(isNarrow ? 104 : density === 'compact' ? 60 : 68),
    getItemKey: (i) => entries[i]?.index ?? i,
    overscan: 4,
    scrollMargin: listTop,
    initialRect: { width: 0, height: 800 },
  });

  // Content above the list can change its height at any time, so the position is measured after each render.
  useLayoutEffect(() => {
    const rect = isWhole ? undefined : list.current?.getBoundingClientRect();
    if (rect !== undefined) setListTop(Math.round(rect.top + window.scrollY));
  });

  useImperativeHandle(handle, () => ({
    goTo: (entry) => {
      const i = entries.indexOf(entry);
      if (i < 0) return false;
      if (!isWhole) virtualizer.scrollToIndex(i, { align: 'center' });
      focusWhenDrawn(`record-${entry.index}`);
      return true;
    },
  }));

  return (
    <ol
      ref={list}
      aria-label="Subscription history"
      className="history-list relative"
      style={isWhole ? undefined : { height: virtualizer.getTotalSize() }}
    >
      {drawnRows(isWhole, entries.length, 0, virtualizer).map(({ index: i, start }) => {
        const entry = entries[i];
        if (entry === undefined) return null;
        const year = yearOf(entry, zone);
        return (
          <HistoryItem
            key={entry.index}
            entry={entry}
            looks={model.looks}
            now={now}
            heading={year === yearOf(entries[i - 1], zone) ? null : year}
            position={i}
            virtualSize={isWhole ? null : entries.length}
            top={start - listTop}
            measure={virtualizer.measureElement}
          />
        );
      })}
    </ol>
  );
}

/** A long list is drawn completely while the page is printed. */
function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // The browser copies the page as soon as the event handler returns.
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

function yearOf(entry: HistoryEntry | undefined, zone: Zone): string | null {
  if (entry === undefined) return null;
  if (entry.from === null) return 'No date';
  const date = new Date(entry.from);
  return String(zone === 'UTC' ? date.getUTCFullYear() : date.getFullYear());
}

const maxFrames = 40;

/** Focuses a record as soon as it is drawn. A distant one appears a few frames after the page has scrolled. */
function focusWhenDrawn(id: string, frames = maxFrames): void {
  const item = document.getElementById(id);
  if (item !== null && frames < maxFrames) {
    item.scrollIntoView({ block: 'center' });
    item.focus({ preventScroll: true });
  } else if (frames > 0) requestAnimationFrame(() => focusWhenDrawn(id, frames - 1));
}
