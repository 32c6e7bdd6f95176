import type { Settled } from './deleteInstance.ts';
import type { DeletableRow, InstanceRow } from './instanceRow.ts';

type Props = {
  /** The row as the admin saw it. */
  row: DeletableRow;
  /** The row as it is listed now. Undefined if it is no longer listed. */
  current: InstanceRow | undefined;
  /** Called with the outcome, or with null if the dialog was closed without one or while the request runs. */
  onClose: (settled: Settled | null) => void;
  finalFocus: () => HTMLElement | null;
  /** Null if the service can't list instances. */
  onRefresh: (() => void) | null;
};

export function DeleteDialog(_: Props) {
  return null;
}
