import { type Context, createContext, use } from 'react';

/** Reads a context. A missing provider throws, because a silent default would hide the mistake. */
export function useRequired<Value>(context: Context<Value | null>, provider: string): Value {
  const value = use(context);
  if (value === null) throw new Error(`This component needs ${provider} above it.`);
  return value;
}

/** True while something covers the whole page. Dialogs then hide and keep the text in their fields. */
export const ModalSuspension = createContext<boolean | null>(null);

export function useModalSuspension(): boolean {
  return useRequired(ModalSuspension, 'ModalSuspension');
}

/** Selects the open dialog, unless it is a drawer, which leaves the page usable. */
export const modalSelector = '[role=alertdialog], [role=dialog]:not([data-drawer])';
