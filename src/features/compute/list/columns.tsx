import type { ReactNode } from 'react';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { DateText, PlainDate } from '../../../ui/DateText.tsx';
import { exportedDate, parseInstant } from '../../../ui/time.ts';
import type { InstanceRow } from '../instanceRow.ts';
import { SafeName } from '../SafeName.tsx';

type Shown = string | null | undefined;
type Exported = string | boolean | null;

type Column = {
  id: string;
  header: string;
  /** What rows are sorted and filtered by; null where the row has none, and then it comes last. */
  value: (row: InstanceRow) => string | number | boolean | null;
  /** In px; without one it shares what is left with the name. */
  width?: number;
  /** From which window width on it has room, in px. */
  fits?: number;
  /** Put away until the admin asks for it. */
  isHiddenAtFirst?: boolean;
  /** A cell that is nothing but a text, with a class where it has a look of its own. Text in `quiet` is muted. */
  text?: (row: InstanceRow) => Shown;
  quiet?: string;
  /** A cell of several parts; what only a row that is pointed at or focused needs is drawn where `isNear` says so. */
  cell?: (row: InstanceRow, isNear: boolean) => ReactNode;
  className?: string;
  /** Its line on a phone's card, where it has one. */
  card?: (row: InstanceRow) => ReactNode;
  /** What the search looks through. */
  search?: (row: InstanceRow) => readonly Shown[];
  /** What an export holds, by the name of the field. */
  exported?: Record<string, (row: InstanceRow) => Exported>;
};

/**
 * The columns of the list, in order: the table, the cards, the sort, the search, the exports and the menu of columns all
 * follow from this. The name always stands, and draws its own cell.
 */
const instanceColumns = [
  {
    id: 'name',
    header: 'Name',
    value: ({ label }) => label,
    search: ({ name, id }) => [name, id],
    exported: { id: ({ id }) => id, name: ({ name }) => name },
  },
  {
    id: 'database',
    header: 'Database',
    width: 92,
    value: ({ databaseName }) => databaseName,
    text: ({ databaseName }) => databaseName,
    card: ({ databaseName }) => <SafeName name={databaseName} />,
    search: ({ databaseName }) => [databaseName],
  },
  {
    id: 'status',
    header: 'Status',
    width: 120,
    value: ({ record }) => record?.status || null,
    text: ({ record }) => record?.status,
    className: 'status-text pl-5.5',
    card: ({ record }) =>
      record?.status && (
        <bdi className="status-text" data-value={record.status}>
          {record.status}
        </bdi>
      ),
    exported: { status: ({ record }) => record?.status ?? null },
  },
  {
    id: 'region',
    header: 'Region',
    width: 160,
    fits: 1024,
    isHiddenAtFirst: true,
    value: ({ record }) => record?.region || null,
    text: ({ record }) => record?.region,
    exported: { region: ({ record }) => record?.region ?? null },
  },
  {
    id: 'created',
    header: 'Created',
    width: 196,
    fits: 1024,
    value: ({ record }) => (record?.created == null ? null : parseInstant(record.created)),
    cell: ({ record }, isNear) =>
      isNear ? (
        <DateText iso={record?.created ?? null} missing="–" variant="row" />
      ) : (
        <PlainDate iso={record?.created ?? null} missing="–" />
      ),
    card: ({ record }) => (
      <>
        Created <DateText iso={record?.created ?? null} variant="row" />
      </>
    ),
    exported: { created: ({ record }) => (record?.created == null ? null : exportedDate(record.created)) },
  },
  {
    id: 'hosts',
    header: 'Hosts',
    fits: 1280,
    value: ({ record }) => record?.apiHost || null,
    className: 'font-mono text-small leading-4 whitespace-pre text-ellipsis',
    cell: ({ record }, isNear) => <Hosts api={record?.apiHost} database={record?.dbHost} isNear={isNear} />,
    card: ({ record }) => record?.apiHost && <bdi className="font-mono">{record.apiHost}</bdi>,
    search: ({ record }) => [record?.apiHost, record?.dbHost],
    exported: {
      apiHost: ({ record }) => record?.apiHost ?? null,
      dbHost: ({ record }) => record?.dbHost ?? null,
    },
  },
  {
    id: 'expandable',
    header: 'Expandable',
    width: 104,
    fits: 1200,
    value: ({ record }) => record?.expandable ?? null,
    text: ({ record }) => flagText(record?.expandable),
    quiet: 'No',
    exported: { expandable: ({ record }) => record?.expandable ?? null },
  },
  {
    id: 'sharded',
    header: 'Sharded',
    width: 84,
    fits: 1200,
    value: ({ record }) => record?.sharded ?? null,
    text: ({ record }) => flagText(record?.sharded),
    quiet: 'No',
    exported: { sharded: ({ record }) => record?.sharded ?? null },
  },
] as const satisfies readonly Column[];

export type ColumnId = (typeof instanceColumns)[number]['id'];
export type InstanceColumn = Column & { id: ColumnId };

/** The same, to be gone through: each with every field a column may have. */
export const columns: readonly InstanceColumn[] = instanceColumns;

type HostsProps = { api: Shown; database: Shown; isNear: boolean };

function Hosts({ api, database, isNear }: HostsProps) {
  if (api == null && database == null) return <Missing />;
  // Nobody points at most rows: theirs are one text of two lines.
  if (!isNear && api != null && database != null) return `${api}\n${database}`;
  return (
    <>
      <Host name="API" host={api} isNear={isNear} />
      <Host name="Database" host={database} isNear={isNear} />
    </>
  );
}

function Host({ name, host, isNear }: { name: string; host: Shown; isNear: boolean }) {
  return (
    <span className="flex min-w-0 items-center" title={host ? `${name} host ${host}` : undefined}>
      <span className="sr-only">{name} host </span>
      {host == null ? (
        <span className="truncate font-sans text-muted">not provided</span>
      ) : (
        <>
          <bdi className="truncate">{host}</bdi>
          {isNear && <CopyButton variant="row" text={host} label={`Copy ${name} host`} />}
        </>
      )}
    </span>
  );
}

function flagText(value: boolean | null | undefined): string | null {
  if (value == null) return null;
  return value ? 'Yes' : 'No';
}

function Missing() {
  return <span className="text-muted">–</span>;
}
