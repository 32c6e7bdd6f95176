import { Skeleton } from '../../ui/Skeleton.tsx';

/** As high as what comes: a toolbar and two groups of badges. */
export function RegionsWaiting() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
      <Skeleton className="h-9 w-full sm:max-w-72" />
      {[2, 1].map((badges) => (
        <div key={badges}>
          <Skeleton className="mb-4 h-8 w-40" />
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,240px),1fr))] gap-2">
            {Array.from({ length: badges }, (_, at) => at).map((at) => (
              <Skeleton key={at} className="h-[54px]" />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
