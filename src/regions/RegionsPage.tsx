import { Globe } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useRegions } from '../api/useRegions.ts';
import { formatCount } from '../format/text.ts';
import { paths } from '../paths.ts';
import { parseRegion } from '../rules/instanceRecord.ts';
import { refreshPageData, useSession } from '../session/pageData.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { EmptyState, ListWarnings, PageHeading, QueryView } from '../ui/states.tsx';

const emptyTitle = 'No regions are available to this workspace. If you expected some, ask its owner.';

export function RegionsPage({ title }: { title: string }) {
  const { workspace } = useSession();
  const query = useRegions(workspace);
  const identifiers = [...new Set(query.data?.items)];
  const count = identifiers.length;
  const groups = [...Map.groupBy(identifiers, (each) => parseRegion(each).provider)];
  groups.sort(([a], [b]) => Number(a === null) - Number(b === null));
  return (
    <>
      <PageHeading
        title={title}
        subtitle={count > 0 && formatCount(count, 'region')}
        onRefresh={() => Promise.all([query.refetch(), refreshPageData()])}
      >
        {count > 0 && (
          <CopyButton variant="button" label={`Copy all ${count}`} text={() => identifiers.join('\n')} />
        )}
      </PageHeading>
      <QueryView query={query} subject="regions">
        {({ isComplete, unreadable }) => (
          <>
            <ListWarnings isComplete={isComplete} unreadable={unreadable} />
            {count + unreadable.length === 0 && isComplete && <EmptyState icon={Globe} title={emptyTitle} />}
            {groups.map(([provider, members]) => (
              <section key={provider} className="mb-5">
                <h2 className="mb-2 text-lead font-semibold">
                  {provider === null ? <span>Other</span> : <SafeName name={provider} />}
                </h2>
                <ul
                  aria-label={provider === null ? 'Other regions' : `Regions of ${provider}`}
                  className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3"
                >
                  {members.map((identifier) => (
                    <RegionBadge key={identifier} identifier={identifier} />
                  ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </QueryView>
    </>
  );
}

/** The link covers the whole badge, and the copy button lies above it. */
function RegionBadge({ identifier }: { identifier: string }) {
  const { workspace } = useSession();
  const { name } = parseRegion(identifier);
  return (
    <li className="relative flex min-w-0 break-inside-avoid items-center gap-2 panel px-3.5 py-2.5 hover:bg-hover">
      <div className="min-w-0 flex-1">
        <Link
          to={paths.instancesIn(identifier, workspace)}
          title={`Show the instances in ${identifier}`}
          className="font-semibold badge-link"
        >
          <SafeName name={name} />
        </Link>
        <code className="block text-muted">
          <SafeName name={identifier} />
        </code>
      </div>
      <span className="relative print:hidden">
        <CopyButton label={`Copy ${identifier}`} text={() => identifier} />
      </span>
    </li>
  );
}
