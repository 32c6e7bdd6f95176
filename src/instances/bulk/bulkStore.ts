import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readPreference, writePreference } from '../../ui/browserStorage.ts';

const none: readonly string[] = [];

const readIdsName = 'read-bulk-deletes';
/** More than anybody starts in the hour for which a result waits to be read. */
const maxReadIds = 50;

/** What this page knows of bulk deletes. Their progress and their results are in the deletion log. */
const bulkStore = createStore(() => ({
  openId: null as string | null,
  readIds: (readPreference(readIdsName) ?? '').split(' ') as readonly string[],
  /** What pasted texts named without being in the list, for the current selection. */
  notInList: { workspace: '', texts: none },
  /** The same for the evidence of a bulk delete that has begun, by its ID. */
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

export function rememberMissingNames(workspace: string, texts: readonly string[], isAddition: boolean): void {
  bulkStore.setState(({ notInList }) => {
    const earlier = isAddition && notInList.workspace === workspace ? notInList.texts : none;
    return { notInList: { workspace, texts: [...new Set([...earlier, ...texts])] } };
  });
}

export function clearMissingNames(): void {
  bulkStore.setState({ notInList: { workspace: '', texts: none } });
}

export function assignMissingNames(workspace: string, bulkId: string): void {
  bulkStore.setState(({ notInList, notInListById }) => ({
    notInListById:
      notInList.workspace === workspace
        ? new Map([...notInListById, [bulkId, notInList.texts]])
        : notInListById,
  }));
  clearMissingNames();
}
