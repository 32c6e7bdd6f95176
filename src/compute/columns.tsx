import { createColumnHelper } from '@tanstack/react-table';
import type { InstanceRow } from '../deletion/instanceRow.ts';
import { DateText } from '../ui/DateText.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { foldText, toSafeText } from '../ui/text.ts';
import { parseInstant } from '../ui/time.ts';
import { ActionsCell, NameCell, SelectCell } from './cells.tsx';
import { splitRegion } from './summary.ts';
import type { features, TableRow } from './tableFeatures.ts';
import type { ColumnId, DayRange } from './tableView.ts';

const helper = createColumnHelper<typeof features, InstanceRow>();

type Compared = string | number | undefined;

function compareValues(a: TableRow, b: TableRow, columnId: string): number {
  const [first, second] = [a.getValue<Compared>(columnId) ?? '', b.getValue<Compared>(columnId) ?? ''];
  return first < second ? -1 : Number(first > second);
}

/** Rows without a value are last in both directions. */
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
    meta: {
      className: 'w-75 pl-3 @max-5xl:w-auto',
      exported: { id: ({ id }) => id, name: ({ name }) => name },
    },
  }),
  helper.accessor(({ databaseName }) => toSortKey(databaseName), {
    ...sorted,
    id: 'database' satisfies ColumnId,
    header: 'Database',
    filterFn: (row, _, databases: readonly string[]) => databases.includes(row.original.databaseName),
    cell: ({ row }) => <SafeName name={row.original.databaseName} />,
    meta: {
      className: 'w-36 truncate pl-3 @max-xl:hidden',
      exported: { database: ({ databaseName }) => databaseName },
    },
  }),
  helper.accessor(({ record }) => toSortKey(record?.status), {
    ...sorted,
    id: 'status' satisfies ColumnId,
    header: 'Status',
    filterFn: (row, _, status: string) => row.original.record?.status === status,
    cell: ({ row }) => <StatusText status={row.original.record?.status} />,
    meta: {
      className: 'w-34 truncate pl-3 @max-2xl:hidden',
      exported: { status: ({ record }) => record?.status },
    },
  }),
  helper.accessor(({ record }) => toSortKey(record?.region && splitRegion(record.region).region), {
    ...sorted,
    id: 'region' satisfies ColumnId,
    header: 'Region',
    filterFn: (row, _, region: string) => row.original.record?.region === region,
    cell: ({ row }) => <RegionText identifier={row.original.record?.region} />,
    meta: {
      className: 'w-52 truncate pl-3 @max-4xl:hidden',
      exported: { region: ({ record }) => record?.region },
    },
  }),
  helper.accessor(({ record }) => (record?.created && parseInstant(record.created)) ?? undefined, {
    ...sorted,
    id: 'created' satisfies ColumnId,
    header: 'Created (UTC)',
    filterFn: (row, columnId, range: DayRange) =>
      isInRange(row.getValue<number | undefined>(columnId), range),
    cell: ({ row }) => <DateText iso={row.original.record?.created ?? null} missingText="–" />,
    meta: {
      className: 'w-36 truncate pl-3 @max-3xl:hidden',
      exported: {
        created: ({ record }) => record?.created,
        apiHost: ({ record }) => record?.apiHost,
        dbHost: ({ record }) => record?.dbHost,
        expandable: ({ record }) => record?.expandable,
        sharded: ({ record }) => record?.sharded,
      },
    },
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
  const parts = [name, id, databaseName, region, splitRegion(region).region, record?.status];
  // A word contains no line break, so it can't match across two parts.
  return foldText([...parts, record?.apiHost, record?.dbHost].filter(Boolean).join('\n'));
}

export function toSearchWords(search: string): readonly string[] {
  return foldText(search).split(/\s+/).filter(Boolean);
}

/** A row matches if it contains every word. Only the search column is searched. */
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

/** The region, then its provider. The tooltip has the identifier. */
function RegionText({ identifier }: { identifier: string | null | undefined }) {
  if (!identifier) return <span className="text-faint">–</span>;
  const { provider, region } = splitRegion(identifier);
  return (
    <span translate="no" title={toSafeText(identifier)}>
      <SafeName name={region} />
      {provider !== null && <span className="ml-1 text-faint">{provider}</span>}
    </span>
  );
}
