import { createContext, use } from 'react';

/** True while something covers the whole page. Dialogs then hide and keep their fields. */
export const ModalSuspension = createContext(false);

export function useModalSuspension(): boolean {
  return use(ModalSuspension);
}
