import type { DeleteTarget } from '../api/deleteOutcome.ts';
import type { InstanceRow } from './instanceRow.ts';
import type { Listing } from './outcomes.ts';

type Props = {
  /** All rows as they are listed now, by key. */
  rows: ReadonlyMap<string, InstanceRow>;
  /** The latest list of the target's database, or null if there is none. */
  listedAt: (target: DeleteTarget) => Listing | null;
  /** Null if the service can't list instances. */
  onRefresh: (() => void) | null;
  onDeleteAgain: (row: InstanceRow) => void;
};

export function OutcomeAlerts(_: Props) {
  return null;
}
