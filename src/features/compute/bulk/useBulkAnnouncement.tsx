import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { useSession } from '../../../session/useSession.ts';
import { useResults } from '../../../ui/useResults.ts';
import { instancesCount } from '../instances/instancesCount.ts';
import { deletionStateOf } from '../journal/deletionStateOf.ts';
import { deletionSums } from '../journal/deletionSums.ts';
import { sumsSentence } from '../journal/sumsSentence.ts';
import { useDeletions } from '../journal/useDeletions.ts';
import type { BulkRun } from './createBulkRun.ts';

/** Says how a bulk deletion ended, on whatever screen the admin is by then. */
export function useBulkAnnouncement() {
  const { workspaceSlug } = useSession();
  const { journal } = useDeletions();
  const results = useResults();

  return async function announceEnd(run: BulkRun) {
    await run.done;
    const entries = journal.entries().filter(({ bulkKey }) => bulkKey === run.bulkKey);
    const sums = sumsSentence(deletionSums(entries.map(deletionStateOf)));
    results.show({
      id: run.bulkKey,
      content: `The deletion of ${instancesCount(run.total)} has ended: ${sums}.`,
      actions: (
        <Link
          to={`${paths.screen('compute', workspaceSlug)}?panel=bulk`}
          onClick={() => results.dismiss(run.bulkKey)}
          className="shrink-0 py-0.5 font-medium text-accent hover:underline"
        >
          Show
        </Link>
      ),
    });
  };
}
