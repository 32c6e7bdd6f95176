import {
  columnVisibilityFeature,
  createColumnHelper,
  createPaginatedRowModel,
  createSortedRowModel,
  metaHelper,
  type Row,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import { parseRegion } from '../../api/regions.ts';
import { foldText, toVisibleText } from '../../format/text.ts';
import { parseInstant } from '../../format/time.ts';
import { DateText } from '../../ui/DateText.tsx';
import type { InstanceRow } from '../instanceRow.ts';
import { ActionsCell, NameCell, RegionText, SelectCell, type TableMeta } from './cells.tsx';
import type { ColumnId } from './tableView.ts';

type ColumnMeta = {
  className: string;
};

export const features = tableFeatures({
  columnVisibilityFeature,
  rowPaginationFeature,
  rowSortingFeature,
  paginatedRowModel: createPaginatedRowModel(),
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<ColumnMeta>(),
  tableMeta: metaHelper<TableMeta>(),
});

type TableRow = Row<typeof features, InstanceRow>;

const helper = createColumnHelper<typeof features, InstanceRow>();

type Compared = string | number | undefined;

function compareValues(a: TableRow, b: TableRow, columnId: string): number {
  const [first, second] = [a.getValue<Compared>(columnId) ?? '', b.getValue<Compared>(columnId) ?? ''];
  return first < second ? -1 : Number(first > second);
}

const sorted = { sortFn: compareValues, sortUndefined: 'last', sortDescFirst: false } as const;

/** Makes numbers inside a text compare by value. A collator would need ten times as long for 10 000 rows. */
function toSortKey(text: string | null | undefined): string | undefined {
  return text ? foldText(text).replace(/\d+/g, (digits) => digits.padStart(16, '0')) : undefined;
}

/**
 * In display order. A row has at most 14 elements, because style and layout cost a third of a millisecond for each on a slow
 * computer. So plain values are the text of their cells.
 */
export const columns = helper.columns([
  helper.display({
    id: 'select',
    cell: ({ row: { original }, table }) => <SelectCell row={original} readMeta={() => table.options.meta} />,
    meta: { className: 'screen-only w-9 pl-3 @max-xl:w-11 @max-xl:pl-4' },
  }),
  helper.accessor(({ label }) => toSortKey(label), {
    ...sorted,
    id: 'name' satisfies ColumnId,
    header: 'Name',
    cell: ({ row: { original }, table }) => <NameCell row={original} readMeta={() => table.options.meta} />,
    meta: { className: 'pl-3' },
  }),
  helper.accessor(({ databaseName }) => toSortKey(databaseName), {
    ...sorted,
    id: 'database' satisfies ColumnId,
    header: 'Database',
    cell: ({ row }) => toVisibleText(row.original.databaseName),
    meta: { className: 'w-36 truncate pl-3 @max-5xl:w-28 @max-3xl:w-24 @max-xl:hidden' },
  }),
  helper.accessor(({ record }) => toSortKey(record?.status), {
    ...sorted,
    id: 'status' satisfies ColumnId,
    header: 'Status',
    cell: ({ row }) => row.original.record?.status ?? '–',
    meta: { className: 'status-cell w-34 truncate @max-5xl:w-26 @max-xl:hidden' },
  }),
  helper.accessor(({ record }) => toSortKey(record?.region && parseRegion(record.region).name), {
    ...sorted,
    id: 'region' satisfies ColumnId,
    header: 'Region',
    cell: ({ row }) => <RegionText identifier={row.original.record?.region} />,
    meta: { className: 'w-52 truncate pl-3 @max-5xl:w-44 @max-3xl:w-38 @max-xl:hidden' },
  }),
  helper.accessor(({ record }) => (record?.created && parseInstant(record.created)) ?? undefined, {
    ...sorted,
    id: 'created' satisfies ColumnId,
    header: 'Created (UTC)',
    cell: ({ row }) => <DateText iso={row.original.record?.created ?? null} missingText="–" />,
    meta: { className: 'w-36 truncate pl-3 @max-5xl:w-32 @max-3xl:hidden' },
  }),
  helper.display({
    id: 'actions',
    cell: ({ row: { original }, table }) => (
      <ActionsCell row={original} readMeta={() => table.options.meta} />
    ),
    meta: { className: 'screen-only w-40 truncate pr-3 text-right @max-5xl:w-20 @max-xl:pr-4' },
  }),
]);
