import {
  columnVisibilityFeature,
  createColumnHelper,
  createSortedRowModel,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReactElement, ReactNode } from 'react';
import { DateText } from '../ui/DateText.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { formatExportedDate, parseInstant } from '../ui/time.ts';
import type { Breakpoint } from '../ui/windowWidth.ts';
import {
  deleteCell,
  type RowView,
  renderCheckboxCell,
  renderCreatedCell,
  renderHostsCell,
  renderTextCell,
} from './cells.tsx';
import type { InstanceRow } from './instanceRow.ts';
import { renderNameCell, renderStatusCell, StatusAndTags } from './NameCell.tsx';

type OptionalText = string | null | undefined;

type ColumnMeta = {
  /** Width of the column, as a value of the CSS property `grid-template-columns`. */
  gridTrack: string;
  /** Smallest window width (px) in which the table has room for the column. */
  minWindowWidth?: Breakpoint;
  isHiddenByDefault?: boolean;
  /** Renders the cell. This is a function, because a component for each cell would make rows slow. */
  cell: (view: RowView) => ReactElement;
  /** Renders the value on a card, which replaces the row in a narrow window. */
  card?: (view: RowView) => ReactNode;
  /** Returns the texts that the search looks in. */
  searchedTexts?: (row: InstanceRow) => readonly OptionalText[];
  /** Functions that return the exported values, by field name. */
  exported?: ExportedFields;
};

type ExportedFields = Record<string, (row: InstanceRow) => OptionalText | boolean>;

export const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<ColumnMeta>(),
});

const helper = createColumnHelper<typeof features, InstanceRow>();

/**
 * The columns with data, in display order. The table, cards, sorting, filters, search, exports and the Columns menu use this
 * list. In a window of 1440 px all columns fit, and the name column shows a whole UUID.
 */
export const dataColumns = [
  createDataColumn('name', 'Name', ({ label }) => label, {
    gridTrack: 'minmax(26.5%, 1fr)',
    cell: renderNameCell,
    searchedTexts: ({ name, id }) => [name, id],
    exported: { id: ({ id }) => id, name: ({ name }) => name },
  }),
  createDataColumn('database', 'Database', ({ databaseName }) => databaseName, {
    gridTrack: 'minmax(6rem, 7rem)',
    cell: ({ row }) => renderTextCell(row.databaseName),
    card: ({ row }) => <SafeName name={row.databaseName} />,
    searchedTexts: ({ databaseName }) => [databaseName],
    exported: { database: ({ databaseName }) => databaseName },
  }),
  createDataColumn('status', 'Status', ({ record }) => record?.status || null, {
    gridTrack: 'minmax(7rem, 8rem)',
    cell: renderStatusCell,
    card: (view) => (
      <span className="flex items-center gap-1.5">
        <StatusAndTags view={view} />
      </span>
    ),
    exported: { status: ({ record }) => record?.status },
  }),
  createDataColumn('region', 'Region', ({ record }) => record?.region || null, {
    gridTrack: 'minmax(7.25rem, 13.5rem)',
    minWindowWidth: 1280,
    cell: ({ row }) => renderTextCell(row.record?.region),
    exported: { region: ({ record }) => record?.region },
  }),
  createDataColumn(
    'created',
    'Created',
    ({ record }) => (record?.created == null ? null : parseInstant(record.created)),
    {
      gridTrack: 'minmax(10rem, 12.25rem)',
      minWindowWidth: 1024,
      cell: renderCreatedCell,
      card: ({ row }) => (
        <>
          Created <DateText iso={row.record?.created ?? null} variant="detail" />
        </>
      ),
      exported: { created: ({ record }) => record?.created && formatExportedDate(record.created) },
    },
  ),
  createDataColumn('hosts', 'Hosts', ({ record }) => record?.apiHost || null, {
    gridTrack: 'minmax(8.25rem, 15rem)',
    minWindowWidth: 1440,
    isHiddenByDefault: true,
    cell: renderHostsCell,
    card: ({ row: { record } }) => record?.apiHost && <bdi className="font-mono">{record.apiHost}</bdi>,
    searchedTexts: ({ record }) => [record?.apiHost, record?.dbHost],
    exported: { apiHost: ({ record }) => record?.apiHost, dbHost: ({ record }) => record?.dbHost },
  }),
  createDataColumn('scaling', 'Scaling', getScalingRank, {
    gridTrack: '5.75rem',
    minWindowWidth: 1280,
    isHiddenByDefault: true,
    cell: ({ row }) => renderTextCell(formatScaling(row), 'text-small leading-4 whitespace-normal!'),
    exported: {
      expandable: ({ record }) => record?.expandable,
      sharded: ({ record }) => record?.sharded,
    },
  }),
];

/** The current column for each former column name. Old links may contain the former names. */
export const formerColumns: Record<string, ColumnId> = { expandable: 'scaling', sharded: 'scaling' };

/** All columns of the table: the checkbox, the columns with data, and the Delete button. */
export const columns = helper.columns([
  helper.display({ id: 'select', meta: { gridTrack: '2.75rem', cell: renderCheckboxCell } }),
  ...dataColumns,
  helper.display({ id: 'delete', header: 'Actions', meta: { gridTrack: '4.75rem', cell: deleteCell } }),
]);

export type ColumnId = (typeof dataColumns)[number]['id'];

/** Returns the exported fields in order. The database is first, as in the URL path of an instance. */
export function listExportedFields(): ExportedFields {
  const [name, database, ...otherColumns] = dataColumns;
  return Object.assign({}, ...[database, name, ...otherColumns].map((column) => column?.meta.exported));
}

/** Defines a column with data. @param sortValueOf returns null for rows that are last in both sort directions */
function createDataColumn<Id extends string>(
  id: Id,
  header: string,
  sortValueOf: (row: InstanceRow) => string | number | null,
  meta: ColumnMeta & { exported: ExportedFields },
) {
  const definition = helper.accessor((row: InstanceRow) => sortValueOf(row) ?? undefined, {
    id,
    header,
    sortUndefined: 'last',
    sortDescFirst: false,
    sortFn: (a, b, columnId) => compareValues(a.getValue(columnId), b.getValue(columnId)),
  });
  return { ...definition, id, header, meta };
}

let collator: Intl.Collator | undefined;

/** Compares two values of a column. Numbers inside texts compare by value. Case and accents are ignored. */
function compareValues(a: unknown, b: unknown): number {
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b);
  // A collator is slow to create, and most sessions never sort.
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return collator.compare(a, b);
}

/** Returns a number to sort by. Returns null if the record has neither `expandable` nor `sharded`. */
function getScalingRank({ record }: InstanceRow): number | null {
  if (record?.expandable == null && record?.sharded == null) return null;
  return (record.expandable ? 1 : 0) + (record.sharded ? 2 : 0);
}

function formatScaling(row: InstanceRow): string | null {
  const rank = getScalingRank(row);
  return rank === null ? null : (['None', 'Expandable', 'Sharded', 'Expandable, sharded'][rank] ?? null);
}
