import { type Context, createContext, use } from 'react';

/** Reads a context. Throws an error if the provider is missing. */
export function useRequired<Value>(context: Context<Value | null>, provider: string): Value {
  const value = use(context);
  if (value === null) throw new Error(`This component needs ${provider} above it.`);
  return value;
}

/** True while the session warning or the sign-in form covers the page. Open dialogs are then hidden. */
export const PageCoveredContext = createContext<boolean | null>(null);

export function useIsPageCovered(): boolean {
  return useRequired(PageCoveredContext, 'PageCoveredContext');
}

/** CSS selector for modal dialogs. Drawers are not modal. */
export const modalSelector = '[role=alertdialog], [role=dialog]:not([data-drawer])';
