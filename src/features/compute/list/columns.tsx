import {
  columnFilteringFeature,
  columnVisibilityFeature,
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  metaHelper,
  type Row,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { DateText } from '../../../ui/DateText.tsx';
import { exportedDate, parseInstant } from '../../../ui/time.ts';
import type { InstanceRow } from '../instanceRow.ts';
import { SafeName } from '../SafeName.tsx';
import { CreatedCell, DeleteCell, HostsCell, SelectCell, textCell } from './cells.tsx';
import { NameCell } from './NameCell.tsx';

type Text = string | null | undefined;

type ColumnMeta = {
  /** Width (px). Columns without one share the remaining width. */
  width?: number;
  /** Window width (px) from which the table has room for the column. */
  minWindowWidth?: number;
  isHiddenByDefault?: boolean;
  /** The line on the card of a narrow window. */
  card?: (row: InstanceRow) => ReactNode;
  /** The texts that the search looks in. */
  searched?: (row: InstanceRow) => readonly Text[];
  /** The exported values by field name. */
  exported: Record<string, (row: InstanceRow) => Text | boolean>;
};

export const features = tableFeatures({
  columnFilteringFeature,
  columnVisibilityFeature,
  globalFilteringFeature,
  rowSelectionFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<ColumnMeta>(),
});

export type TableRow = Row<typeof features, InstanceRow>;

const helper = createColumnHelper<typeof features, InstanceRow>();

/**
 * The columns with data, in order. The table, the cards, sorting, filtering, search, exports and the Columns menu follow
 * from this list.
 */
export const dataColumns = [
  dataColumn('name', 'Name', ({ label }) => label, {
    cell: () => <NameCell />,
    meta: {
      searched: ({ name, id }) => [name, id],
      exported: { id: ({ id }) => id, name: ({ name }) => name },
    },
  }),
  dataColumn('database', 'Database', ({ databaseName }) => databaseName, {
    cell: ({ row }) => textCell(row.original.databaseName),
    meta: {
      width: 92,
      card: ({ databaseName }) => <SafeName name={databaseName} />,
      searched: ({ databaseName }) => [databaseName],
      exported: { database: ({ databaseName }) => databaseName },
    },
  }),
  dataColumn('status', 'Status', ({ record }) => record?.status || null, {
    cell: ({ row }) => textCell(row.original.record?.status, { className: 'status-text pl-5.5' }),
    meta: {
      width: 120,
      card: ({ record }) =>
        record?.status && (
          <bdi className="status-text" data-value={record.status}>
            {record.status}
          </bdi>
        ),
      exported: { status: ({ record }) => record?.status },
    },
  }),
  dataColumn('region', 'Region', ({ record }) => record?.region || null, {
    cell: ({ row }) => textCell(row.original.record?.region),
    meta: {
      width: 160,
      minWindowWidth: 1024,
      isHiddenByDefault: true,
      exported: { region: ({ record }) => record?.region },
    },
  }),
  dataColumn(
    'created',
    'Created',
    ({ record }) => (record?.created == null ? null : parseInstant(record.created)),
    {
      cell: ({ row }) => <CreatedCell iso={row.original.record?.created ?? null} />,
      meta: {
        width: 196,
        minWindowWidth: 1024,
        card: ({ record }) => (
          <>
            Created <DateText iso={record?.created ?? null} variant="row" />
          </>
        ),
        exported: { created: ({ record }) => record?.created && exportedDate(record.created) },
      },
    },
  ),
  dataColumn('hosts', 'Hosts', ({ record }) => record?.apiHost || null, {
    cell: () => <HostsCell />,
    meta: {
      minWindowWidth: 1280,
      card: ({ record }) => record?.apiHost && <bdi className="font-mono">{record.apiHost}</bdi>,
      searched: ({ record }) => [record?.apiHost, record?.dbHost],
      exported: { apiHost: ({ record }) => record?.apiHost, dbHost: ({ record }) => record?.dbHost },
    },
  }),
  dataColumn('expandable', 'Expandable', ({ record }) => record?.expandable ?? null, {
    cell: ({ row }) => textCell(flagText(row.original.record?.expandable), { mutedText: 'No' }),
    meta: { width: 104, minWindowWidth: 1200, exported: { expandable: ({ record }) => record?.expandable } },
  }),
  dataColumn('sharded', 'Sharded', ({ record }) => record?.sharded ?? null, {
    cell: ({ row }) => textCell(flagText(row.original.record?.sharded), { mutedText: 'No' }),
    meta: { width: 84, minWindowWidth: 1200, exported: { sharded: ({ record }) => record?.sharded } },
  }),
];

/** All columns of the table: the checkbox, the data and Delete. */
export const columns = helper.columns([
  helper.display({ id: 'select', cell: () => <SelectCell />, meta: { width: 44, exported: {} } }),
  ...dataColumns,
  helper.display({
    id: 'delete',
    header: 'Actions',
    cell: () => <DeleteCell />,
    meta: { width: 80, exported: {} },
  }),
]);

export type ColumnId = (typeof dataColumns)[number]['id'];

/** `cell` is called as a function, because a component per cell makes rows slow. So it must not use hooks itself. */
type ColumnOptions = { cell: (context: { row: TableRow }) => ReactNode; meta: ColumnMeta };

/** @param value what rows are sorted and filtered by; null sorts last in both directions */
function dataColumn<Id extends string>(
  id: Id,
  header: string,
  value: (row: InstanceRow) => string | number | boolean | null,
  { cell, meta }: ColumnOptions,
) {
  const definition = helper.accessor((row: InstanceRow) => value(row) ?? undefined, {
    id,
    header,
    cell,
    sortUndefined: 'last',
    sortDescFirst: false,
    sortFn: (a, b, columnId) => compareValues(a.getValue(columnId), b.getValue(columnId)),
    filterFn: (row, columnId, wanted) => row.getValue(columnId) === wanted,
  });
  return { ...definition, id, header, meta };
}

let collator: Intl.Collator | undefined;

/** Sorts numbers in texts by value, and ignores case and accents. */
function compareValues(a: unknown, b: unknown): number {
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b);
  // A collator is slow to create, and most sessions never sort.
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return collator.compare(a, b);
}

function flagText(value: boolean | null | undefined): string | null {
  if (value == null) return null;
  return value ? 'Yes' : 'No';
}
