import { useEffect } from 'react';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';
import type { Inventory } from './createInventory.ts';

/** Each is taken off once: what is added again afterwards, here or in another tab, is wanted. */
const told = new Set<string>();

/**
 * Takes what was deleted off the list that this browser keeps, however and wherever the deletion was confirmed: the
 * journal ends with the session, and the instance would be back in the list. What is merely not there can be put back.
 */
export function useForgetDeleted(
  inventory: Inventory,
  entries: readonly DeletionEntry[],
  workspaceSlug: string,
) {
  useEffect(() => {
    const gone = entries.flatMap(({ intentKey, target, outcome, putBack }) =>
      !putBack &&
      !told.has(intentKey) &&
      target.workspaceSlug === workspaceSlug &&
      (outcome?.kind === 'deleted' || outcome?.kind === 'accepted')
        ? [{ intentKey, databaseName: target.databaseName, id: target.instanceId }]
        : [],
    );
    for (const { intentKey } of gone) told.add(intentKey);
    if (gone.length > 0) inventory.forget(gone);
  }, [inventory, entries, workspaceSlug]);
}
