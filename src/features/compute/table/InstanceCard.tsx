import { DateText } from '../../../ui/DateText.tsx';
import type { InstanceRow } from '../instances/InstanceRow.ts';
import type { RowActions } from '../instances/RowActions.ts';
import type { RowState } from '../journal/RowState.ts';
import { NameCell } from './NameCell.tsx';
import { RowDeleteButton } from './RowDeleteButton.tsx';
import { SelectBox } from './SelectBox.tsx';
import { StatusText } from './StatusText.tsx';

type Props = { row: InstanceRow; state: RowState; actions: RowActions; isNear: boolean };

/** An instance on a phone. Its height is fixed, so that long lists can be drawn in part. */
export function InstanceCard({ row, state, actions, isNear }: Props) {
  const { record } = row;
  return (
    <div className="flex h-full flex-col gap-1.5 overflow-hidden px-4 py-3">
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <NameCell row={row} state={state} actions={actions} isNear={isNear} />
        </div>
        <SelectBox
          label={`Select ${row.label}`}
          checked={state.isSelected}
          onToggle={(range) => actions.onSelect(row, range)}
        />
      </div>
      <div className="flex items-center gap-3 truncate text-small text-muted">
        <bdi className="truncate">{row.databaseName}</bdi>
        {record?.status && <StatusText status={record.status} />}
      </div>
      <div className="truncate text-small text-muted">
        Created <DateText iso={record?.created ?? null} />
      </div>
      <div className="mt-auto flex items-center justify-between gap-3">
        <bdi className="truncate font-mono text-small text-muted">{record?.apiHost ?? ''}</bdi>
        <RowDeleteButton row={row} state={state} actions={actions} />
      </div>
    </div>
  );
}
