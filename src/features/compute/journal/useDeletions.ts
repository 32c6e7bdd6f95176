import { createContext, use } from 'react';
import type { Deletions } from './createDeletions.ts';

export const DeletionsContext = createContext<Deletions | null>(null);

/** The way to send deletes. @throws Error outside its provider */
export function useDeletions(): Deletions {
  const deletions = use(DeletionsContext);
  if (deletions === null) throw new Error('useDeletions was called outside DeletionsProvider.');
  return deletions;
}
