import { CirclePause, LoaderCircle } from 'lucide-react';
import { Link } from 'react-router-dom';
import { computeUrl } from '../compute/computeActions.ts';
import { formatInstanceCount } from '../compute/instanceRow.ts';
import { useSession } from '../session/useSession.ts';
import { toSafeText } from '../ui/confusables.ts';
import { useBulkRun, useDeletionEntries } from './DeletionsProvider.tsx';

/** Shows running deletions on every screen, with a link. Must not import dialogs, because their code loads later. */
export function BulkIndicator() {
  const { workspaceSlug } = useSession();
  const entries = useDeletionEntries();
  const isAsking = useBulkRun()?.state.name === 'asking';
  const runningEntries = entries.filter(({ outcome }) => outcome === null);
  const [firstEntry] = runningEntries;
  if (firstEntry === undefined) return null;
  const isBulk = firstEntry.bulkKey !== null;
  const bulkEntries = entries.filter(({ bulkKey }) => bulkKey === firstEntry.bulkKey);
  const finishedCount = bulkEntries.filter(({ outcome }) => outcome !== null).length;
  const subject =
    runningEntries.length === 1 ? toSafeText(firstEntry.label) : formatInstanceCount(runningEntries.length);
  const text = isBulk
    ? `${isAsking ? 'Deletion paused' : 'Deleting'}: ${finishedCount} of ${bulkEntries.length}`
    : `Deleting ${subject}…`;
  const slug = firstEntry.target.workspaceSlug;
  const label = slug === workspaceSlug ? text : `${text} in ${slug}`;
  return (
    <Link
      to={computeUrl(slug, { panel: isBulk ? 'bulk' : null })}
      title={label}
      className="flex min-h-9 min-w-0 items-center gap-2 rounded-md border border-danger-line bg-danger-soft px-2.5 text-small text-danger hover:underline max-md:max-w-28 md:max-lg:justify-center"
    >
      {isAsking && isBulk ? (
        <CirclePause size={14} aria-hidden="true" className="shrink-0 max-md:hidden" />
      ) : (
        <LoaderCircle size={14} aria-hidden="true" className="shrink-0 animate-spin max-md:hidden" />
      )}
      <span className="min-w-0 truncate md:max-lg:sr-only">{label}</span>
    </Link>
  );
}
