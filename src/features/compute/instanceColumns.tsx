import type { ReactNode } from 'react';
import { DateText } from '../../ui/DateText.tsx';
import { RowCopyButton } from '../../ui/RowCopyButton.tsx';
import type { InstanceRow } from './InstanceRow.ts';
import type { TableColumn } from './readTableView.ts';
import { StatusText } from './StatusText.tsx';

export type InstanceColumn = {
  id: TableColumn;
  header: string;
  /** From which window width on it has room, in px. */
  fits?: number;
  cell: (row: InstanceRow) => ReactNode;
};

/** The columns of the list beside the name, in order. */
export const instanceColumns: readonly InstanceColumn[] = [
  { id: 'database', header: 'Database', cell: (row) => <Text text={row.databaseName} /> },
  {
    id: 'status',
    header: 'Status',
    cell: ({ record }) => (record?.status == null ? <Missing /> : <StatusText status={record.status} />),
  },
  {
    id: 'region',
    header: 'Region',
    fits: 1024,
    cell: ({ record }) => (record?.region == null ? <Missing /> : <Text text={record.region} />),
  },
  {
    id: 'created',
    header: 'Created',
    fits: 1024,
    cell: ({ record }) => <DateText iso={record?.created ?? null} missing="–" look="row" />,
  },
  {
    id: 'hosts',
    header: 'Hosts',
    fits: 1200,
    cell: ({ record }) => <Hosts api={record?.apiHost} database={record?.dbHost} />,
  },
  {
    id: 'expandable',
    header: 'Expandable',
    fits: 1200,
    cell: ({ record }) => <Flag value={record?.expandable} />,
  },
  { id: 'sharded', header: 'Sharded', fits: 1200, cell: ({ record }) => <Flag value={record?.sharded} /> },
];

function Text({ text }: { text: string }) {
  return (
    <bdi className="block truncate" title={text}>
      {text}
    </bdi>
  );
}

function Hosts({ api, database }: { api: string | null | undefined; database: string | null | undefined }) {
  if (api == null && database == null) return <Missing />;
  return (
    <>
      <Host name="API" host={api} />
      <Host name="Database" host={database} />
    </>
  );
}

function Host({ name, host }: { name: string; host: string | null | undefined }) {
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
          <RowCopyButton text={host} label={`Copy ${name} host`} />
        </>
      )}
    </span>
  );
}

function Flag({ value }: { value: boolean | null | undefined }) {
  if (value == null) return <Missing />;
  return value ? 'Yes' : <span className="text-muted">No</span>;
}

function Missing() {
  return <span className="text-muted">–</span>;
}
