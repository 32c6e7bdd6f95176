import { useResults } from '../../../ui/results.tsx';
import { putBack } from '../deletion/deletionMarks.ts';
import { useDeletions, useWorkspaceEntries } from '../deletion/useDeletions.ts';
import { instanceKey, instancesCount } from '../instanceRow.ts';
import type { AddedInstance } from '../inventory.ts';
import { useLoadedInstances } from '../useInstances.ts';

/** Returns a function that adds instances to the list in this browser. Deleted ones that are added again are shown again. */
export function useAddInstances() {
  const { inventory } = useLoadedInstances();
  const { log } = useDeletions();
  const entries = useWorkspaceEntries();
  const results = useResults();
  return (added: readonly AddedInstance[]) => {
    const keys = new Set(added.map(({ databaseName, id }) => instanceKey(databaseName, id)));
    putBack(
      log,
      entries.filter(({ target }) => keys.has(instanceKey(target.databaseName, target.instanceId))),
    );
    inventory.add(added);
    results.show({
      id: 'added',
      content: `Added ${instancesCount(added.length)} to the list.`,
      passing: true,
    });
  };
}
