import type { Deletion } from './deletion.ts';
import type { InstanceRow } from './instanceRow.ts';

type Props = {
  /** All rows as they are listed now, by key. */
  rows: ReadonlyMap<string, InstanceRow>;
  /** A sentence of `describeSinceThen`, or null if no later list is known. */
  sinceThen: (deletion: Deletion) => string | null;
  /** Null if the service can't list instances. */
  onRefresh: (() => void) | null;
  onDeleteAgain: (row: InstanceRow) => void;
};

/** The deletion log of the open workspace, newest first. */
export function ActivityPage(_: Props) {
  return null;
}
