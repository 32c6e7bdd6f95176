import { useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { regionsQuery } from '../api/regions.ts';
import { formatCount } from '../format/words.ts';
import type { InstanceRow } from '../instances/instanceRow.ts';
import { toSegments } from '../instances/table/filterRows.ts';
import { useInstances } from '../instances/useInstances.ts';
import { refreshConfig } from '../session/config.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { EmptyState, IncompleteNotice, QueryView, UnreadableItems } from '../ui/states.tsx';
import { ProviderSection } from './ProviderSection.tsx';
import { groupRegionsByProvider, type ProviderRegions } from './regionGroups.ts';

export function RegionsPage({ title }: { title: string }) {
  const { workspace } = useSession();
  const { rows, hasAll } = useInstances();
  const query = useQuery(regionsQuery(workspace));
  const counts = countRegions(rows);
  // Null keeps the space of the numbers while the lists are loading.
  const instances = hasAll || counts.size > 0 ? toSegments(rows, 'region', counts) : null;
  const groups = groupRegionsByProvider(query.data?.items ?? [], counts);
  const identifiers = groups.flatMap(({ regions }) => regions.map(({ identifier }) => identifier));

  function refresh() {
    void query.refetch();
    void refreshConfig();
  }
  return (
    <div className="max-w-220">
      <PageHeading
        title={title}
        subtitle={
          identifiers.length > 0 && (
            <Summary groups={groups} count={identifiers.length} workspace={workspace} />
          )
        }
        actions={
          <>
            <Button onClick={refresh} aria-disabled={query.isFetching}>
              Refresh
            </Button>
            {identifiers.length > 0 && (
              <CopyButton
                variant="button"
                label={`Copy all ${identifiers.length}`}
                text={identifiers.join('\n')}
              />
            )}
          </>
        }
      />
      <QueryView query={query} subject="regions" skeleton={<Skeleton className="h-64" />}>
        {({ isComplete, unreadable }) => (
          <>
            {!isComplete && <IncompleteNotice />}
            {identifiers.length === 0 && unreadable.length === 0 && (
              <EmptyState
                icon={Globe}
                title="No regions are available to this workspace. If you expected some, ask its owner."
              />
            )}
            {groups.map((group) => (
              <ProviderSection key={group.provider ?? ''} group={group} instances={instances} />
            ))}
            <UnreadableItems items={unreadable} readableCount={identifiers.length} />
          </>
        )}
      </QueryView>
    </div>
  );
}

function countRegions(rows: readonly InstanceRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { record } of rows)
    if (record?.region) counts.set(record.region, (counts.get(record.region) ?? 0) + 1);
  return counts;
}

type SummaryProps = { groups: readonly ProviderRegions[]; count: number; workspace: string };

function Summary({ groups, count, workspace }: SummaryProps) {
  const providerCount = groups.filter(({ provider }) => provider !== null).length;
  const providers = providerCount > 0 ? ` of ${formatCount(providerCount, 'provider')}` : '';
  return (
    <>
      <span>{`${formatCount(count, 'region')}${providers} ${count === 1 ? 'is' : 'are'} available to`}</span>
      <span> </span>
      <SafeName name={workspace} />
    </>
  );
}
