import { ClipboardList, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ConsoleConfig } from '../../config.ts';
import { useSession } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { ExportMenu, saveFile } from '../../ui/exportFile.tsx';
import { lazyCode, useLazyCodeAfterPaint } from '../../ui/lazyCode.ts';
import { Notice } from '../../ui/notices.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { useResults } from '../../ui/results.tsx';
import type { OpenDialog } from './ComputeDialogs.tsx';
import { dismiss, type RowMark, type RowState } from './deletion/deletionMarks.ts';
import { useDeletions } from './deletion/useDeletions.ts';
import {
  bulkBlockedReason,
  type Deletable,
  type InstanceRow,
  indexOfKey,
  undeletableReason,
} from './instanceRow.ts';
import { useInventory } from './inventory.ts';
import { ComputeList } from './list/ComputeList.tsx';
import { RefreshButton } from './list/ListingStatus.tsx';
import { useTableView } from './list/tableView.ts';
import { useInstanceTable } from './list/useInstanceTable.ts';
import { useStableActions } from './list/useStableActions.ts';
import { listsWholeWorkspace, useInstances } from './useInstances.ts';

/** All that asking for a deletion and telling its outcome takes: once it has been confirmed, the line may drop. */
const dialogs = lazyCode(async () => {
  const [{ ComputeDialogs }, { OutcomeAlerts }] = await Promise.all([
    import('./ComputeDialogs.tsx'),
    import('./deletion/DeletionAlerts.tsx'),
  ]);
  return { ComputeDialogs, OutcomeAlerts };
});

/** The dedicated compute instances of a workspace, and the safest way to delete one. */
export function ComputePage({ config, title }: { config: ConsoleConfig; title: string }) {
  const { workspaceSlug } = useSession();
  const inventory = useInventory(config, workspaceSlug);
  const instances = useInstances(config);
  const { rows, deletedCount, marks, reads, reappeared, databases, isLogReady } = instances;
  const [view, changeView] = useTableView();
  const table = useInstanceTable(rows, view);
  const { matching, selection } = table;
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const { code, error } = useLazyCodeAfterPaint(dialogs);
  const { log } = useDeletions();
  const results = useResults();

  function stateOf(row: InstanceRow): RowState {
    return { ...instances.stateOf(row), isSelected: selection.has(row) };
  }

  /** What is asked for before its code has come is shown when it comes. */
  function show(next: OpenDialog) {
    setOpen(next);
    void dialogs.load();
  }

  function showPanel(next: Parameters<typeof changeView>[0]) {
    changeView(next);
    void dialogs.load();
  }

  const actions = useStableActions({
    onDelete(row) {
      const reason = undeletableReason(row, stateOf(row));
      // A key on the row asks for it too, and its Delete can't say why it is locked.
      if (reason !== null)
        results.show({
          id: 'undeletable',
          content: `${row.label} can’t be deleted. ${reason}`,
          passing: true,
        });
      if (row.id === null || reason !== null) return;
      const at = indexOfKey(matching, row.key);
      const next = matching[at + 1] ?? matching[at - 1];
      const isInList = indexOfKey(rows, row.key) !== -1;
      const origin = document.activeElement;
      show({ dialog: 'delete', row: { ...row, id: row.id }, isInList, next: next?.key ?? null, origin });
    },
    onShow: (row) => showPanel({ details: row.key }),
    onSelect: (row, range) => selection.toggle(row, range),
    onExtend: selection.extend,
    onForget: (row) => row.id !== null && inventory.forget([{ databaseName: row.databaseName, id: row.id }]),
    onProtect: (row, isProtected) => inventory.setProtected(row.key, isProtected),
    onDismiss: (entry) => dismiss(log, entry),
  });

  async function save(format: 'json' | 'csv') {
    const { exportInstances } = await import('./list/exportInstances.ts');
    return saveFile(['instances', workspaceSlug], format, [exportInstances[format](matching)]);
  }

  function askForBulk(chosen: readonly InstanceRow[]) {
    const [only] = chosen;
    // What is alone is confirmed by its name, as from its row.
    if (only !== undefined && chosen.length === 1 && undeletableReason(only, stateOf(only)) === null)
      return actions.onDelete(only);
    const deletable: Deletable[] = [];
    const leftOut: { key: string; label: string; reason: string }[] = [];
    for (const row of chosen) {
      const state = stateOf(row);
      const reason = bulkBlockedReason(row, state);
      if (row.id !== null && reason === null) deletable.push({ ...row, id: row.id });
      else leftOut.push({ key: row.key, label: row.label, reason: reason ?? '' });
    }
    show({ dialog: 'bulk', rows: deletable, leftOut });
  }

  const isWanted = open !== null || view.panel !== null || view.details !== null;
  return (
    <>
      <PageHeading
        title={title}
        actions={
          <>
            <RefreshButton reads={reads} />
            {rows.length > 0 && <ExportMenu save={save} />}
            <Button
              icon={<ClipboardList size={16} aria-hidden="true" />}
              title="Activity"
              onClick={() => showPanel({ panel: 'activity' })}
            >
              <span className="max-lg:sr-only">Activity</span>
            </Button>
            <Button
              variant="primary"
              icon={<Plus size={16} aria-hidden="true" />}
              onClick={() => show({ dialog: 'add' })}
            >
              <span>
                Add <span className="max-sm:sr-only">instance</span>
              </span>
            </Button>
          </>
        }
      >
        <span className="max-sm:hidden">Dedicated compute instances of this workspace</span>
      </PageHeading>
      {error !== null && (isWanted || hasAlarm(marks)) && (
        <div className="mb-4">
          <Notice
            tone="danger"
            title={isWanted ? notLoaded : alertsNotLoaded}
            actions={<Button onClick={dialogs.load}>Try again</Button>}
          />
        </div>
      )}
      {code !== null && hasAlarm(marks) && (
        <code.OutcomeAlerts
          marks={marks}
          workspaceSlug={workspaceSlug}
          rows={rows}
          reads={reads}
          actions={actions}
        />
      )}
      <ComputeList
        rows={rows}
        deletedCount={deletedCount}
        table={table}
        reads={reads}
        isLogReady={isLogReady}
        lists={whatIsListed(config)}
        databases={databases}
        inventory={inventory}
        view={view}
        changeView={changeView}
        stateOf={stateOf}
        onDeleteSelected={() => askForBulk(selection.rows)}
        actions={actions}
        onAdd={() => show({ dialog: 'add' })}
      />
      {code !== null && isWanted && (
        <code.ComputeDialogs
          open={open}
          setOpen={setOpen}
          rows={rows}
          reappeared={reappeared}
          isReading={!isLogReady || reads.some(({ read }) => read.isPending)}
          inventory={inventory}
          databases={databases}
          view={view}
          changeView={changeView}
          stateOf={stateOf}
          selection={selection}
          actions={actions}
          onBulk={askForBulk}
        />
      )}
    </>
  );
}

const notLoaded = 'Nothing was done: the dialog did not load. Check the connection, then try again.';
const alertsNotLoaded =
  'What became of a deletion has to be checked, and the part that says so did not load. Check the connection, then try again.';

function hasAlarm(marks: ReadonlyMap<string, RowMark>): boolean {
  return [...marks.values()].some(({ kind }) => kind === 'unknown' || kind === 'mismatch');
}

function whatIsListed({ instancesPath }: ConsoleConfig): 'nothing' | 'databases' | 'workspace' {
  if (instancesPath === null) return 'nothing';
  return listsWholeWorkspace(instancesPath) ? 'workspace' : 'databases';
}
