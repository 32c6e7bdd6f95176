import { useRef, useState } from 'react';
import { removesRow } from '../rules/outcome.ts';
import { useConfig } from '../session/config.ts';
import { AddInstancesDialog, DatabasesDialog } from './add/AddInstancesDialog.tsx';
import { BulkDeleteDialog } from './bulk/BulkDeleteDialog.tsx';
import { Details } from './Details.tsx';
import { DeleteDialog } from './delete/DeleteDialog.tsx';
import type { InstanceRow, RowWithId } from './instanceRow.ts';
import { SelectFromListDialog } from './select/SelectFromListDialog.tsx';
import { findRowButton, findTable, useTableView } from './table/tableView.ts';
import { useCompute } from './table/useInstanceTable.ts';

type Props = {
  toDelete: readonly RowWithId[];
  /** Called with the label of an instance whose row has left the table. */
  onDeleted: (label: string) => void;
};

export function ComputeDialogs({ toDelete, onDeleted }: Props) {
  const { instances, hasActions, askToDelete } = useCompute();
  const [{ details, open }, changeView] = useTableView();
  const { policy } = useConfig();
  const [first] = toDelete;
  const close = () => changeView({ open: null });
  return (
    <>
      {details !== null && <Details rowKey={details} />}
      {first !== undefined && toDelete.length === 1 && (
        <OpenDeleteDialog key={first.key} row={first} onDeleted={onDeleted} />
      )}
      {toDelete.length > 1 && <BulkDeleteDialog rows={toDelete} onClose={() => askToDelete([])} />}
      {open === 'add' && policy.readOnly === null && (
        <AddInstancesDialog instances={instances} onClose={close} />
      )}
      {open === 'select' && hasActions && <SelectFromListDialog onClose={close} />}
      {open === 'databases' && <DatabasesDialog databases={instances.databases} onClose={close} />}
    </>
  );
}

function OpenDeleteDialog({ row, onDeleted }: Pick<Props, 'onDeleted'> & { row: RowWithId }) {
  const { instances, table, askToDelete } = useCompute();
  const [{ details }, changeView] = useTableView();
  /** The row that gets the focus if the deleted one leaves the table. */
  const [nextKey] = useState(() => findNextKey(table.matchingRows, row.key));
  const focusedKey = useRef<string | null>(row.key);
  return (
    <DeleteDialog
      row={row}
      current={instances.rowsByKey.get(row.key)}
      onClose={(deletion) => {
        if (deletion !== null && removesRow(deletion.stage)) {
          focusedKey.current = nextKey;
          if (details === row.key) changeView({ details: null });
          if (deletion.stage === 'deleted') onDeleted(row.label);
        }
        askToDelete([]);
      }}
      finalFocus={() => findRowButton(focusedKey.current) ?? findRowButton(nextKey) ?? findTable()}
    />
  );
}

function findNextKey(rows: readonly InstanceRow[], key: string): string | null {
  const index = rows.findIndex((row) => row.key === key);
  return (rows[index + 1] ?? rows[index - 1])?.key ?? null;
}
