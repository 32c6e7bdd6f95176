import { useRef, useState } from 'react';
import type { Deletion } from '../rules/deletion.ts';
import { removesRow } from '../rules/outcome.ts';
import { useConfig } from '../session/pageData.ts';
import { AddInstancesDialog } from './AddInstancesDialog.tsx';
import { DatabasesDialog } from './DatabasesDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { Details } from './Details.tsx';
import type { InstanceRow, RowWithId } from './instanceRow.ts';
import { SelectFromListDialog } from './SelectFromListDialog.tsx';
import { deletionAlertId, findFocus, findRowButton, useTableView } from './tableView.ts';
import { useCompute } from './useInstanceTable.ts';

/** Rendered also while no dialog is open. */
export function ComputeDialogs({ toDelete }: { toDelete: readonly RowWithId[] }) {
  const { instances, hasActions } = useCompute();
  const [{ details, open }, changeView] = useTableView();
  const { policy } = useConfig();
  const close = () => changeView({ open: null });
  const [first] = toDelete;
  return (
    <>
      {details !== null && <Details rowKey={details} />}
      {first !== undefined && <RowsDeleteDialog key={first.key} rows={toDelete} />}
      {open === 'add' && policy.readOnly === null && (
        <AddInstancesDialog rowsByKey={instances.rowsByKey} onClose={close} />
      )}
      {open === 'select' && hasActions && <SelectFromListDialog onClose={close} />}
      {open === 'databases' && <DatabasesDialog databases={instances.databases} onClose={close} />}
    </>
  );
}

function RowsDeleteDialog({ rows }: { rows: readonly RowWithId[] }) {
  const { instances, table, askToDelete } = useCompute();
  const [{ details }, changeView] = useTableView();
  const [single] = rows.length === 1 ? rows : [];
  const [nextKey] = useState(() => findNextKey(table.matchingRows, single?.key ?? ''));
  const opener = useRef(document.activeElement);
  const ended = useRef<Deletion | null>(null);

  function findNextFocus() {
    const stage = ended.current?.items[0]?.stage;
    const button = opener.current;
    const isButton = button instanceof HTMLButtonElement && button.isConnected && !button.disabled;
    if (ended.current === null && isButton) return button;
    if (single === undefined) return findFocus(null);
    const hasAlert = stage === 'unknown' || stage === 'mismatch';
    const alert = hasAlert ? document.getElementById(deletionAlertId) : null;
    // The focus itself doesn't scroll.
    alert?.scrollIntoView({ block: 'nearest' });
    const rowKey = removesRow(stage) ? null : single.key;
    return alert ?? findRowButton(rowKey) ?? findFocus(nextKey);
  }

  function close(deletion: Deletion | null) {
    ended.current = deletion;
    const stage = deletion?.items[0]?.stage;
    if (single !== undefined && removesRow(stage) && details === single.key) changeView({ details: null });
    askToDelete([]);
  }
  return <DeleteDialog rows={rows} instances={instances} onClose={close} finalFocus={findNextFocus} />;
}

function findNextKey(rows: readonly InstanceRow[], key: string): string | null {
  const index = rows.findIndex((row) => row.key === key);
  return (rows[index + 1] ?? rows[index - 1])?.key ?? null;
}
