import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { useResults } from '../../../ui/useResults.ts';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';
import { leavingKinds } from '../journal/leavingKinds.ts';
import { outcomeSentence } from '../journal/outcomeSentence.ts';
import { putBackEntry } from '../journal/putBackEntry.ts';
import { targetKey } from '../journal/targetKey.ts';
import { useDeletions } from '../journal/useDeletions.ts';

/** Says what became of a deletion whose dialog is gone; the result stays until dismissed. */
export function useLeaving() {
  const deletions = useDeletions();
  const results = useResults();

  return function takeLeave(entry: DeletionEntry) {
    const { outcome, intentKey, label } = entry;
    const { workspaceSlug } = entry.target;
    if (outcome === null) return;

    function putBack() {
      const key = targetKey(entry.target);
      const latest = deletions.journal.entries().findLast(({ target }) => targetKey(target) === key);
      // What a later intent has deleted stays away.
      if (latest?.intentKey === intentKey) putBackEntry(deletions, entry);
      results.dismiss(intentKey);
    }

    results.show({
      id: intentKey,
      content: [
        workspaceSlug === paths.workspaceOf(window.location.pathname) ? '' : `Workspace ${workspaceSlug}:`,
        outcomeSentence(outcome.kind, label),
        leavingKinds.has(outcome.kind) ? '' : outcome.reason,
        ...outcome.notes,
      ]
        .filter(Boolean)
        .join(' '),
      actions: outcome.kind === 'gone' && (
        <Button look="quiet" size="small" onClick={putBack}>
          Put back
        </Button>
      ),
    });
  };
}
