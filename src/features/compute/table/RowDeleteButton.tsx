import type { InstanceRow } from '../instances/InstanceRow.ts';
import type { RowActions } from '../instances/RowActions.ts';
import { undeletableReason } from '../instances/undeletableReason.ts';
import type { RowState } from '../journal/RowState.ts';

type Props = { row: InstanceRow; state: RowState; actions: RowActions };

/** A row's Delete: quiet until the row is pointed at, always reachable; where it can't work it says why. */
export function RowDeleteButton({ row, state, actions }: Props) {
  const reason = undeletableReason(row, state);
  return (
    <button
      type="button"
      aria-label={`Delete ${row.label}`}
      title={reason ?? undefined}
      disabled={reason !== null}
      onClick={() => actions.onDelete(row)}
      onPointerEnter={actions.onDeleteIntent}
      onFocus={actions.onDeleteIntent}
      className="row-delete"
    >
      Delete
    </button>
  );
}
