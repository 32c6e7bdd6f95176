import { useMemo, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { lazyCode, useLazyCodeAfterPaint } from '../../ui/lazyCode.ts';
import { NoticeRow, NoticeRows } from '../../ui/notices.tsx';
import { useResults } from '../../ui/results.tsx';
import type { OpenDialog } from './ComputeDialogs.tsx';
import { ComputeHeading } from './ComputeHeading.tsx';
import { type ComputeActions, ComputeActionsContext } from './computeActions.ts';
import { indexOfKey } from './instanceRow.ts';
import { ComputeList } from './list/ComputeList.tsx';
import { ListingNotices } from './list/ListingNotices.tsx';
import { findFocusTarget, tabStopRow } from './list/rowFocus.ts';
import { useTableView } from './list/tableView.ts';
import { type ComputeTable, ComputeTableContext, useInstanceTable } from './list/useInstanceTable.ts';
import { type Instances, InstancesContext, useInstances } from './useInstances.ts';

/** The code that asks for a deletion and shows its outcome. It loads at once, because the connection may be lost later. */
const dialogCode = lazyCode(async () => {
  const [{ ComputeDialogs }, { OutcomeAlerts }] = await Promise.all([
    import('./ComputeDialogs.tsx'),
    import('./deletion/OutcomeAlerts.tsx'),
  ]);
  return { ComputeDialogs, OutcomeAlerts };
});

/** The Compute screen: the dedicated instances of a workspace, and everything that can be done with them. */
export function ComputePage({ title }: { title: string }) {
  const instances = useInstances();
  const { rows, isLoading, statuses } = instances;
  const list = useInstanceTable(rows);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [view] = useTableView();
  const actions = useActions(instances, list, setOpen);
  const needsDialog = open !== null || view.panel !== null || view.details !== null;
  const needsAlerts = [...statuses.values()].some(({ kind }) => kind === 'unknown' || kind === 'mismatch');
  const { code, error } = useLazyCodeAfterPaint(dialogCode, isLoading && !needsDialog && !needsAlerts);

  return (
    <InstancesContext value={instances}>
      <ComputeTableContext value={list}>
        <ComputeActionsContext value={actions}>
          {/* The details are fixed at the right edge of a wide window. */}
          <div className={view.details === null ? '' : 'xl:pr-96'}>
            <button
              type="button"
              onClick={() => tabStopRow()?.focus()}
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
          {needsDialog && code && <code.ComputeDialogs open={open} onClose={() => setOpen(null)} />}
        </ComputeActionsContext>
      </ComputeTableContext>
    </InstancesContext>
  );
}

/** Returns the actions of the screen. The object changes only with the list, because a new one re-renders every row. */
function useActions(
  { getRowState }: Instances,
  { matching }: ComputeTable,
  setOpen: (open: OpenDialog) => void,
): ComputeActions {
  const [, changeView] = useTableView();
  const { show: showResult } = useResults();
  return useMemo(() => {
    /** The dialog opens as soon as its code has loaded. */
    function show(dialog: OpenDialog) {
      setOpen(dialog);
      void dialogCode.load();
    }

    const actions: ComputeActions = {
      askToDelete(row) {
        const reason = getRowState(row).blockedReason;
        // The Delete key works on a row whose Delete button is disabled.
        if (reason !== null)
          showResult({
            id: 'undeletable',
            content: `${row.label} can’t be deleted. ${reason}`,
            passing: true,
          });
        if (row.id === null || reason !== null) return;
        const index = indexOfKey(matching, row.key);
        const next = (matching[index + 1] ?? matching[index - 1])?.key ?? null;
        const origin = document.activeElement;
        const finalFocus = () => findFocusTarget(row.key, next, origin);
        show({ dialog: 'delete', row: { ...row, id: row.id }, finalFocus });
      },
      askToDeleteAll(chosen) {
        const [only] = chosen;
        // A single instance is confirmed by its name, as from its row.
        if (only !== undefined && chosen.length === 1 && getRowState(only).blockedReason === null)
          return actions.askToDelete(only);
        show({ dialog: 'bulk', rows: chosen });
      },
      showDetails(row) {
        changeView({ details: row.key });
        void dialogCode.load();
      },
      openAddDialog: () => show({ dialog: 'add' }),
      openActivity() {
        changeView({ panel: 'activity' });
        void dialogCode.load();
      },
    };
    return actions;
  }, [matching, getRowState, changeView, showResult, setOpen]);
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
