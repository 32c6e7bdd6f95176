import { lazy, Suspense, useDeferredValue, useState } from 'react';
import type { DrawnRows, RowWindowProps } from './DrawnRows.ts';

const ScrolledRowWindow = lazy(async () => ({
  default: (await import('./ScrolledRowWindow.tsx')).ScrolledRowWindow,
}));

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
  // The rows in sight come first, the rest of a short list in steps after them.
  const inWindow = Math.min(count, Math.ceil((window.innerHeight - 200) / rowHeight));
  const inSteps = useDeferredValue(count, inWindow);
  return (
    <>
      {children(
        scrolled ?? {
          drawn: firstIndices(isLong ? inWindow : Math.min(count, inSteps)),
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
