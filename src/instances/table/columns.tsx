import {
  type CellContext,
  columnFilteringFeature,
  columnVisibilityFeature,
  createColumnHelper,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  metaHelper,
  type Row,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import { Lock } from 'lucide-react';
import { parseRegion } from '../../api/regions.ts';
import { foldText, toIsolatedText } from '../../format/text.ts';
import { parseInstant } from '../../format/time.ts';
import { useSession } from '../../session/useSession.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Checkbox } from '../../ui/controls.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { SafeName } from '../../ui/SafeName.tsx';
import { findListMismatches, hasId, type InstanceRow, type RowWithId } from '../instanceRow.ts';
import { RowBadge } from '../RowBadge.tsx';
import type { RowState } from '../removedRows.ts';
import type { Instances } from '../useInstances.ts';
import type { ColumnId, DayRange } from './tableView.ts';

type ColumnMeta = {
  className: string;
};

export type TableMeta = Pick<Instances, 'states' | 'refusals'> & {
  onShow: (row: InstanceRow) => void;
  onDelete: (row: RowWithId) => void;
};

export const features = tableFeatures({
  columnFilteringFeature,
  columnVisibilityFeature,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
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

/** All columns in display order: of the table, the sorting, the filters, the search and the exports. */
export const columns = helper.columns([
  helper.display({
    id: 'select',
    cell: SelectCell,
    meta: { className: 'w-9 pl-3 @max-xl:w-11 @max-xl:pl-4' },
  }),
  helper.accessor(({ label }) => toSortKey(label), {
    ...sorted,
    id: 'name' satisfies ColumnId,
    header: 'Name',
    cell: NameCell,
    meta: { className: 'w-75 pl-3 @max-5xl:w-auto' },
  }),
  helper.accessor(({ databaseName }) => toSortKey(databaseName), {
    ...sorted,
    id: 'database' satisfies ColumnId,
    header: 'Database',
    filterFn: (row, _, databases: readonly string[]) => databases.includes(row.original.databaseName),
    cell: ({ row }) => <SafeName name={row.original.databaseName} />,
    meta: { className: 'w-36 truncate pl-3 @max-xl:hidden' },
  }),
  helper.accessor(({ record }) => toSortKey(record?.status), {
    ...sorted,
    id: 'status' satisfies ColumnId,
    header: 'Status',
    filterFn: (row, _, status: string) => row.original.record?.status === status,
    cell: ({ row }) => <StatusText status={row.original.record?.status} />,
    meta: { className: 'w-34 truncate pl-3 @max-2xl:hidden' },
  }),
  helper.accessor(({ record }) => toSortKey(record?.region && parseRegion(record.region).name), {
    ...sorted,
    id: 'region' satisfies ColumnId,
    header: 'Region',
    filterFn: (row, _, region: string) => row.original.record?.region === region,
    cell: ({ row }) => <RegionText identifier={row.original.record?.region} />,
    meta: { className: 'w-52 truncate pl-3 @max-4xl:hidden' },
  }),
  helper.accessor(({ record }) => (record?.created && parseInstant(record.created)) ?? undefined, {
    ...sorted,
    id: 'created' satisfies ColumnId,
    header: 'Created (UTC)',
    filterFn: (row, columnId, range: DayRange) =>
      isInRange(row.getValue<number | undefined>(columnId), range),
    cell: ({ row }) => <DateText iso={row.original.record?.created ?? null} missingText="–" />,
    meta: { className: 'w-36 truncate pl-3 @max-3xl:hidden' },
  }),
  helper.display({
    id: 'actions',
    cell: ActionsCell,
    meta: { className: 'w-26 pr-3 text-right @max-xl:w-20 @max-xl:pr-4' },
  }),
  // Never visible. The table keeps its value, so that a key press needs no folding.
  helper.accessor(toSearchText, {
    id: 'search',
    filterFn: (row, _, keys: ReadonlySet<string>) => keys.has(row.id),
  }),
]);

function isInRange(ms: number | undefined, { from, to }: DayRange): boolean {
  if (ms === undefined) return false;
  return (from === null || ms >= Date.parse(from)) && (to === null || ms < Date.parse(to));
}

function toSearchText({ name, id, databaseName, record }: InstanceRow): string {
  const region = record?.region ?? '';
  const parts = [name, id, databaseName, region, parseRegion(region).name, record?.status];
  // A word contains no line break, so it can't match across two parts.
  return foldText([...parts, record?.apiHost, record?.dbHost].filter(Boolean).join('\n'));
}

export function toSearchWords(search: string): readonly string[] {
  return foldText(search).split(/\s+/).filter(Boolean);
}

export function matchesWords(row: TableRow, _: string, words: readonly string[]): boolean {
  const text = row.getValue<string>('search');
  return words.every((word) => text.includes(word));
}

/** The DOM text is the value, such as READY. CSS shows "Ready". */
export function StatusText({ status }: { status: string | null | undefined }) {
  if (!status) return <span className="text-faint">–</span>;
  return (
    <span translate="no" data-value={status} className="status-text">
      <bdi className="enumeration truncate">{status}</bdi>
    </span>
  );
}

function RegionText({ identifier }: { identifier: string | null | undefined }) {
  if (!identifier) return <span className="text-faint">–</span>;
  const { provider, name } = parseRegion(identifier);
  return (
    <span translate="no" title={toIsolatedText(identifier)}>
      <SafeName name={name} />
      {provider !== null && <span className="ml-1 text-faint">{provider}</span>}
    </span>
  );
}

type CellProps = Pick<CellContext<typeof features, InstanceRow, unknown>, 'row' | 'table'>;

function SelectCell({ row }: CellProps) {
  if (!row.getCanSelect()) return null;
  const isSelected = row.getIsSelected();
  return (
    <Checkbox
      label={`Select ${toIsolatedText(row.original.label)}`}
      checked={isSelected}
      onToggle={(shiftKey) => row.getToggleSelectedHandler()({ target: { checked: !isSelected }, shiftKey })}
    />
  );
}

/** On a phone, CSS adds the database and a dot for the status. */
function NameCell({ row: { original: row }, table }: CellProps) {
  const { meta } = table.options;
  const second = row.id === row.label ? row.name : row.id;
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <button
          type="button"
          title={toIsolatedText(row.label)}
          onClick={() => meta?.onShow(row)}
          className="min-w-0 truncate rounded-chip text-left leading-4.5 font-medium underline-offset-2 hover:underline"
        >
          <SafeName name={row.label} />
        </button>
        <RowMarks row={row} state={meta?.states.get(row.key)} />
      </span>
      <code
        translate="no"
        title={second === null ? undefined : toIsolatedText(second)}
        data-database={row.databaseName}
        data-value={row.record?.status}
        className="second-line block truncate text-small text-muted"
      >
        {second === null ? 'no usable ID' : <SafeName name={second} />}
      </code>
    </>
  );
}

function RowMarks({ row, state }: { row: InstanceRow; state: RowState | undefined }) {
  const [mismatch] = findListMismatches(row, useSession().workspace);
  return (
    <>
      {state !== undefined && <RowBadge state={state} />}
      {mismatch !== undefined && (
        <Badge tone="danger" title={`The record names a different ${mismatch.field}.`}>
          {`Different ${mismatch.field}`}
        </Badge>
      )}
      {row.isDuplicate && (
        <Badge tone="notice" title="Several records have this ID.">
          Duplicate ID
        </Badge>
      )}
    </>
  );
}

function ActionsCell({ row: { original: row }, table }: CellProps) {
  const { meta } = table.options;
  const refusal = meta?.refusals.get(row.key);
  if (refusal?.code === 'protected')
    return (
      <span title={refusal.sentence} className="inline-flex items-center gap-1.5 text-small text-faint">
        <Lock size={13} aria-hidden="true" />
        <span>Protected</span>
      </span>
    );
  return (
    <button
      type="button"
      aria-label={`Delete ${toIsolatedText(row.label)}`}
      title={refusal?.sentence}
      disabled={refusal !== undefined}
      onClick={() => hasId(row) && meta?.onDelete(row)}
      className="-mr-2 min-h-7 rounded-control px-2 text-control text-muted transition-colors enabled:hover:bg-danger-soft enabled:hover:text-danger enabled:focus-visible:text-danger disabled:cursor-not-allowed disabled:opacity-45 @max-xl:min-h-11 @max-xl:enabled:text-danger"
    >
      Delete
    </button>
  );
}
