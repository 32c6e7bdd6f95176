import { Suspense, use, useDeferredValue } from 'react';
import type { SubscriptionRecord } from '../../api/decodeSubscriptionRecord.ts';
import { operationPaths } from '../../api/operationPaths.ts';
import { servicePath } from '../../api/servicePath.ts';
import { useCurl } from '../../session/useCurl.ts';
import { useSession } from '../../session/useSession.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ReadView } from '../../ui/ReadView.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useZone } from '../../ui/useZone.ts';
import { ZoneToggle } from '../../ui/ZoneToggle.tsx';
// Before the content, or the bundler cuts off a file of its own for the little that all parts of the screen share.
import { digestHistory } from './view/digestHistory.ts';
import './subscription.css';
import { HistoryContent } from './HistoryContent.tsx';
import { useSubscriptionHistory } from './useSubscriptionHistory.ts';

/** A workspace's subscription over time, newest first. */
export function HistoryPage() {
  const { workspaceSlug } = useSession();
  const zone = useZone();
  const read = useSubscriptionHistory();
  const curlOf = useCurl();
  // Drawn in steps once they come, so that a key or a click finds its way between; at once where they are there.
  const hasCome = useDeferredValue(read.data !== undefined);
  return (
    <>
      <PageHeading title="Subscription history" workspaceSlug={workspaceSlug} actions={<ZoneToggle />}>
        {`Levels of this workspace, newest first. All dates are in ${zone === 'UTC' ? 'UTC' : 'local time, with its offset'}.`}
      </PageHeading>
      <ReadView
        read={read}
        what="The subscription history"
        waiting={<Waiting />}
        curl={curlOf('GET', servicePath(operationPaths.listSubscriptionHistory, { workspaceSlug }))}
      >
        {({ items, unreadable }) =>
          items.length + unreadable.length === 0 ? (
            <EmptyState title="No subscription yet">
              The service holds no subscription record of this workspace.
            </EmptyState>
          ) : !hasCome ? (
            <Waiting />
          ) : (
            <Suspense fallback={<Waiting />}>
              <Digested records={items} unreadable={unreadable} workspaceSlug={workspaceSlug} />
            </Suspense>
          )
        }
      </ReadView>
    </>
  );
}

type DigestedProps = {
  records: readonly SubscriptionRecord[];
  unreadable: readonly unknown[];
  workspaceSlug: string;
};

function Digested({ records, unreadable, workspaceSlug }: DigestedProps) {
  // A fresh answer is digested behind the one on screen.
  const digest = digestHistory(useDeferredValue(records), workspaceSlug);
  return (
    <HistoryContent
      digest={digest instanceof Promise ? use(digest) : digest}
      unreadable={unreadable}
      workspaceSlug={workspaceSlug}
    />
  );
}

const lines = ['a', 'b', 'c', 'd', 'e'];

/** As high as what comes: what is true now, the levels over time, and the newest records. */
function Waiting() {
  return (
    <div aria-busy="true" className="grid max-w-6xl gap-4">
      <div className="h-[118px] rounded-lg border border-line bg-surface" />
      <div className="mb-[76px] h-[134px] rounded-lg border border-line bg-surface" />
      <div className="rounded-lg border border-line bg-surface">
        {lines.map((line) => (
          <div
            key={line}
            className="flex h-[72px] items-center gap-6 border-b border-line px-5 last:border-b-0"
          >
            <Skeleton className="h-5 w-20" />
            <Skeleton className="h-4 w-64 max-w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
