import { lazy, Suspense, useState } from 'react';
import type { RowWindowProps } from './DrawnRows.ts';

const ScrolledRowWindow = lazy(async () => ({
  default: (await import('./ScrolledRowWindow.tsx')).ScrolledRowWindow,
}));

/** Up to this many rows are simply there; more are drawn where they are in sight. */
const drawnWhole = 60;

/** Which rows of a list are drawn. What a long list needs for that is fetched when there is one; its head is there at once. */
export function RowWindow(props: RowWindowProps) {
  const { count, children } = props;
  const [isLong, setIsLong] = useState(count > drawnWhole);
  // It stays long once it was: to draw it anew when a deletion makes it short would lose place and focus.
  if (!isLong && count > drawnWhole) setIsLong(true);
  const head = { drawn: firstIndices(Math.min(count, drawnWhole)), scrollTo: allInSight };
  if (!isLong) return children(head);
  return (
    <Suspense fallback={children(head)}>
      <ScrolledRowWindow {...props} />
    </Suspense>
  );
}

function allInSight() {}

function firstIndices(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
