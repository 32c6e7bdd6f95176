import { lazy, Suspense, useState } from 'react';
import type { RowWindowProps, ScrolledRows } from './DrawnRows.ts';
import type { RowRange } from './grownRange.ts';

const ScrolledRowWindow = lazy(async () => ({
  default: (await import('./ScrolledRowWindow.tsx')).ScrolledRowWindow,
}));

/** px that the page takes of the window's height before the table. */
const aboveRows = 200;
/** Up to this many rows are simply there; more are drawn where they are in sight. */
const drawnWhole = 60;

/**
 * Which rows of a list are drawn. What a long list needs for that is fetched when there is one; its head is there at
 * once, and the very same rows stay when the rest comes: a click between press and release must not lose its button.
 */
export function RowWindow(props: RowWindowProps) {
  const { count, rowHeight, container, pinned, children } = props;
  const [scrolled, setScrolled] = useState<ScrolledRows | null>(null);
  const [isLong, setIsLong] = useState(count > drawnWhole);
  // It stays long once it was: to draw it anew when a deletion makes it short would lose the place.
  if (!isLong && count > drawnWhole) setIsLong(true);
  const inWindow = Math.min(count, Math.ceil((window.innerHeight - aboveRows) / rowHeight));
  return (
    <>
      {children({
        drawn: withPinned(scrolled?.range ?? { from: 0, to: isLong ? inWindow : count }, pinned),
        scrollTo: scrolled?.scrollTo ?? allInSight,
      })}
      {isLong && (
        <Suspense fallback={null}>
          <ScrolledRowWindow
            count={count}
            rowHeight={rowHeight}
            container={container}
            onChange={setScrolled}
          />
        </Suspense>
      )}
    </>
  );
}

function allInSight() {}

/** Ascending indices; with that of the row that has the focus, wherever it is. */
function withPinned({ from, to }: RowRange, pinned: number): number[] {
  const indices = Array.from({ length: to - from }, (_, at) => from + at);
  if (pinned >= 0 && pinned < from) indices.unshift(pinned);
  if (pinned >= to) indices.push(pinned);
  return indices;
}
