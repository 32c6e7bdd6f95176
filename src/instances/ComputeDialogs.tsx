import { useRef } from 'react';
import { removesRow } from '../rules/deletion.ts';
import { AddInstancesDialog } from './add/AddInstancesDialog.tsx';
import { DatabasesDialog } from './add/DatabasesDialog.tsx';
import { BulkDeleteDialog } from './bulk/BulkDeleteDialog.tsx';
import { Details } from './Details.tsx';
import { DeleteDialog } from './delete/DeleteDialog.tsx';
import { OutcomeAlerts } from './delete/OutcomeAlerts.tsx';
import { hasId, type RowWithId } from './instanceRow.ts';
import { checkLists } from './listedInstances.ts';
import { SelectFromListDialog } from './select/SelectFromListDialog.tsx';
import { useTableView } from './table/tableView.ts';
import type { TableModel } from './table/useInstanceTable.ts';
import type { Instances } from './useInstances.ts';

export type ComputeDialogState =
  /** `nextKey` is the row that gets the focus if the deleted row leaves the table. */
  | { kind: 'delete'; row: RowWithId; nextKey: string | null }
  | { kind: 'bulk'; rows: readonly RowWithId[]; hiddenKeys: ReadonlySet<string> }
  | { kind: 'add' | 'select' | 'databases' };

type Props = {
  instances: Instances;
  model: TableModel;
  dialog: ComputeDialogState | null;
  onOpen: (dialog: ComputeDialogState | null) => void;
  /** Null if the service can't list instances. */
  onRefresh: (() => void) | null;
  onDelete: (row: RowWithId) => void;
};

export function ComputeDialogs({ instances, model, dialog, onOpen, onRefresh, onDelete }: Props) {
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
          finalFocus={() => findRowButton(details)}
        />
      )}
      {dialog?.kind === 'delete' && (
        <OpenDeleteDialog
          key={dialog.row.key}
          {...dialog}
          instances={instances}
          onClose={close}
          onRefresh={onRefresh}
        />
      )}
      {dialog?.kind === 'bulk' && (
        <BulkDeleteDialog
          rows={dialog.rows}
          hiddenKeys={dialog.hiddenKeys}
          currentRows={instances.rowsByKey}
          onClose={close}
          onStarted={close}
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
  Pick<Props, 'instances' | 'onRefresh'> & { onClose: () => void };

function OpenDeleteDialog({ row, nextKey, instances, onClose, onRefresh }: DeleteProps) {
  const [{ details }, changeView] = useTableView();
  const focusedKey = useRef<string | null>(row.key);
  return (
    <DeleteDialog
      row={row}
      current={instances.rowsByKey.get(row.key)}
      onClose={(settled) => {
        if (settled !== null && removesRow(settled.deletion.outcome)) {
          focusedKey.current = nextKey;
          if (details === row.key) changeView({ details: null });
        }
        onClose();
      }}
      finalFocus={() => findRowButton(focusedKey.current) ?? findRowButton(nextKey) ?? findTable()}
      onRefresh={onRefresh}
    />
  );
}

function findRowButton(key: string | null): HTMLElement | null {
  const row = key === null ? null : document.querySelector(`tr[data-key="${CSS.escape(key)}"]`);
  return row?.querySelector<HTMLElement>('td button') ?? null;
}

function findTable(): HTMLElement | null {
  return document.getElementById('instances') ?? document.getElementById('page-heading');
}

type AlertsProps = {
  instances: Instances;
  onRefresh: (() => void) | null;
  onDeleteAgain: (row: RowWithId) => void;
};

export function ComputeOutcomeAlerts({
  instances: { lists, rowsByKey },
  onRefresh,
  onDeleteAgain,
}: AlertsProps) {
  return (
    <OutcomeAlerts
      rows={rowsByKey}
      listedAt={(target) => checkLists(lists, target)}
      onRefresh={onRefresh}
      onDeleteAgain={(row) => hasId(row) && onDeleteAgain(row)}
    />
  );
}
