import type { ReactNode } from 'react';
import { formatDuration, formatInstant, formatInstantWithLocal, parseInstant } from '../format/time.ts';
import { useConfig } from '../session/config.ts';
import { useSession } from '../session/useSession.ts';
import { WorkspaceLine } from '../ui/Environment.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { findListMismatches, findUnclearDeleted, type InstanceRow } from './instanceRow.ts';

export function DialogPlace({ workspace }: { workspace: string }) {
  const { environment, environmentColor: color } = useConfig();
  return (
    <WorkspaceLine
      slug={workspace}
      environment={environment === null ? null : { name: environment, color }}
    />
  );
}

export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="mt-3 grid grid-cols-[5.25rem_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-md bg-sunken px-3.5 py-2.5 text-control">
      {children}
    </dl>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

type InstanceFactsProps = {
  row: InstanceRow;
  /** True if the heading of the dialog doesn't name the instance. */
  hasName?: boolean;
};

export function InstanceFacts({ row, hasName = false }: InstanceFactsProps) {
  const { id, name, label, lookAlike, databaseName, record } = row;
  return (
    <Facts>
      {hasName && (
        <Fact name="Instance">
          <SafeName name={label} whole lookAlike={lookAlike} />
        </Fact>
      )}
      {name !== null && name.trim() !== '' && name !== label && (
        <Fact name="Name">
          <SafeName name={name} whole />
        </Fact>
      )}
      {id !== null && (
        <Fact name="ID">
          <span className="font-mono text-small leading-5">
            <SafeName name={id} whole />
          </span>
        </Fact>
      )}
      <Fact name="Database">
        <SafeName name={databaseName} whole />
      </Fact>
      <Fact name="Created">
        <CreationDate iso={record?.created ?? null} />
      </Fact>
    </Facts>
  );
}

function CreationDate({ iso }: { iso: string | null }) {
  if (iso === null) return <span className="text-muted">not provided</span>;
  const ms = parseInstant(iso);
  if (ms === null) return <span className="text-notice">invalid date</span>;
  const age = Date.now() - ms;
  return (
    <>
      <time dateTime={iso} title={formatInstantWithLocal(ms)}>
        {formatInstant(ms)}
      </time>
      <span> · </span>
      <span className="whitespace-nowrap">{age >= 0 ? `${formatDuration(age)} ago` : 'in the future'}</span>
    </>
  );
}

export function RowWarnings({ row }: { row: InstanceRow }) {
  const { workspace } = useSession();
  const unclearDeleted = findUnclearDeleted(row);
  return (
    <>
      {unclearDeleted !== null && (
        <Notice tone="notice" title={<span>{`This record has “${unclearDeleted}”.`}</span>}>
          The console can't read this date. The instance may already be deleted.
        </Notice>
      )}
      {findListMismatches(row, workspace).map(({ field, listValue, recordValue }) => (
        <Notice
          key={field}
          tone="danger"
          role="note"
          title={<span>{`This record names a different ${field}.`}</span>}
        >
          It's listed in <SafeName name={listValue} whole />, but the record says{' '}
          <SafeName name={recordValue} whole />. Find out why before you delete it.
        </Notice>
      ))}
      {row.isDuplicate && (
        <Notice tone="notice" title="Several records have this ID.">
          The service lists more than one record with this ID in <SafeName name={row.databaseName} whole />.
          Only one of them is shown. Find out why before you delete it.
        </Notice>
      )}
    </>
  );
}
