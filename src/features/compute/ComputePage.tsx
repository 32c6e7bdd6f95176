import { ClipboardList, Plus } from 'lucide-react';
import { Suspense, useRef, useState, useSyncExternalStore } from 'react';
import type { ConsoleConfig } from '../../config.ts';
import { useSession } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { useResults } from '../../ui/useResults.ts';
import { useTypedText } from '../../ui/useTypedText.ts';
import type { OpenDialog } from './ComputeDialogs.tsx';
import { ComputeList } from './ComputeList.tsx';
import type { Deletable } from './instances/Deletable.ts';
import type { InstanceRow } from './instances/InstanceRow.ts';
import { indexOfKey } from './instances/indexOfKey.ts';
import { undeletableReason } from './instances/undeletableReason.ts';
import { useSteadyActions } from './instances/useSteadyActions.ts';
import { createInventory } from './inventory/createInventory.ts';
import { ExportMenu } from './inventory/ExportMenu.tsx';
import { listsWholeWorkspace } from './inventory/listsWholeWorkspace.ts';
import { RefreshButton } from './inventory/RefreshButton.tsx';
import { useForgetDeleted } from './inventory/useForgetDeleted.ts';
import { useInstances } from './inventory/useInstances.ts';
import type { RowMark, RowState } from './journal/RowState.ts';
import { targetKey } from './journal/targetKey.ts';
import { useDeletionEntries } from './journal/useDeletionEntries.ts';
import { useDeletions } from './journal/useDeletions.ts';
import { pageCode } from './pageCode.ts';
import type { TableView } from './search/readTableView.ts';
import { useMatchingRows } from './search/useMatchingRows.ts';
import { useTableView } from './search/useTableView.ts';
import { useSelection } from './table/useSelection.ts';

const { dialogs: ComputeDialogs, alerts: OutcomeAlerts } = pageCode;

