import { useEffect, useRef } from 'react';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';
import type { Inventory } from './createInventory.ts';

/**
 * Takes what was deleted off the list that this browser keeps, however and wherever the deletion was confirmed: the
 * journal ends with the session, and the instance would be back in the list. What is merely not there can be put back.
 */
export function useForgetDeleted(
  inventory: Inventory,
  entries: readonly DeletionEntry[],
  workspaceSlug: string,
) {
  // Once for each: what is added again afterwards, here or in another tab, is wanted.
  const told = useRef(new Set<string>());
  useEffect(() => {
    const gone = entries.flatMap(({ intentKey, target, outcome, putBack }) =>
      !putBack &&
      !told.current.has(intentKey) &&
      target.workspaceSlug === workspaceSlug &&
      (outcome?.kind === 'deleted' || outcome?.kind === 'accepted')
        ? [{ intentKey, databaseName: target.databaseName, id: target.instanceId }]
        : [],
    );
    for (const { intentKey } of gone) told.current.add(intentKey);
    if (gone.length > 0) inventory.forget(gone);
  }, [inventory, entries, workspaceSlug]);
}
