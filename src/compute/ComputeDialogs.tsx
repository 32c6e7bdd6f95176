import { useRef, useState } from 'react';
import type { Deletion } from '../rules/deletion.ts';
import { removesRow } from '../rules/outcome.ts';
import { useConfig } from '../session/pageData.ts';
import { AddInstancesDialog, DatabasesDialog } from './AddInstancesDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { Details } from './Details.tsx';
import type { InstanceRow, RowWithId } from './instanceRow.ts';
import { SelectFromListDialog } from './SelectFromListDialog.tsx';
import {
  deletionAlertId,
  findFocusAfterSelection,
  findRowButton,
  findTable,
  useTableView,
} from './tableView.ts';
import { useCompute } from './useInstanceTable.ts';

type Props = {
  toDelete: readonly RowWithId[];
  /** Called with the label of the instance. */
  onDeleted: (label: string) => void;
};

/** Rendered also while no dialog is open. */
export function ComputeDialogs({ toDelete, onDeleted }: Props) {
  const { instances, hasActions } = useCompute();
  const [{ details, open }, changeView] = useTableView();
  const { policy } = useConfig();
  const close = () => changeView({ open: null });
  const [first] = toDelete;
  return (
    <>
      {details !== null && <Details rowKey={details} />}
      {first !== undefined && (
        <RowsDeleteDialog key={first.key} rows={toDelete} onDeleted={() => onDeleted(first.label)} />
      )}
      {open === 'add' && policy.readOnly === null && (
        <AddInstancesDialog instances={instances} onClose={close} />
      )}
      {open === 'select' && hasActions && <SelectFromListDialog onClose={close} />}
      {open === 'databases' && <DatabasesDialog databases={instances.databases} onClose={close} />}
    </>
  );
}

type DeleteProps = { rows: readonly RowWithId[]; onDeleted: () => void };

function RowsDeleteDialog({ rows, onDeleted }: DeleteProps) {
  const { instances, table, askToDelete } = useCompute();
  const [{ details }, changeView] = useTableView();
  const [single] = rows.length === 1 ? rows : [];
  const [nextKey] = useState(() => findNextKey(table.matchingRows, single?.key ?? ''));
  const opener = useRef(document.activeElement);
  const ended = useRef<Deletion | null>(null);

  function findFocus() {
    const stage = ended.current?.items[0]?.stage;
    const button = opener.current;
    if (
      ended.current === null &&
      button instanceof HTMLButtonElement &&
      button.isConnected &&
      !button.disabled
    )
      return button;
    if (single === undefined) return findFocusAfterSelection();
    const alert =
      stage === 'unknown' || stage === 'mismatch' ? document.getElementById(deletionAlertId) : null;
    // The focus itself doesn't scroll.
    alert?.scrollIntoView({ block: 'nearest' });
    const rowKey = removesRow(stage) ? null : single.key;
    return alert ?? findRowButton(rowKey) ?? findRowButton(nextKey) ?? findTable();
  }

  function close(deletion: Deletion | null) {
    ended.current = deletion;
    const stage = deletion?.items[0]?.stage;
    if (single !== undefined && removesRow(stage)) {
      if (details === single.key) changeView({ details: null });
      if (stage === 'deleted') onDeleted();
    }
    askToDelete([]);
  }
  return <DeleteDialog rows={rows} instances={instances} onClose={close} finalFocus={findFocus} />;
}

function findNextKey(rows: readonly InstanceRow[], key: string): string | null {
  const index = rows.findIndex((row) => row.key === key);
  return (rows[index + 1] ?? rows[index - 1])?.key ?? null;
}
