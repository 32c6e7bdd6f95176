import { lazy, Suspense, useState } from 'react';
import type { DrawnRows, RowWindowProps } from './DrawnRows.ts';

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
  const { count, rowHeight, children } = props;
  const [scrolled, setScrolled] = useState<DrawnRows | null>(null);
  const [isLong, setIsLong] = useState(count > drawnWhole);
  // It stays long once it was: to draw it anew when a deletion makes it short would lose the place.
  if (!isLong && count > drawnWhole) setIsLong(true);
  const inWindow = Math.min(count, Math.ceil((window.innerHeight - aboveRows) / rowHeight));
  return (
    <>
      {children(
        scrolled ?? {
          drawn: firstIndices(isLong ? inWindow : count),
          scrollTo: allInSight,
        },
      )}
      {isLong && (
        <Suspense fallback={null}>
          <ScrolledRowWindow {...props} onChange={setScrolled} />
        </Suspense>
      )}
    </>
  );
}

function allInSight() {}

function firstIndices(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
