import { Skeleton } from '../../../ui/Skeleton.tsx';

const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The list while it is read: the same lines at the same places. */
export function TableWaiting() {
  return (
    <div aria-busy="true" className="mt-12 overflow-hidden rounded-lg border border-line bg-surface">
      <span className="sr-only">Loading instances…</span>
      <div className="h-9 border-b border-line" />
      {lines.map((line) => (
        <div
          key={line}
          className="flex h-10 items-center compact:h-9 gap-6 border-b border-line px-3 last:border-b-0 max-md:h-[148px]"
        >
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="h-3 w-1/8 max-md:hidden" />
          <Skeleton className="h-3 w-1/6 max-md:hidden" />
          <Skeleton className="h-3 w-1/4" />
        </div>
      ))}
    </div>
  );
}
