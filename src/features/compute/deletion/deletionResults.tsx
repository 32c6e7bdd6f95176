import { Link } from 'react-router-dom';
import { useSession } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { useResults } from '../../../ui/results.tsx';
import { computeUrl } from '../computeUrl.ts';
import { instancesCount } from '../instanceRow.ts';
import { type DeletionEntry, targetKey } from './deletionEntry.ts';
import { leavingKinds, putBack } from './deletionMarks.ts';
import { outcomeSentence, sumsSentence } from './outcomes.tsx';
import { useDeletions } from './useDeletions.ts';

/** Says what became of a deletion whose dialog is gone; the result stays until dismissed. */
export function useDeletionResult() {
  const { log } = useDeletions();
  const results = useResults();

  return function showResult(entry: DeletionEntry) {
    const { outcome, intentKey, label } = entry;
    const { workspaceSlug } = entry.target;
    if (outcome === null) return;

    function putRowBack() {
      const key = targetKey(entry.target);
      const latest = log.entries().findLast(({ target }) => targetKey(target) === key);
      // What a later intent has deleted stays away.
      if (latest?.intentKey === intentKey) putBack(log, [entry]);
      results.dismiss(intentKey);
    }

    results.show({
      id: intentKey,
      scope: scopeOf(workspaceSlug),
      content: [
        outcomeSentence(outcome.kind, label),
        leavingKinds.has(outcome.kind) ? '' : outcome.reason,
        ...outcome.notes,
      ]
        .filter(Boolean)
        .join(' '),
      actions: outcome.kind === 'gone' && (
        <Button variant="quiet" size="small" onClick={putRowBack}>
          Put back
        </Button>
      ),
    });
  };
}

/** Says how a bulk deletion ended, or that it waits for the admin, on whatever screen the admin is by then. */
export function useBulkAnnouncement() {
  const { workspaceSlug } = useSession();
  const { log, bulk } = useDeletions();
  const results = useResults();

  return async function announce({ bulkKey, done }: { bulkKey: string; done: Promise<void> }) {
    const show = (content: string) =>
      results.show({
        id: bulkKey,
        scope: scopeOf(workspaceSlug),
        content,
        actions: (
          <Link
            to={computeUrl(workspaceSlug, { panel: 'bulk' })}
            onClick={() => results.dismiss(bulkKey)}
            className="shrink-0 py-0.5 font-medium text-accent hover:underline"
          >
            Show
          </Link>
        ),
      });
    const entriesNow = () => log.entries().filter((entry) => entry.bulkKey === bulkKey);
    const deletionNow = () => `The deletion of ${instancesCount(entriesNow().length)}`;
    const unsubscribe = bulk.subscribe((run, before) => {
      const [isAsking, wasAsking] = [run, before].map((one) => one?.state.name === 'asking');
      if (isAsking && !wasAsking) show(`${deletionNow()} is paused: it asks whether to go on.`);
      else if (wasAsking && !isAsking) results.dismiss(bulkKey);
    });
    await done;
    unsubscribe();
    const state = bulk.getState()?.state;
    const why = state?.name === 'ended' && state.why !== null ? ` ${state.why}` : '';
    show(`${deletionNow()} has ended: ${sumsSentence(entriesNow())}.${why}`);
  };
}

/** Results name their workspace on the screens of other workspaces. */
function scopeOf(workspaceSlug: string) {
  return { key: workspaceSlug, label: `Workspace ${workspaceSlug}` };
}
