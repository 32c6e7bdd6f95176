import { createContext, use } from 'react';

/** True while something stands over the whole page: dialogs then step back, and keep what was typed into them. */
export const CurtainContext = createContext(false);

export function useCurtain(): boolean {
  return use(CurtainContext);
}
