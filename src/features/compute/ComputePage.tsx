import { ClipboardList, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSession } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { ExportMenu, saveFile } from '../../ui/exportFile.tsx';
import { lazyCode, useLazyCodeAfterPaint } from '../../ui/lazyCode.ts';
import { Notice } from '../../ui/notices.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { useResults } from '../../ui/results.tsx';
import type { OpenDialog } from './ComputeDialogs.tsx';
import { type ComputeActions, ComputeActionsContext, useComputeActions } from './computeActions.ts';
import { deleteBlockedReason } from './deletion/rowStatus.ts';
import { type Deletable, indexOfKey } from './instanceRow.ts';
import { ComputeList } from './list/ComputeList.tsx';
import { RefreshButton } from './list/ListingNotices.tsx';
import { useTableView } from './list/tableView.ts';
import {
  type InstanceList,
  InstanceListContext,
  useInstanceList,
  useInstanceTable,
} from './list/useInstanceTable.ts';
import { type Instances, InstancesContext, useInstances, useLoadedInstances } from './useInstances.ts';

/** The code that asks for a deletion and shows its outcome. It loads at once, because the connection may be lost later. */
const dialogs = lazyCode(async () => {
  const [{ ComputeDialogs }, { OutcomeAlerts }] = await Promise.all([
    import('./ComputeDialogs.tsx'),
    import('./deletion/OutcomeAlerts.tsx'),
  ]);
  return { ComputeDialogs, OutcomeAlerts };
});

/** The Compute screen: the dedicated instances of a workspace, and everything that can be done with them. */
export function ComputePage({ title }: { title: string }) {
  const instances = useInstances();
  const list = useInstanceTable(instances.rows);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const actions = useActions(instances, list, setOpen);
  return (
    <InstancesContext value={instances}>
      <InstanceListContext value={list}>
        <ComputeActionsContext value={actions}>
          <ComputeHeading title={title} />
          <DialogsAndAlerts open={open} onClose={() => setOpen(null)} />
          <ComputeList />
        </ComputeActionsContext>
      </InstanceListContext>
    </InstancesContext>
  );
}

/** Returns the actions of the screen. They change only with the list, because its rows are memoized. */
function useActions(
  { rows, getRowState, inventory }: Instances,
  { matching }: InstanceList,
  setOpen: (open: OpenDialog) => void,
): ComputeActions {
  const [, changeView] = useTableView();
  const { show: showResult } = useResults();
  const { forget, setProtected } = inventory;
  return useMemo(() => {
    /** The dialog opens as soon as its code has loaded. */
    function show(dialog: OpenDialog) {
      setOpen(dialog);
      void dialogs.load();
    }

    const actions: ComputeActions = {
      askToDelete(row) {
        const reason = deleteBlockedReason(row, getRowState(row));
        // The Delete key works on a row whose Delete button is disabled.
        if (reason !== null)
          showResult({
            id: 'undeletable',
            content: `${row.label} can’t be deleted. ${reason}`,
            passing: true,
          });
        if (row.id === null || reason !== null) return;
        const index = indexOfKey(matching, row.key);
        const next = matching[index + 1] ?? matching[index - 1];
        const isInList = indexOfKey(rows, row.key) !== -1;
        const origin = document.activeElement;
        show({ dialog: 'delete', row: { ...row, id: row.id }, isInList, next: next?.key ?? null, origin });
      },
      askToDeleteAll(chosen) {
        const [only] = chosen;
        // A single instance is confirmed by its name, as from its row.
        if (
          only !== undefined &&
          chosen.length === 1 &&
          deleteBlockedReason(only, getRowState(only)) === null
        )
          return actions.askToDelete(only);
        const deletable: Deletable[] = [];
        const skipped: { key: string; label: string; reason: string }[] = [];
        for (const row of chosen) {
          const reason = deleteBlockedReason(row, getRowState(row), 'bulk');
          if (row.id !== null && reason === null) deletable.push({ ...row, id: row.id });
          else skipped.push({ key: row.key, label: row.label, reason: reason ?? '' });
        }
        show({ dialog: 'bulk', rows: deletable, skipped });
      },
      showDetails(row) {
        changeView({ details: row.key });
        void dialogs.load();
      },
      openAddDialog: () => show({ dialog: 'add' }),
      removeFromList(row) {
        if (row.id !== null) forget([{ databaseName: row.databaseName, id: row.id }]);
      },
      setProtected: (row, isProtected) => setProtected(row.key, isProtected),
    };
    return actions;
  }, [rows, matching, getRowState, forget, setProtected, changeView, showResult, setOpen]);
}

function ComputeHeading({ title }: { title: string }) {
  const { workspaceSlug } = useSession();
  const { rows } = useLoadedInstances();
  const { matching } = useInstanceList();
  const { openAddDialog } = useComputeActions();
  const [, changeView] = useTableView();

  async function save(format: 'json' | 'csv') {
    const { exportInstances } = await import('./list/exportInstances.ts');
    return saveFile(['instances', workspaceSlug], format, [exportInstances[format](matching)]);
  }

  function openActivity() {
    changeView({ panel: 'activity' });
    void dialogs.load();
  }

  return (
    <PageHeading
      title={title}
      actions={
        <>
          <RefreshButton />
          {rows.length > 0 && <ExportMenu save={save} />}
          <Button
            icon={<ClipboardList size={16} aria-hidden="true" />}
            title="Activity"
            onClick={openActivity}
          >
            <span className="max-lg:sr-only">Activity</span>
          </Button>
          <Button variant="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={openAddDialog}>
            <span>
              Add <span className="max-sm:sr-only">instance</span>
            </span>
          </Button>
        </>
      }
    >
      <span className="max-sm:hidden">Dedicated compute instances of this workspace</span>
    </PageHeading>
  );
}

type DialogsProps = { open: OpenDialog | null; onClose: () => void };

/** The open dialog and the alerts, once their code has loaded, or why it didn't load. */
function DialogsAndAlerts({ open, onClose }: DialogsProps) {
  const { rows, reads, isLogReady, statuses } = useLoadedInstances();
  const [view] = useTableView();
  const needsDialog = open !== null || view.panel !== null || view.details !== null;
  const needsAlerts = [...statuses.values()].some(({ kind }) => kind === 'unknown' || kind === 'mismatch');
  const isWaiting = rows.length === 0 && (!isLogReady || reads.some(({ read }) => read.isPending));
  const { code, error } = useLazyCodeAfterPaint(dialogs, isWaiting && !needsDialog && !needsAlerts);
  if (code !== null)
    return (
      <>
        {needsAlerts && <code.OutcomeAlerts />}
        {needsDialog && <code.ComputeDialogs open={open} onClose={onClose} />}
      </>
    );
  if (error === null || !(needsDialog || needsAlerts)) return null;
  return (
    <div className="mb-4">
      <Notice
        tone="danger"
        title={needsDialog ? dialogNotLoaded : alertsNotLoaded}
        actions={<Button onClick={dialogs.load}>Try again</Button>}
      />
    </div>
  );
}

const dialogNotLoaded = 'The dialog didn’t load. Check your connection and try again.';
const alertsNotLoaded =
  'A deletion needs your attention, but its details didn’t load. Check your connection and try again.';
