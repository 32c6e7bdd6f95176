import { Button } from '../../../ui/Button.tsx';
import type { InstanceRow } from '../instances/InstanceRow.ts';
import type { RowActions } from '../instances/RowActions.ts';
import { undeletableReason } from '../instances/undeletableReason.ts';
import type { RowState } from '../journal/RowState.ts';

type Props = { row: InstanceRow; state: RowState; actions: RowActions };

/** A row's Delete: quiet until the row is pointed at, always reachable; where it can't work it says why. */
export function RowDeleteButton({ row, state, actions }: Props) {
  const reason = undeletableReason(row, state);
  return (
    <Button
      look="danger-quiet"
      size="small"
      aria-label={`Delete ${row.label}`}
      title={reason ?? undefined}
      disabled={reason !== null}
      onClick={() => actions.onDelete(row)}
      onPointerEnter={actions.onDeleteIntent}
      onFocus={actions.onDeleteIntent}
      className="disabled:text-muted not-disabled:not-group-hover:not-focus-visible:text-muted touch:text-danger"
    >
      Delete
    </Button>
  );
}
