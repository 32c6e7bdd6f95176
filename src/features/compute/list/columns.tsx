import {
  columnFilteringFeature,
  columnVisibilityFeature,
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReactElement, ReactNode } from 'react';
import { DateText } from '../../../ui/DateText.tsx';
import { SafeName } from '../../../ui/SafeName.tsx';
import { exportedDate, parseInstant } from '../../../ui/time.ts';
import type { InstanceRow } from '../instanceRow.ts';
import { createdCell, deleteCell, hostsCell, type RowView, selectCell, textCell } from './cells.tsx';
import { nameCell, StatusAndTags, statusCell } from './NameCell.tsx';

type OptionalText = string | null | undefined;

type ColumnMeta = {
  /** Track of the CSS grid that lays out a row. */
  track: string;
  /** Window width (px) from which the table has room for the column. */
  minWindowWidth?: number;
  isHiddenByDefault?: boolean;
  /** Renders the cell. Not a component, because a component per cell makes rows slow. */
  cell: (view: RowView) => ReactElement;
  /** The line on the card of a narrow window. */
  card?: (view: RowView) => ReactNode;
  searched?: (row: InstanceRow) => readonly OptionalText[];
  /** The exported values by field name. Every column with data needs them. */
  exported?: ExportedFields;
};

type ExportedFields = Record<string, (row: InstanceRow) => OptionalText | boolean>;

export const features = tableFeatures({
  columnFilteringFeature,
  columnVisibilityFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<ColumnMeta>(),
});

const helper = createColumnHelper<typeof features, InstanceRow>();

/**
 * The columns with data, in order. The table, the cards, sorting, filtering, search, exports and the Columns menu follow
 * from this list. In a window of 1440 px all of them fit, and the name has room for an ID of 36 characters.
 */
export const dataColumns = [
  dataColumn('name', 'Name', ({ label }) => label, {
    track: 'minmax(26.5%, 1fr)',
    cell: nameCell,
    searched: ({ name, id }) => [name, id],
    exported: { id: ({ id }) => id, name: ({ name }) => name },
  }),
  dataColumn('database', 'Database', ({ databaseName }) => databaseName, {
    track: 'minmax(6rem, 7rem)',
    cell: ({ row }) => textCell(row.databaseName),
    card: ({ row }) => <SafeName name={row.databaseName} />,
    searched: ({ databaseName }) => [databaseName],
    exported: { database: ({ databaseName }) => databaseName },
  }),
  dataColumn('status', 'Status', ({ record }) => record?.status || null, {
    track: 'minmax(7rem, 8rem)',
    cell: statusCell,
    card: (view) => (
      <span className="flex items-center gap-1.5">
        <StatusAndTags view={view} />
      </span>
    ),
    exported: { status: ({ record }) => record?.status },
  }),
  dataColumn('region', 'Region', ({ record }) => record?.region || null, {
    track: 'minmax(7.25rem, 13.5rem)',
    minWindowWidth: 1280,
    cell: ({ row }) => textCell(row.record?.region),
    exported: { region: ({ record }) => record?.region },
  }),
  dataColumn(
    'created',
    'Created',
    ({ record }) => (record?.created == null ? null : parseInstant(record.created)),
    {
      track: 'minmax(10rem, 12.25rem)',
      minWindowWidth: 1024,
      cell: createdCell,
      card: ({ row }) => (
        <>
          Created <DateText iso={row.record?.created ?? null} variant="fact" />
        </>
      ),
      exported: { created: ({ record }) => record?.created && exportedDate(record.created) },
    },
  ),
  dataColumn('hosts', 'Hosts', ({ record }) => record?.apiHost || null, {
    track: 'minmax(8.25rem, 15rem)',
    minWindowWidth: 1440,
    isHiddenByDefault: true,
    cell: hostsCell,
    card: ({ row: { record } }) => record?.apiHost && <bdi className="font-mono">{record.apiHost}</bdi>,
    searched: ({ record }) => [record?.apiHost, record?.dbHost],
    exported: { apiHost: ({ record }) => record?.apiHost, dbHost: ({ record }) => record?.dbHost },
  }),
  dataColumn('scaling', 'Scaling', scalingRank, {
    track: '5.75rem',
    minWindowWidth: 1280,
    isHiddenByDefault: true,
    cell: ({ row }) => textCell(scalingText(row), 'text-small leading-4 whitespace-normal!'),
    exported: {
      expandable: ({ record }) => record?.expandable,
      sharded: ({ record }) => record?.sharded,
    },
  }),
];

/** Columns of earlier versions, which old links may name. */
export const formerColumns: Record<string, ColumnId> = { expandable: 'scaling', sharded: 'scaling' };

/** All columns of the table: the checkbox, the data and Delete. */
export const columns = helper.columns([
  helper.display({ id: 'select', meta: { track: '2.75rem', cell: selectCell } }),
  ...dataColumns,
  helper.display({ id: 'delete', header: 'Actions', meta: { track: '4.75rem', cell: deleteCell } }),
]);

export type ColumnId = (typeof dataColumns)[number]['id'];

/** The exported fields of a row. The database comes first, as in the path of an instance. */
export function exportedFields(): ExportedFields {
  const [name, database, ...others] = dataColumns;
  return Object.assign({}, ...[database, name, ...others].map((column) => column?.meta.exported));
}

/** @param value the value to sort and filter by; null sorts last in both directions */
function dataColumn<Id extends string>(
  id: Id,
  header: string,
  value: (row: InstanceRow) => string | number | null,
  meta: ColumnMeta & { exported: ExportedFields },
) {
  const definition = helper.accessor((row: InstanceRow) => value(row) ?? undefined, {
    id,
    header,
    sortUndefined: 'last',
    sortDescFirst: false,
    sortFn: (a, b, columnId) => compareValues(a.getValue(columnId), b.getValue(columnId)),
    filterFn: (row, columnId, wanted: readonly unknown[]) => wanted.includes(row.getValue(columnId)),
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

/** Returns a number to sort by, or null if the record has neither of the two fields. */
function scalingRank({ record }: InstanceRow): number | null {
  if (record?.expandable == null && record?.sharded == null) return null;
  return (record.expandable ? 1 : 0) + (record.sharded ? 2 : 0);
}

function scalingText(row: InstanceRow): string | null {
  const rank = scalingRank(row);
  return rank === null ? null : (['None', 'Expandable', 'Sharded', 'Expandable, sharded'][rank] ?? null);
}