/** The dedicated compute instances of a workspace, and the safest way to delete one. */
export function ComputePage({ config }: { config: ConsoleConfig }) {
  const { workspaceSlug, connection } = useSession();
  const [inventory] = useState(() => createInventory(connection.serviceUrl, workspaceSlug, config.databases));
  const kept = useSyncExternalStore(inventory.subscribe, inventory.get);
  const { rows, marks, reads } = useInstances(config.instancesPath, kept);
  const [view, changeView] = useTableView();
  // Typing shows in the list before it shows in the address.
  const [search, typeSearch] = useTypedText(view.search, (text) => changeView({ search: text }));
  const matching = useMatchingRows(rows, { ...view, search });
  const selection = useSelection(matching);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const asked = useRef<OpenDialog | null>(null);
  const { journal } = useDeletions();
  const results = useResults();
  useForgetDeleted(inventory, useDeletionEntries(), workspaceSlug);

  function stateOf(row: InstanceRow): RowState {
    const mark =
      row.id === null
        ? undefined
        : marks.get(targetKey({ workspaceSlug, databaseName: row.databaseName, instanceId: row.id }));
    return {
      mark: mark ?? null,
      isProtected: kept.protectedKeys.includes(row.key),
      isSelected: selection.has(row),
    };
  }

  /** Opens a dialog once its code is there; offline, before it ever came, says that nothing was done. */
  function show(next: OpenDialog) {
    asked.current = next;
    pageCode.prepare(next.dialog).then(
      // What was asked for last counts: a late dialog must not take the place of one that is being filled in.
      () => asked.current === next && setOpen(next),
      () => results.show({ id: 'not-loaded', content: <span role="alert">{notLoaded}</span> }),
    );
  }

  /** Opens a panel that stands in the address, once its code is there; where it does not come, the place says so. */
  function openPanel(panel: 'details' | 'activity', next: Partial<TableView>) {
    const { pathname } = window.location;
    // Whoever has gone on to another screen meanwhile is not brought back.
    const open = () => window.location.pathname === pathname && changeView(next);
    pageCode.prepare(panel).then(open, open);
  }

  const actions = useSteadyActions({
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
      const at = matching.indexOf(row);
      const next = matching[at + 1] ?? matching[at - 1];
      const isInList = indexOfKey(rows, row.key) !== -1;
      const origin = document.activeElement;
      show({ dialog: 'delete', row: { ...row, id: row.id }, isInList, next: next?.key ?? null, origin });
    },
    onDeleteIntent: () => fetchCode('delete'),
    onShow: (row) => openPanel('details', { details: row.key }),
    onSelect: (row, range) => selection.toggle(row, range),
    onExtend: selection.extend,
    onForget: (row) => row.id !== null && inventory.forget([{ databaseName: row.databaseName, id: row.id }]),
    onProtect: (row, isProtected) => inventory.setProtected(row.key, isProtected),
    onDismiss: (entry) => journal.update(entry.intentKey, { dismissed: true }),
  });

  function askForBulk(chosen: readonly InstanceRow[]) {
    const [only] = chosen;
    // What is alone is confirmed by its name, as from its row.
    if (only !== undefined && chosen.length === 1 && undeletableReason(only, stateOf(only)) === null)
      return actions.onDelete(only);
    const deletable: Deletable[] = [];
    const leftOut: { key: string; label: string; reason: string }[] = [];
    for (const row of chosen) {
      const slug = row.record?.workspace?.slug ?? workspaceSlug;
      const reason = undeletableReason(row, stateOf(row)) ?? (slug === workspaceSlug ? null : foreign);
      if (row.id !== null && reason === null) deletable.push({ ...row, id: row.id });
      else leftOut.push({ key: row.key, label: row.label, reason: reason ?? '' });
    }
    show({ dialog: 'bulk', rows: deletable, leftOut });
  }

  return (
    <>
      <PageHeading
        title="Compute"
        workspaceSlug={workspaceSlug}
        actions={
          <>
            <RefreshButton reads={reads} />
            {rows.length > 0 && <ExportMenu rows={matching} workspaceSlug={workspaceSlug} />}
            <Button
              icon={<ClipboardList size={16} aria-hidden="true" />}
              title="Activity"
              onPointerEnter={() => fetchCode('activity')}
              onFocus={() => fetchCode('activity')}
              onClick={() => openPanel('activity', { panel: 'activity' })}
            >
              <span className="max-lg:sr-only">Activity</span>
            </Button>
            <Button
              look="primary"
              icon={<Plus size={16} aria-hidden="true" />}
              onPointerEnter={() => fetchCode('add')}
              onFocus={() => fetchCode('add')}
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
      {hasAlarm(marks) && (
        <Suspense fallback={null}>
          <OutcomeAlerts
            marks={marks}
            workspaceSlug={workspaceSlug}
            rows={rows}
            reads={reads}
            actions={actions}
          />
        </Suspense>
      )}
      <ComputeList
        rows={rows}
        matching={matching}
        reads={reads}
        lists={whatIsListed(config)}
        inventory={inventory}
        kept={kept}
        view={view}
        changeView={changeView}
        stateOf={stateOf}
        selection={selection}
        search={search}
        onSearch={typeSearch}
        onDeleteSelected={() => askForBulk(selection.rows)}
        actions={actions}
        onAdd={() => show({ dialog: 'add' })}
      />
      {(open !== null || view.panel !== null || view.details !== null) && (
        <Suspense fallback={null}>
          <ComputeDialogs
            open={open}
            setOpen={setOpen}
            rows={rows}
            isReading={reads.some(({ read }) => read.isPending)}
            inventory={inventory}
            kept={kept}
            view={view}
            changeView={changeView}
            stateOf={stateOf}
            selection={selection}
            actions={actions}
            onBulk={askForBulk}
          />
        </Suspense>
      )}
    </>
  );
}

/** Ahead of the click; what does not come is asked for again by it. */
function fetchCode(dialog: 'delete' | 'add' | 'activity') {
  pageCode.prepare(dialog).catch(() => undefined);
}

const foreign = 'Its record names another workspace. Delete it by itself.';
const notLoaded = 'Nothing was done: the dialog did not load. Check the connection, then try again.';

function hasAlarm(marks: ReadonlyMap<string, RowMark>): boolean {
  return [...marks.values()].some(({ kind }) => kind === 'unknown' || kind === 'mismatch');
}

function whatIsListed({ instancesPath }: ConsoleConfig): 'nothing' | 'databases' | 'workspace' {
  if (instancesPath === null) return 'nothing';
  return listsWholeWorkspace(instancesPath) ? 'workspace' : 'databases';
}
