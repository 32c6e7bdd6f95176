import { type Context, createContext, use } from 'react';

/** Reads a context. A missing provider throws, because a silent default would hide the mistake. */
export function useRequired<Value>(context: Context<Value | null>, provider: string): Value {
  const value = use(context);
  if (value === null) throw new Error(`This component needs ${provider} above it.`);
  return value;
}

/** True while the token form or the session warning covers the page. Open dialogs are hidden, but keep the entered text. */
export const ModalSuspension = createContext<boolean | null>(null);

export function useModalSuspension(): boolean {
  return useRequired(ModalSuspension, 'ModalSuspension');
}

/** CSS selector for modal dialogs. Drawers are not modal. */
export const modalSelector = '[role=alertdialog], [role=dialog]:not([data-drawer])';
