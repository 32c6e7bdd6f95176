import { useRef } from 'react';
import { removesRow } from '../rules/deletion.ts';
import { AddInstancesDialog } from './add/AddInstancesDialog.tsx';
import { DatabasesDialog } from './add/DatabasesDialog.tsx';
import { BulkDeleteDialog } from './bulk/BulkDeleteDialog.tsx';
import { Details } from './Details.tsx';
import { DeleteDialog } from './delete/DeleteDialog.tsx';
import type { RowWithId } from './instanceRow.ts';
import { ProtectDialog } from './ProtectDialog.tsx';
import { SelectFromListDialog } from './select/SelectFromListDialog.tsx';
import { findRowButton, findTable, useTableView } from './table/tableView.ts';
import type { TableModel } from './table/useInstanceTable.ts';
import type { Instances } from './useInstances.ts';

export type ComputeDialogState =
  /** `nextKey` is the row that gets the focus if the deleted row leaves the table. */
  | { kind: 'delete'; row: RowWithId; nextKey: string | null }
  | { kind: 'bulk'; rows: readonly RowWithId[]; hiddenKeys: ReadonlySet<string> }
  | { kind: 'protect'; row: RowWithId }
  | { kind: 'add' | 'select' | 'databases' };

type Props = {
  instances: Instances;
  model: TableModel;
  dialog: ComputeDialogState | null;
  onOpen: (dialog: ComputeDialogState | null) => void;
  onDelete: (row: RowWithId) => void;
  /** Called with the label of an instance whose row has left the table. */
  onDeleted: (label: string) => void;
};

export function ComputeDialogs({ instances, model, dialog, onOpen, onDelete, onDeleted }: Props) {
  const [{ details }] = useTableView();
  const close = () => onOpen(null);
  return (
    <>
      {details !== null && (
        <Details
          rowKey={details}
          instances={instances}
          model={model}
          onDelete={onDelete}
          onProtect={(row) => onOpen({ kind: 'protect', row })}
        />
      )}
      {dialog?.kind === 'delete' && (
        <OpenDeleteDialog
          key={dialog.row.key}
          {...dialog}
          instances={instances}
          onClose={close}
          onDeleted={onDeleted}
        />
      )}
      {dialog?.kind === 'bulk' && (
        <BulkDeleteDialog
          rows={dialog.rows}
          hiddenKeys={dialog.hiddenKeys}
          currentRows={instances.rowsByKey}
          onClose={close}
        />
      )}
      {dialog?.kind === 'protect' && (
        <ProtectDialog
          row={dialog.row}
          protection={instances.protections.get(dialog.row.key) ?? null}
          onClose={close}
        />
      )}
      {dialog?.kind === 'add' && <AddInstancesDialog instances={instances} onClose={close} />}
      {dialog?.kind === 'select' && (
        <SelectFromListDialog instances={instances} model={model} onClose={close} />
      )}
      {dialog?.kind === 'databases' && <DatabasesDialog databases={instances.databases} onClose={close} />}
    </>
  );
}

type DeleteProps = Extract<ComputeDialogState, { kind: 'delete' }> &
  Pick<Props, 'instances' | 'onDeleted'> & { onClose: () => void };

function OpenDeleteDialog({ row, nextKey, instances, onClose, onDeleted }: DeleteProps) {
  const [{ details }, changeView] = useTableView();
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
        onClose();
      }}
      finalFocus={() => findRowButton(focusedKey.current) ?? findRowButton(nextKey) ?? findTable()}
    />
  );
}
