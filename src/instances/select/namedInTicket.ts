import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** What the pasted text named without being in the list, for the evidence of the bulk delete that follows. */
const missingTexts = createStore<{ texts: readonly string[] }>(() => ({ texts: [] }));

/** @param isAddition true if the selection already had instances */
export function keepMissingTexts(texts: readonly string[], isAddition: boolean): void {
  missingTexts.setState((before) => ({
    texts: [...new Set([...(isAddition ? before.texts : []), ...texts])],
  }));
}

/** For a selection that is cleared. */
export function clearMissingTexts(): void {
  missingTexts.setState({ texts: [] });
}

export function useMissingTexts(): readonly string[] {
  return useStore(missingTexts, ({ texts }) => texts);
}
