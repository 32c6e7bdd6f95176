import { useEffect } from 'react';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';
import type { Inventory, InventorySnapshot } from './createInventory.ts';

/**
 * Takes what was deleted off the list that this browser keeps, however and wherever the deletion was confirmed: the
 * journal ends with the session, and the instance would be back in the list. What is merely not there can be put back.
 */
export function useForgetDeleted(
  inventory: Inventory,
  { added }: InventorySnapshot,
  entries: readonly DeletionEntry[],
  workspaceSlug: string,
) {
  useEffect(() => {
    if (added.length === 0) return;
    const gone = entries.flatMap(({ target, outcome, putBack }) =>
      !putBack &&
      target.workspaceSlug === workspaceSlug &&
      (outcome?.kind === 'deleted' || outcome?.kind === 'accepted')
        ? [{ databaseName: target.databaseName, id: target.instanceId }]
        : [],
    );
    if (gone.length > 0) inventory.forget(gone);
  }, [inventory, added, entries, workspaceSlug]);
}
