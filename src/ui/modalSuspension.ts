import { createContext, use } from 'react';

/**
 * True while something stands over the whole page: dialogs then step back, and keep what was typed into them. Apart from
 * `Modal`, so that whoever covers the page needs no code of dialogs.
 */
export const ModalSuspension = createContext(false);

export function useModalSuspension(): boolean {
  return use(ModalSuspension);
}
