import { createContext } from 'react';
import { useRequired } from './requiredContext.ts';

/** True while something covers the whole page. Dialogs then hide and keep the text in their fields. */
export const ModalSuspension = createContext<boolean | null>(null);

export function useModalSuspension(): boolean {
  return useRequired(ModalSuspension, 'ModalSuspension');
}
