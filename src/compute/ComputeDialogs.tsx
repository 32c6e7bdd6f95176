import { useRef, useState } from 'react';
import { removesRow } from '../rules/deletion.ts';
import { useConfig } from '../session/pageData.ts';
import { AddInstancesDialog, DatabasesDialog } from './AddInstancesDialog.tsx';
import { BulkDeleteDialog } from './BulkDeleteDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { Details } from './Details.tsx';
import type { InstanceRow, RowWithId } from './instanceRow.ts';
import { SelectFromListDialog } from './SelectFromListDialog.tsx';
import { findRowButton, findTable, useTableView } from './tableView.ts';
import { useCompute } from './useInstanceTable.ts';

type Props = {
  toDelete: readonly RowWithId[];
  /** Called with the label of the instance. */
  onDeleted: (label: string) => void;
};

/** Rendered also while no dialog is open. */
export function ComputeDialogs({ toDelete, onDeleted }: Props) {
  const { instances, hasActions, askToDelete } = useCompute();
  const [{ details, open }, changeView] = useTableView();
  const { policy } = useConfig();
  const close = () => changeView({ open: null });
  return (
    <>
      {details !== null && <Details rowKey={details} />}
      {toDelete.length === 1 &&
        toDelete.map((row) => (
          <RowDeleteDialog key={row.key} row={row} onDeleted={() => onDeleted(row.label)} />
        ))}
      {toDelete.length > 1 && <BulkDeleteDialog rows={toDelete} onClose={() => askToDelete([])} />}
      {open === 'add' && policy.readOnly === null && (
        <AddInstancesDialog instances={instances} onClose={close} />
      )}
      {open === 'select' && hasActions && <SelectFromListDialog onClose={close} />}
      {open === 'databases' && <DatabasesDialog databases={instances.databases} onClose={close} />}
    </>
  );
}

function RowDeleteDialog({ row, onDeleted }: { row: RowWithId; onDeleted: () => void }) {
  const { instances, table, askToDelete } = useCompute();
  const [{ details }, changeView] = useTableView();
  const [nextKey] = useState(() => findNextKey(table.matchingRows, row.key));
  const focusedKey = useRef<string | null>(row.key);
  const opener = useRef(document.activeElement);
  const isCancelled = useRef(false);

  function findFocus() {
    const button = opener.current;
    if (isCancelled.current && button instanceof HTMLButtonElement && button.isConnected && !button.disabled)
      return button;
    return findRowButton(focusedKey.current) ?? findRowButton(nextKey) ?? findTable();
  }

  return (
    <DeleteDialog
      row={row}
      current={instances.rowsByKey.get(row.key)}
      onClose={(deletion) => {
        isCancelled.current = deletion === null;
        if (deletion !== null && removesRow(deletion.stage)) {
          focusedKey.current = nextKey;
          if (details === row.key) changeView({ details: null });
          if (deletion.stage === 'deleted') onDeleted();
        }
        askToDelete([]);
      }}
      finalFocus={findFocus}
    />
  );
}

function findNextKey(rows: readonly InstanceRow[], key: string): string | null {
  const index = rows.findIndex((row) => row.key === key);
  return (rows[index + 1] ?? rows[index - 1])?.key ?? null;
}
