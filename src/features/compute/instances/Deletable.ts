import type { InstanceRow } from './InstanceRow.ts';

/** A row that a deletion can name. */
export type Deletable = InstanceRow & { id: string };
