import type { AddedInstance } from './createInventory.ts';

/** What becomes of one record of an import, once it is confirmed. */
export type ImportLine = { line: number } & (
  | { kind: 'add'; reason: null; instance: AddedInstance }
  /** Already in the list, or earlier in the same import. */
  | { kind: 'duplicate'; reason: string; instance: AddedInstance }
  | { kind: 'refused'; reason: string; instance: null }
);
