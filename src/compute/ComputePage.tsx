import { useMemo, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { createLazyCode, useLazyCodeAfterPaint } from '../ui/lazyCode.ts';
import { NoticeRow, NoticeRows } from '../ui/notices.tsx';
import { useResults } from '../ui/results.tsx';
import type { OpenDialog } from './ComputeDialogs.tsx';
import { ComputeHeading } from './ComputeHeading.tsx';
import { ComputeList } from './ComputeList.tsx';
import { type ComputeActions, ComputeActionsContext } from './computeActions.ts';
import { findRowIndex } from './instanceRow.ts';
import { ListingNotices } from './ListingNotices.tsx';
import { findFocusTarget, findTabStopRow } from './rowFocus.ts';
import { useTableView } from './tableView.ts';
import { type Instances, InstancesContext, useInstances } from './useInstances.ts';
import { type ComputeTable, ComputeTableContext, useInstanceTable } from './useInstanceTable.ts';

/** The code of dialogs, panels and alerts. The page loads this code early, because the connection may fail later. */
const dialogCode = createLazyCode(async () => {
  const [{ ComputeDialogs }, { OutcomeAlerts }] = await Promise.all([
    import('./ComputeDialogs.tsx'),
    import('../deletion/OutcomeAlerts.tsx'),
  ]);
  return { ComputeDialogs, OutcomeAlerts };
});

/** The Compute screen, which lists the dedicated instances of a workspace and deletes them. */
export function ComputePage({ title }: { title: string }) {
  const instances = useInstances();
  const { rows, isLoading, statuses } = instances;
  const table = useInstanceTable(rows);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const [view] = useTableView();
  const actions = useActions(instances, table, setOpenDialog);
  const needsDialog = openDialog !== null || view.panel !== null || view.details !== null;
  const needsAlerts = [...statuses.values()].some(({ kind }) => kind === 'unknown' || kind === 'mismatch');
  const { code, error } = useLazyCodeAfterPaint(dialogCode, isLoading && !needsDialog && !needsAlerts);

  return (
    <InstancesContext value={instances}>
      <ComputeTableContext value={table}>
        <ComputeActionsContext value={actions}>
          {/* In a wide window, the details are fixed at the right edge, so leave room for them. */}
          <div className={view.details === null ? '' : 'xl:pr-96'}>
            <button
              type="button"
              onClick={() => findTabStopRow()?.focus()}
              className="fixed top-2 left-2 z-30 rounded-md bg-raised px-3 py-2 shadow-float not-focus:sr-only"
            >
              Skip to instances
            </button>
            <ComputeHeading title={title} />
            <NoticeRows>
              {needsAlerts && code && <code.OutcomeAlerts />}
              {error && (needsDialog || needsAlerts) && <LoadFailure isDialog={needsDialog} />}
              <ListingNotices />
            </NoticeRows>
            <ComputeList />
          </div>
          {needsDialog && code && (
            <code.ComputeDialogs openDialog={openDialog} onClose={() => setOpenDialog(null)} />
          )}
        </ComputeActionsContext>
      </ComputeTableContext>
    </InstancesContext>
  );
}

/** Returns the actions of the screen. The object is memoized, because a new object would make every row render again. */
function useActions(
  { getDeleteChecks }: Instances,
  { matchingRows }: ComputeTable,
  setOpenDialog: (dialog: OpenDialog) => void,
): ComputeActions {
  const [, changeView] = useTableView();
  const { show: showResult } = useResults();
  return useMemo(() => {
    /** Opens a dialog as soon as its code has loaded. */
    function showDialog(dialog: OpenDialog) {
      setOpenDialog(dialog);
      void dialogCode.load();
    }

    const actions: ComputeActions = {
      askToDelete(row) {
        const reason = getDeleteChecks(row).blockedReason;
        // Show the reason, because the Delete key also works on a row whose Delete button is disabled.
        if (reason !== null)
          showResult({
            id: 'undeletable',
            content: `${row.label} can’t be deleted. ${reason}`,
            isTemporary: true,
          });
        if (row.id === null || reason !== null) return;
        const index = findRowIndex(matchingRows, row.key);
        const nextKey = (matchingRows[index + 1] ?? matchingRows[index - 1])?.key ?? null;
        const focusedBefore = document.activeElement;
        const findFinalFocus = () => findFocusTarget(row.key, nextKey, focusedBefore);
        showDialog({ dialog: 'delete', row: { ...row, id: row.id }, finalFocus: findFinalFocus });
      },
      askToDeleteAll(chosenRows) {
        const [firstRow] = chosenRows;
        // For a single instance, open the same dialog as the Delete button of its row.
        if (
          firstRow !== undefined &&
          chosenRows.length === 1 &&
          getDeleteChecks(firstRow).blockedReason === null
        )
          return actions.askToDelete(firstRow);
        showDialog({ dialog: 'bulk', rows: chosenRows });
      },
      showDetails(row) {
        changeView({ details: row.key });
        void dialogCode.load();
      },
      openAddDialog: () => showDialog({ dialog: 'add' }),
      openActivity() {
        changeView({ panel: 'activity' });
        void dialogCode.load();
      },
    };
    return actions;
  }, [matchingRows, getDeleteChecks, changeView, showResult, setOpenDialog]);
}

function LoadFailure({ isDialog }: { isDialog: boolean }) {
  return (
    <NoticeRow
      tone="danger"
      title={
        isDialog ? 'The dialog didn’t load.' : 'A deletion needs your attention, but its details didn’t load.'
      }
      actions={
        <Button size="small" onClick={dialogCode.load}>
          Try again
        </Button>
      }
    >
      Check your connection and try again.
    </NoticeRow>
  );
}
