import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readPreference, writePreference } from '../ui/browserStorage.ts';

const readIdsName = 'read-bulk-deletes';
/** More than anybody starts in the hour for which a result waits to be read. */
const maxReadIds = 50;

/** What this page knows of bulk deletes. Their progress and their results are in the deletion log. */
const bulkStore = createStore(() => ({
  openId: null as string | null,
  readIds: (readPreference(readIdsName) ?? '').split(' ') as readonly string[],
  /** What pasted texts named without being in the list, for the evidence of a bulk delete that has begun, by its ID. */
  notInListById: new Map<string, readonly string[]>() as ReadonlyMap<string, readonly string[]>,
}));

export function useBulkStore() {
  return useStore(bulkStore);
}

export function openBulkProgressDialog(id: string): void {
  bulkStore.setState({ openId: id });
}

export function closeBulkProgressDialog(): void {
  bulkStore.setState({ openId: null });
}

export function markBulkResultRead(id: string): void {
  const readIds = [id, ...bulkStore.getState().readIds].slice(0, maxReadIds);
  bulkStore.setState({ readIds });
  writePreference(readIdsName, readIds.join(' '));
}
