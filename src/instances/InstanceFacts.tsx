import type { ReactNode } from 'react';
import { formatDuration, formatInstant, formatTooltip, parseInstant } from '../format/time.ts';
import { useConfig } from '../session/config.ts';
import { WorkspaceLine } from '../ui/Environment.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import type { InstanceRow } from './instanceRow.ts';

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
      <time dateTime={iso} title={formatTooltip(ms)}>
        {formatInstant(ms)}
      </time>
      <span> · </span>
      <span className="whitespace-nowrap">{age >= 0 ? `${formatDuration(age)} ago` : 'in the future'}</span>
    </>
  );
}

export function RowWarnings({ row: { doubts } }: { row: InstanceRow }) {
  return doubts.map(({ mark, tone, title, text }) => (
    <Notice key={mark} tone={tone} role="note" title={<span>{title}</span>}>
      <span>{text}</span>
    </Notice>
  ));
}
