import { createParser, createSerializer, parseAsStringLiteral } from 'nuqs';
import { createContext } from 'react';
import { paths } from '../paths.ts';
import { useRequired } from '../ui/context.ts';
import type { InstanceRow } from './instanceRow.ts';

/** The actions of the Compute screen that rows, dialogs and alerts offer. */
export type ComputeActions = {
  /** Opens the delete dialog, or shows why the instance can't be deleted. */
  askToDelete: (row: InstanceRow) => void;
  /** Opens the bulk delete dialog. For a single row that can be deleted, opens the delete dialog instead. */
  askToDeleteAll: (rows: readonly InstanceRow[]) => void;
  showDetails: (row: InstanceRow) => void;
  openAddDialog: () => void;
  openActivity: () => void;
};

export const ComputeActionsContext = createContext<ComputeActions | null>(null);

export function useComputeActions(): ComputeActions {
  return useRequired(ComputeActionsContext, 'ComputePage');
}

/** Parses a URL parameter as text. An empty parameter counts as missing. */
export const parseAsText = createParser({
  parse: (text) => text || null,
  serialize: (text: string) => text,
});

/** The URL parameters that open the details, the activity log or the progress of a bulk delete. */
export const panelParsers = {
  /** Row key of the instance whose details are open. */
  details: parseAsText,
  panel: parseAsStringLiteral(['activity', 'bulk']),
};

export const panelUrlKeys = { details: 'show' } as const;

const toUrl = createSerializer(
  { ...panelParsers, search: parseAsText },
  { urlKeys: { ...panelUrlKeys, search: 'q' } },
);

/** Returns the URL of the Compute screen. @param params the search text, and the details or panel to open */
export function computeUrl(workspaceSlug: string, params: Parameters<typeof toUrl>[1] = {}): string {
  return toUrl(paths.screen('compute', workspaceSlug), params);
}
