import { Button } from '../../../ui/Button.tsx';
import { EmptyState, Notice, Skeleton } from '../../../ui/notices.tsx';
import type { RowState } from '../deletion/deletionMarks.ts';
import type { InstanceRow, RowActions } from '../instanceRow.ts';
import type { Inventory } from '../inventory.ts';
import type { DatabaseRead } from '../useInstances.ts';
import { DatabaseChips } from './DatabaseChips.tsx';
import { InstanceTable } from './InstanceTable.tsx';
import { ListingFailures, UnreadableRecords } from './ListingStatus.tsx';
import { deletedRecordsHidden, TableToolbar } from './TableToolbar.tsx';
import type { TableView } from './tableView.ts';
import type { useInstanceTable } from './useInstanceTable.ts';

type Props = {
  rows: readonly InstanceRow[];
  /** Number of listed records that are not shown because they are deleted. */
  deletedCount: number;
  table: ReturnType<typeof useInstanceTable>;
  reads: readonly DatabaseRead[];
  /** Whether it is known which rows have left. */
  isLogReady: boolean;
  /** What the service lists, by the operator's word. */
  lists: 'nothing' | 'databases' | 'workspace';
  databases: readonly string[];
  inventory: Inventory;
  view: TableView;
  changeView: (change: Partial<TableView>) => void;
  stateOf: (row: InstanceRow) => RowState;
  onDeleteSelected: () => void;
  actions: RowActions;
  onAdd: () => void;
};

const couldNotKeep =
  'This browser could not keep the change (its storage is full or blocked). The list works until you close this page.';

const nothingListed = {
  databases:
    'The service lists none in these databases. Name another database above, or add an instance by its ID.',
  workspace: 'The service lists none in this workspace. One can be added by its ID.',
  nothing:
    'This service does not list instances. Add yours by database and ID; they are kept in this browser only.',
} as const;

/** The list in each of its faces: waiting, failed, empty, nothing found, and rows. */
export function ComputeList(props: Props) {
  const { rows, deletedCount, table, reads, isLogReady, lists, databases, inventory, view, changeView } =
    props;
  const { stateOf, onDeleteSelected, actions, onAdd } = props;
  const { matching, columns, selection } = table;
  const isWaiting = rows.length === 0 && (!isLogReady || reads.some(({ read }) => read.isPending));
  const unread = reads.flatMap(({ databaseName, read }) =>
    read.isPending ? [databaseName ?? 'the list'] : [],
  );
  return (
    <div className="grid gap-3">
      {lists === 'databases' && (
        <DatabaseChips databases={databases} reads={reads} onChange={inventory.setDatabases} />
      )}
      <ListingFailures reads={reads} onAdd={onAdd} />
      <UnreadableRecords reads={reads} />
      {!inventory.isStored && !inventory.isOutdated && <Notice tone="notice" title={couldNotKeep} />}
      {inventory.isOutdated && (
        <Notice
          tone="notice"
          title="This tab runs an older version of the console. Reload it to see your saved data."
          actions={<Button onClick={() => window.location.reload()}>Reload</Button>}
        />
      )}
      {rows.length > 0 && (
        <TableToolbar
          rows={rows}
          deletedCount={deletedCount}
          matching={matching.length}
          view={view}
          changeView={changeView}
          selection={selection}
          onDeleteSelected={onDeleteSelected}
        />
      )}
      {isWaiting && <TableWaiting />}
      {matching.length > 0 && (
        <InstanceTable
          rows={matching}
          columns={columns}
          stateOf={stateOf}
          selection={selection}
          view={view}
          changeView={changeView}
          actions={actions}
        />
      )}
      {rows.length > 0 && matching.length === 0 && (
        <EmptyState
          title="No instance matches"
          actions={
            <Button onClick={() => changeView({ search: '', database: null, status: null })}>
              Clear the search
            </Button>
          }
        >
          {view.search.trim() === ''
            ? 'None has what the filters ask for.'
            : 'Every word has to occur in the name, the ID, the database or a host.'}
          {unread.length > 0 && ` Not read yet: ${unread.join(', ')}.`}
        </EmptyState>
      )}
      {rows.length === 0 && !isWaiting && reads.every(({ read }) => read.error === null) && (
        <EmptyState
          title="No instances here"
          actions={
            <Button variant="primary" onClick={onAdd}>
              Add an instance by hand
            </Button>
          }
        >
          {nothingListed[lists]}
          {deletedCount > 0 && ` ${deletedRecordsHidden(deletedCount)}.`}
        </EmptyState>
      )}
    </div>
  );
}

const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The list while it is read: the same lines at the same places. */
function TableWaiting() {
  return (
    <div aria-busy="true" className="mt-12 overflow-hidden rounded-lg border border-line bg-surface">
      <span className="sr-only">Loading instances…</span>
      <div className="h-9 border-b border-line" />
      {lines.map((line) => (
        <div
          key={line}
          className="flex h-10 items-center compact:h-9 gap-6 border-b border-line px-3 last:border-b-0 max-md:h-[148px]"
        >
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="h-3 w-1/8 max-md:hidden" />
          <Skeleton className="h-3 w-1/6 max-md:hidden" />
          <Skeleton className="h-3 w-1/4" />
        </div>
      ))}
    </div>
  );
}
