import { useRef } from 'react';
import type { Deletion } from '../rules/deletion.ts';
import { removesRow } from '../rules/outcome.ts';
import { useConfig } from '../session/pageData.ts';
import { AddInstancesDialog, DatabasesDialog } from './AddInstancesDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { Details } from './Details.tsx';
import type { RowWithId } from './instanceRow.ts';
import { SelectFromListDialog } from './SelectFromListDialog.tsx';
import { deletionAlertId, findFocus, useCompute } from './useInstanceTable.ts';

/** Rendered also while no dialog is open. */
export function ComputeDialogs({ toDelete }: { toDelete: readonly RowWithId[] }) {
  const { table, hasActions } = useCompute();
  const { details, open } = table.view;
  const { policy } = useConfig();
  const close = () => table.changeView({ open: null });
  const [first] = toDelete;
  return (
    <>
      {details !== null && <Details rowKey={details} />}
      {first !== undefined && <RowsDeleteDialog key={first.key} rows={toDelete} />}
      {open === 'add' && policy.readOnly === null && <AddInstancesDialog onClose={close} />}
      {open === 'select' && hasActions && <SelectFromListDialog onClose={close} />}
      {open === 'databases' && <DatabasesDialog onClose={close} />}
    </>
  );
}

function RowsDeleteDialog({ rows }: { rows: readonly RowWithId[] }) {
  const { instances, table, askToDelete } = useCompute();
  const ended = useRef<Deletion | null>(null);
  const [single] = rows.length === 1 ? rows : [];

  /** The alert of an unclear result, else the row or, after it was removed, the table. Null before the end: the opener. */
  function findNextFocus() {
    if (ended.current === null) return null;
    const stage = ended.current.items[0]?.stage;
    const isUnclear = stage === 'unknown' || stage === 'mismatch';
    const alert = isUnclear && single !== undefined ? document.getElementById(deletionAlertId) : null;
    // The focus itself doesn't scroll.
    alert?.scrollIntoView({ block: 'center' });
    return alert ?? findFocus(removesRow(stage) ? null : (single?.key ?? null));
  }

  function close(deletion: Deletion | null) {
    ended.current = deletion;
    const wasRemoved = removesRow(deletion?.items[0]?.stage);
    if (wasRemoved && table.view.details === single?.key) table.changeView({ details: null });
    askToDelete([]);
  }
  return <DeleteDialog rows={rows} instances={instances} onClose={close} finalFocus={findNextFocus} />;
}
