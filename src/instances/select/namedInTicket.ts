import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const noTexts: readonly string[] = [];

/** What pasted texts named without being in the list. It belongs into the evidence of the bulk delete that follows. */
const missingStore = createStore(() => ({
  /** Of the current selection. */
  selected: { workspace: '', texts: noTexts },
  byBulk: new Map<string, readonly string[]>(),
}));

/** @param isAddition true if the selection already had instances */
export function keepMissingTexts(workspace: string, texts: readonly string[], isAddition: boolean): void {
  missingStore.setState(({ selected }) => {
    const earlier = isAddition && selected.workspace === workspace ? selected.texts : noTexts;
    return { selected: { workspace, texts: [...new Set([...earlier, ...texts])] } };
  });
}

/** For a selection that is cleared. */
export function clearMissingTexts(): void {
  missingStore.setState({ selected: { workspace: '', texts: noTexts } });
}

/** The bulk delete of the current selection has begun. */
export function assignMissingTexts(workspace: string, bulkId: string): void {
  missingStore.setState(({ selected, byBulk }) => ({
    byBulk: selected.workspace === workspace ? new Map([...byBulk, [bulkId, selected.texts]]) : byBulk,
  }));
  clearMissingTexts();
}

/** What the ticket of a bulk delete named without being in the list. */
export function useMissingTexts(bulkId: string): readonly string[] {
  return useStore(missingStore, ({ byBulk }) => byBulk.get(bulkId) ?? noTexts);
}
