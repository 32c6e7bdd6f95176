import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

type OpenRun = {
  /** ID of the bulk delete whose dialog is open. */
  id: string | null;
  /** Bulk deletes whose result was read on this page. */
  readIds: ReadonlySet<string>;
};

/** Which bulk delete is shown. Its progress and its result are in the deletion log. */
const openRunStore = createStore<OpenRun>(() => ({ id: null, readIds: new Set() }));

export function useOpenRun(): OpenRun {
  return useStore(openRunStore);
}

export function openRun(id: string): void {
  openRunStore.setState({ id });
}

export function closeRun({ isRead }: { isRead: boolean }): void {
  openRunStore.setState(({ id, readIds }) => ({
    id: null,
    readIds: isRead && id !== null ? new Set([...readIds, id]) : readIds,
  }));
}
