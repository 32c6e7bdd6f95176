import { useResults } from '../../../ui/results.tsx';
import { useRestoreRows } from '../deletion/useDeletions.ts';
import { instancesCount } from '../instanceRow.ts';
import type { AddedInstance } from '../inventory.ts';
import { useLoadedInstances } from '../useInstances.ts';

/** Returns a function that adds instances to the list in this browser. Deleted ones that are added again are shown again. */
export function useAddInstances() {
  const { inventory } = useLoadedInstances();
  const restoreRows = useRestoreRows();
  const results = useResults();
  return (added: readonly AddedInstance[]) => {
    restoreRows(added);
    inventory.add(added);
    results.show({
      id: 'added',
      content: `Added ${instancesCount(added.length)} to the list.`,
      passing: true,
    });
  };
}
