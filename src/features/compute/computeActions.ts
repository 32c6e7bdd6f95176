import { createContext } from 'react';
import { useRequired } from '../../ui/context.ts';
import type { InstanceRow } from './instanceRow.ts';

/** The actions of the Compute screen that rows, dialogs and alerts offer. */
export type ComputeActions = {
  /** Opens the delete dialog, or says why the instance can't be deleted. */
  askToDelete: (row: InstanceRow) => void;
  /** Opens the bulk dialog for the rows that can be deleted together. */
  askToDeleteAll: (rows: readonly InstanceRow[]) => void;
  showDetails: (row: InstanceRow) => void;
  openAddDialog: () => void;
  /** Removes an added instance from the list in this browser. */
  removeFromList: (row: InstanceRow) => void;
  setProtected: (row: InstanceRow, isProtected: boolean) => void;
};

export const ComputeActionsContext = createContext<ComputeActions | null>(null);

export function useComputeActions(): ComputeActions {
  return useRequired(ComputeActionsContext, 'ComputePage');
}
