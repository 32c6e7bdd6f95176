import type { ReactNode } from 'react';
import { DateText } from '../../../ui/DateText.tsx';
import { RowCopyButton } from '../../../ui/RowCopyButton.tsx';
import type { InstanceRow } from '../instances/InstanceRow.ts';
import type { TableColumn } from '../search/readTableView.ts';
import { StatusText } from './StatusText.tsx';

export type InstanceColumn = {
  id: TableColumn;
  header: string;
  /** In px; without one it shares what is left with the name. */
  width?: number;
  /** From which window width on it has room, in px. */
  fits?: number;
} & ( // The text that needs no attention, where there is one, is told in a muted colour.
  | { text: (row: InstanceRow) => string | null; quiet?: string }
  // What is only of use on a row that is pointed at or focused is drawn where `isNear` says so.
  | { text?: never; cell: (row: InstanceRow, isNear: boolean) => ReactNode }
);

/** The columns of the list beside the name, in order. */
export const instanceColumns: readonly InstanceColumn[] = [
  { id: 'database', header: 'Database', width: 92, text: (row) => row.databaseName },
  {
    id: 'status',
    header: 'Status',
    width: 120,
    cell: ({ record }) => (record?.status == null ? <Missing /> : <StatusText status={record.status} />),
  },
  { id: 'region', header: 'Region', width: 160, fits: 1024, text: ({ record }) => record?.region ?? null },
  {
    id: 'created',
    header: 'Created',
    width: 196,
    fits: 1024,
    cell: ({ record }) => <DateText iso={record?.created ?? null} missing="–" look="row" />,
  },
  {
    id: 'hosts',
    header: 'Hosts',
    fits: 1280,
    cell: ({ record }, isNear) => <Hosts api={record?.apiHost} database={record?.dbHost} isNear={isNear} />,
  },
  {
    id: 'expandable',
    header: 'Expandable',
    width: 104,
    fits: 1200,
    text: ({ record }) => flagText(record?.expandable),
    quiet: 'No',
  },
  {
    id: 'sharded',
    header: 'Sharded',
    width: 84,
    fits: 1200,
    text: ({ record }) => flagText(record?.sharded),
    quiet: 'No',
  },
];

type HostText = string | null | undefined;

function Hosts({ api, database, isNear }: { api: HostText; database: HostText; isNear: boolean }) {
  if (api == null && database == null) return <Missing />;
  return (
    <>
      <Host name="API" host={api} isNear={isNear} />
      <Host name="Database" host={database} isNear={isNear} />
    </>
  );
}

function Host({ name, host, isNear }: { name: string; host: HostText; isNear: boolean }) {
  return (
    <span
      className="flex min-w-0 items-center text-small leading-4"
      title={host ? `${name} host ${host}` : undefined}
    >
      <span className="sr-only">{name} host </span>
      {host == null ? (
        <span className="truncate text-muted">not provided</span>
      ) : (
        <>
          <bdi className="truncate font-mono">{host}</bdi>
          {isNear && <RowCopyButton text={host} label={`Copy ${name} host`} />}
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
