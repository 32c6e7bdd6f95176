import { type Context, createContext, use } from 'react';

/** Reads a context. A missing provider throws, because a silent default would hide the mistake. */
export function useRequired<Value>(context: Context<Value | null>, provider: string): Value {
  const value = use(context);
  if (value === null) throw new Error(`This component needs ${provider} above it.`);
  return value;
}

/** True while a session warning, or after a 401 the sign-in form, covers the page. Open dialogs are then hidden. */
export const ModalSuspension = createContext<boolean | null>(null);

export function useModalSuspension(): boolean {
  return useRequired(ModalSuspension, 'ModalSuspension');
}

/** CSS selector for modal dialogs. Drawers are not modal. */
export const modalSelector = '[role=alertdialog], [role=dialog]:not([data-drawer])';
