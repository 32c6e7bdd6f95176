import { createContext, use, useSyncExternalStore } from 'react';
import type { BulkDesk } from './createBulkDesk.ts';
import type { BulkRun, BulkState } from './createBulkRun.ts';

export const BulkDeskContext = createContext<BulkDesk | null>(null);

/** The latest bulk deletion with its state, and the way to start one. @throws Error outside DeletionsProvider */
export function useBulkDesk(): { desk: BulkDesk; run: BulkRun | null; state: BulkState | null } {
  const desk = use(BulkDeskContext);
  if (desk === null) throw new Error('useBulkDesk was called outside DeletionsProvider.');
  const run = useSyncExternalStore(desk.subscribe, desk.current);
  const state = useSyncExternalStore(desk.subscribe, () => desk.current()?.state() ?? null);
  return { desk, run, state };
}
