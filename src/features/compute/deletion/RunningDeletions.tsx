import { LoaderCircle } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { useSession } from '../../../session/useSession.ts';
import { useDeletionEntries } from '../journal/useDeletionEntries.ts';
import { isolatedLabel } from '../names/isolatedLabel.ts';

/** What is being deleted right now, in sight on every screen and whatever dialog was closed. */
export function RunningDeletions() {
  const { workspaceSlug } = useSession();
  const entries = useDeletionEntries();
  const open = entries.filter((entry) => entry.outcome === null);
  const [first] = open;
  if (first === undefined) return null;
  const bulk = first.bulkKey === null ? null : entries.filter((entry) => entry.bulkKey === first.bulkKey);
  const text =
    bulk === null
      ? `Deleting ${open.length === 1 ? isolatedLabel(first.label) : `${open.length} instances`}…`
      : `Deleting: ${bulk.filter((entry) => entry.outcome !== null).length} of ${bulk.length}`;
  const slug = first.target.workspaceSlug;
  const words = slug === workspaceSlug ? text : `${text} in ${slug}`;
  return (
    <Link
      to={`${paths.screen('compute', slug)}${bulk === null ? '' : '?panel=bulk'}`}
      title={words}
      className="flex min-h-9 min-w-0 items-center gap-2 rounded-md border border-danger-line bg-danger-soft px-2.5 text-small text-danger hover:underline max-md:max-w-28"
    >
      <LoaderCircle size={14} aria-hidden="true" className="shrink-0 animate-spin max-md:hidden" />
      <span className="min-w-0 truncate">{words}</span>
    </Link>
  );
}
