import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { chooseRenderedRows, maxFullyRenderedRows } from '../ui/longLists.ts';
import type { Zone } from '../ui/time.ts';
import { usePreferences, useZone } from '../ui/usePreferences.ts';
import { scalePx, useIsNarrow } from '../ui/windowWidth.ts';
import type { HistoryEntry, HistoryModel } from './history.ts';
import { HistoryItem } from './TimelineItem.tsx';

/** `goTo` scrolls to an entry and focuses it. It returns false if the list doesn't contain the entry. */
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
  const isPrinting = useIsPrinting();
  const rendersAll = isPrinting || entries.length <= maxFullyRenderedRows;
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    enabled: !rendersAll,
    estimateSize: () => scalePx(isNarrow ? 104 : density === 'compact' ? 60 : 68),
    getItemKey: (i) => entries[i]?.index ?? i,
    overscan: 4,
    scrollMargin: listTop,
    initialRect: { width: 0, height: 800 },
  });

  // Measure after each render, because the content above the list can change its height.
  useLayoutEffect(() => {
    const rect = rendersAll ? undefined : list.current?.getBoundingClientRect();
    if (rect !== undefined) setListTop(Math.round(rect.top + window.scrollY));
  });

  useImperativeHandle(handle, () => ({
    goTo: (entry) => {
      const i = entries.indexOf(entry);
      if (i < 0) return false;
      if (!rendersAll) virtualizer.scrollToIndex(i, { align: 'center' });
      focusWhenRendered(`record-${entry.index}`);
      return true;
    },
  }));

  return (
    <ol
      ref={list}
      aria-label="Subscription history"
      className="history-list relative"
      style={rendersAll ? undefined : { height: virtualizer.getTotalSize() }}
    >
      {chooseRenderedRows(rendersAll, entries.length, 0, virtualizer).map(({ index: i, start }) => {
        const entry = entries[i];
        if (entry === undefined) return null;
        const year = formatYear(entry, zone);
        return (
          <HistoryItem
            key={entry.index}
            entry={entry}
            levelStyles={model.levelStyles}
            now={now}
            heading={year === formatYear(entries[i - 1], zone) ? null : year}
            position={i}
            virtualCount={rendersAll ? null : entries.length}
            top={start - listTop}
            measure={virtualizer.measureElement}
          />
        );
      })}
    </ol>
  );
}

/** Returns true while the page is printed. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // Render at once, because the browser prints the page as soon as the event handler returns.
    const startPrinting = () => flushSync(() => setIsPrinting(true));
    const stopPrinting = () => setIsPrinting(false);
    addEventListener('beforeprint', startPrinting);
    addEventListener('afterprint', stopPrinting);
    return () => {
      removeEventListener('beforeprint', startPrinting);
      removeEventListener('afterprint', stopPrinting);
    };
  }, []);
  return isPrinting;
}

function formatYear(entry: HistoryEntry | undefined, zone: Zone): string | null {
  if (entry === undefined) return null;
  if (entry.from === null) return 'No date';
  const date = new Date(entry.from);
  return String(zone === 'UTC' ? date.getUTCFullYear() : date.getFullYear());
}

const maxFramesToWait = 40;

/** Focuses a record after the list has rendered it. A distant record is rendered a few frames after the page scrolls. */
function focusWhenRendered(id: string, remainingFrames = maxFramesToWait): void {
  const item = document.getElementById(id);
  if (item !== null && remainingFrames < maxFramesToWait) {
    item.scrollIntoView({ block: 'center' });
    item.focus({ preventScroll: true });
  } else if (remainingFrames > 0) requestAnimationFrame(() => focusWhenRendered(id, remainingFrames - 1));
}
