import { useRef, useState } from 'react';
import { removesRow } from '../rules/outcome.ts';
import { useConfig } from '../session/config.ts';
import { AddInstancesDialog } from './add/AddInstancesDialog.tsx';
import { DatabasesDialog } from './add/DatabasesDialog.tsx';
import { BulkDeleteDialog } from './bulk/BulkDeleteDialog.tsx';
import { Details } from './Details.tsx';
import { DeleteDialog } from './delete/DeleteDialog.tsx';
import type { RowWithId } from './instanceRow.ts';
import { SelectFromListDialog } from './select/SelectFromListDialog.tsx';
import { findRowButton, findTable, useTableView } from './table/tableView.ts';
import type { TableModel } from './table/useInstanceTable.ts';
import type { Instances } from './useInstances.ts';

type Props = {
  instances: Instances;
  model: TableModel;
  /** False if nothing can be deleted. */
  hasActions: boolean;
  toDelete: readonly RowWithId[];
  onDelete: (rows: readonly RowWithId[]) => void;
  /** Called with the label of an instance whose row has left the table. */
  onDeleted: (label: string) => void;
};

export function ComputeDialogs({ toDelete, ...props }: Props) {
  const { instances, model, hasActions, onDelete } = props;
  const [{ details, open }, changeView] = useTableView();
  const { policy } = useConfig();
  const [first] = toDelete;
  const close = () => changeView({ open: null });
  return (
    <>
      {details !== null && (
        <Details rowKey={details} instances={instances} model={model} onDelete={onDelete} />
      )}
      {first !== undefined && toDelete.length === 1 && (
        <OpenDeleteDialog key={first.key} row={first} {...props} />
      )}
      {toDelete.length > 1 && (
        <BulkDeleteDialog
          rows={toDelete}
          hiddenKeys={model.hiddenKeys}
          currentRows={instances.rowsByKey}
          onClose={() => onDelete([])}
        />
      )}
      {open === 'add' && policy.readOnly === null && (
        <AddInstancesDialog instances={instances} onClose={close} />
      )}
      {open === 'select' && hasActions && (
        <SelectFromListDialog instances={instances} model={model} onClose={close} />
      )}
      {open === 'databases' && <DatabasesDialog databases={instances.databases} onClose={close} />}
    </>
  );
}

type DeleteProps = Omit<Props, 'hasActions' | 'toDelete'> & { row: RowWithId };

function OpenDeleteDialog({ row, instances, model, onDelete, onDeleted }: DeleteProps) {
  const [{ details }, changeView] = useTableView();
  /** The row that gets the focus if the deleted one leaves the table. */
  const [nextKey] = useState(() => findNextKey(model, row.key));
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
        onDelete([]);
      }}
      finalFocus={() => findRowButton(focusedKey.current) ?? findRowButton(nextKey) ?? findTable()}
    />
  );
}

function findNextKey({ matchingRows }: TableModel, key: string): string | null {
  const index = matchingRows.findIndex((row) => row.key === key);
  return (matchingRows[index + 1] ?? matchingRows[index - 1])?.key ?? null;
}
