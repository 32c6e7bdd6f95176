import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const none: readonly string[] = [];

/** What this page knows of bulk deletes. Their progress and their results are in the deletion log. */
const bulkStore = createStore(() => ({
  openId: null as string | null,
  /** Bulk deletes whose result was read on this page. */
  readIds: new Set<string>() as ReadonlySet<string>,
  /** What pasted texts named without being in the list, for the current selection. */
  notInList: { workspace: '', texts: none },
  /** The same for the evidence of a bulk delete that has begun, by its ID. */
  notInListById: new Map<string, readonly string[]>() as ReadonlyMap<string, readonly string[]>,
}));

export function useBulkStore() {
  return useStore(bulkStore);
}

export function openBulkDialog(id: string): void {
  bulkStore.setState({ openId: id });
}

export function closeBulkDialog({ isRead }: { isRead: boolean }): void {
  bulkStore.setState(({ openId, readIds }) => ({
    openId: null,
    readIds: isRead && openId !== null ? new Set([...readIds, openId]) : readIds,
  }));
}

/** @param isAddition true if the selection already had instances */
export function keepMissingTexts(workspace: string, texts: readonly string[], isAddition: boolean): void {
  bulkStore.setState(({ notInList }) => {
    const earlier = isAddition && notInList.workspace === workspace ? notInList.texts : none;
    return { notInList: { workspace, texts: [...new Set([...earlier, ...texts])] } };
  });
}

export function clearMissingTexts(): void {
  bulkStore.setState({ notInList: { workspace: '', texts: none } });
}

export function assignMissingTexts(workspace: string, bulkId: string): void {
  bulkStore.setState(({ notInList, notInListById }) => ({
    notInListById:
      notInList.workspace === workspace
        ? new Map([...notInListById, [bulkId, notInList.texts]])
        : notInListById,
  }));
  clearMissingTexts();
}
