import { lazy, Suspense } from 'react';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { groupedDigits } from '../../ui/groupedDigits.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import type { InstanceRow } from './instances/InstanceRow.ts';
import { instancesCount } from './instances/instancesCount.ts';
import type { RowActions } from './instances/RowActions.ts';
import type { Inventory, InventorySnapshot } from './inventory/createInventory.ts';
import { DatabaseChips } from './inventory/DatabaseChips.tsx';
import { PlainFailures } from './inventory/PlainFailures.tsx';
import type { DatabaseRead } from './inventory/useInstances.ts';
import type { RowState } from './journal/RowState.ts';
import type { TableColumn, TableView } from './search/readTableView.ts';
import { focusRows } from './table/focusRows.ts';
import { InstanceTable } from './table/InstanceTable.tsx';
import { SelectionBar } from './table/SelectionBar.tsx';
import { TableFilters } from './table/TableFilters.tsx';
import { TableWaiting } from './table/TableWaiting.tsx';
import type { Selection } from './table/useSelection.ts';

/** Where its code does not come either, the reasons alone have to do. */
const ListingFailures = lazy(async () => ({
  default: await import('./inventory/ListingFailures.tsx').then(
    (code) => code.ListingFailures,
    () => PlainFailures,
  ),
}));
const UnreadableRecords = lazy(async () => ({
  default: (await import('./inventory/UnreadableRecords.tsx')).UnreadableRecords,
}));

type Props = {
  rows: readonly InstanceRow[];
  matching: readonly InstanceRow[];
  reads: readonly DatabaseRead[];
  lists: 'nothing' | 'databases' | 'workspace';
  inventory: Inventory;
  kept: InventorySnapshot;
  view: TableView;
  changeView: (change: Partial<TableView>) => void;
  stateOf: (row: InstanceRow) => RowState;
  selection: Selection;
  /** What is searched for; runs ahead of the view. */
  search: string;
  onSearch: (text: string) => void;
  onDeleteSelected: () => void;
  actions: RowActions;
  onAdd: () => void;
};

/** The list in each of its faces: waiting, failed, empty, nothing found, and rows. */
export function ComputeList(props: Props) {
  const { rows, matching, reads, lists, inventory, kept, view, changeView } = props;
  const { stateOf, selection, search, onSearch, onDeleteSelected, actions, onAdd } = props;
  const waiting = rows.length === 0 && reads.some(({ read }) => read.isPending);

  const unread = reads.flatMap(({ databaseName, read }) =>
    read.isPending ? [databaseName ?? 'the list'] : [],
  );

  function sortBy(column: TableColumn) {
    const { sort } = view;
    const same = sort?.column === column;
    if (same && sort.descending) changeView({ sort: null });
    else changeView({ sort: { column, descending: same } });
  }

  function showAll() {
    onSearch('');
    changeView({ search: '', database: null, status: null });
  }

  return (
    <div className="grid gap-3">
      {lists === 'databases' && (
        <DatabaseChips databases={kept.databases} reads={reads} inventory={inventory} />
      )}
      {reads.some(({ read }) => read.error !== null) && (
        <Suspense fallback={null}>
          <ListingFailures reads={reads} onAdd={onAdd} />
        </Suspense>
      )}
      {reads.some(({ read }) => (read.data?.unreadable.length ?? 0) > 0) && (
        <Suspense fallback={null}>
          <UnreadableRecords reads={reads} />
        </Suspense>
      )}
      {kept.storageProblem !== null && <Notice tone="notice" title={kept.storageProblem} />}
      {rows.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <SearchField
            label="Search instances"
            placeholder="Name, ID, database or host"
            text={search}
            onType={onSearch}
            onDown={focusRows}
          />
          {selection.rows.length > 0 && (
            <SelectionBar
              selection={selection}
              total={matching.length}
              onDelete={onDeleteSelected}
              actions={actions}
            />
          )}
          <TableFilters rows={rows} view={view} changeView={changeView} gives={selection.rows.length > 0} />
          <p aria-live="polite" className="ml-auto text-small text-muted">
            {matching.length === rows.length
              ? instancesCount(rows.length)
              : `${groupedDigits(matching.length)} of ${instancesCount(rows.length)}`}
          </p>
        </div>
      )}
      {waiting && <TableWaiting />}
      {matching.length > 0 && (
        <InstanceTable
          rows={matching}
          stateOf={stateOf}
          selection={selection}
          view={view}
          onSort={sortBy}
          actions={actions}
        />
      )}
      {rows.length > 0 && matching.length === 0 && (
        <EmptyState title="No instance matches" actions={<Button onClick={showAll}>Clear the search</Button>}>
          {search.trim() === ''
            ? 'None has what the filters ask for.'
            : 'Every word has to occur in the name, the ID, the database or a host.'}
          {unread.length > 0 && ` Not read yet: ${unread.join(', ')}.`}
        </EmptyState>
      )}
      {rows.length === 0 && !waiting && reads.every(({ read }) => read.error === null) && (
        <EmptyState
          title="No instances here"
          actions={
            <Button look="primary" onClick={onAdd}>
              Add an instance by hand
            </Button>
          }
        >
          {lists === 'databases' &&
            'The service lists none in these databases. Name another database above, or add an instance by its ID.'}
          {lists === 'workspace' && 'The service lists none in this workspace. One can be added by its ID.'}
          {lists === 'nothing' &&
            'This service does not list instances. Add the ones you look after by database and ID; they are kept in this browser only.'}
        </EmptyState>
      )}
    </div>
  );
}
