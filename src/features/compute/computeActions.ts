import { createParser, createSerializer, parseAsStringLiteral } from 'nuqs';
import { createContext } from 'react';
import { paths } from '../../paths.ts';
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
  openActivity: () => void;
};

export const ComputeActionsContext = createContext<ComputeActions | null>(null);

export function useComputeActions(): ComputeActions {
  return useRequired(ComputeActionsContext, 'ComputePage');
}

/** Keeps the text of a search param as it is; an empty one counts as missing. */
export const parseAsText = createParser({
  parse: (text) => text || null,
  serialize: (text: string) => text,
});

/** Search params that open something beside the list. */
export const panelParsers = {
  /** Key of the row whose details are open. */
  details: parseAsText,
  panel: parseAsStringLiteral(['activity', 'bulk']),
};

export const panelUrlKeys = { details: 'show' } as const;

const serialize = createSerializer(
  { ...panelParsers, search: parseAsText },
  { urlKeys: { ...panelUrlKeys, search: 'q' } },
);

/** Returns the URL of the Compute screen. @param open the search, and what is open beside the list */
export function computeUrl(workspaceSlug: string, open: Parameters<typeof serialize>[1] = {}): string {
  return serialize(paths.screen('compute', workspaceSlug), open);
}
