import type { ReactNode } from 'react';
import { toVisibleText } from '../format/text.ts';
import { isJsonObject } from '../rules/body.ts';
import { useConfig } from '../session/pageData.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { DateText } from '../ui/DateText.tsx';
import { WorkspaceLine } from '../ui/Environment.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import type { InstanceRow } from './instanceRow.ts';

export function DialogWorkspaceLine({ workspace }: { workspace: string }) {
  const { environment, environmentColor: color } = useConfig();
  return (
    <WorkspaceLine
      slug={workspace}
      environment={environment === null ? null : { name: environment, color }}
    />
  );
}

export function FactList({ isInline = false, children }: { isInline?: boolean; children: ReactNode }) {
  return (
    <dl
      className={
        isInline
          ? 'flex flex-wrap gap-x-4 text-small [&>div]:flex [&>div]:gap-1 [&_dt]:shrink-0'
          : 'mt-3 grid grid-cols-[5.25rem_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-md bg-sunken px-3.5 py-2.5 text-control [&>div]:contents'
      }
    >
      {children}
    </dl>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <dt className="text-muted wrap-anywhere">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">
        {typeof children === 'string' ? <bdi>{children}</bdi> : children}
      </dd>
    </div>
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
    <FactList>
      <Fact name="Instance">{hasName && <SafeName name={label} whole lookAlike={lookAlike} />}</Fact>
      <Fact name="Name">
        {name !== null && name.trim() !== '' && name !== label && <SafeName name={name} whole />}
      </Fact>
      <Fact name="ID">
        {id !== null && (
          <span className="font-mono text-small leading-5">
            <SafeName name={id} whole />
          </span>
        )}
      </Fact>
      <Fact name="Database">
        <SafeName name={databaseName} whole />
      </Fact>
      <Fact name="Created">
        <DateText iso={record?.created ?? null} isWhole />
      </Fact>
    </FactList>
  );
}

/** In the order of the screen. A `Map`, because a record can have a field such as "constructor". */
const fieldLabels = new Map([
  ['databaseName', 'Database'],
  ['region', 'Region'],
  ['name', 'Name'],
  ['slug', 'Slug'],
  ['id', 'ID'],
  ['payments_customer_id', 'Payments ID'],
  ['created', 'Created'],
  ['expandable', 'Expandable'],
  ['sharded', 'Sharded'],
  ['apiHost', 'API host'],
  ['dbHost', 'Database host'],
]);
const shownElsewhere = ['id', 'name', 'status', 'workspace', 'instanceId', 'instanceName', 'database'];

export function RecordFacts({ row: { record, databaseName } }: { row: InstanceRow }) {
  const { raw = {}, ...decoded } = record ?? {};
  const values = new Map<string, unknown>(Object.entries({ ...decoded, ...raw, databaseName }));
  for (const name of shownElsewhere) values.delete(name);
  if (values.get('deleted') === null) values.delete('deleted');
  const rawWorkspace = isJsonObject(raw.workspace) ? raw.workspace : {};
  return (
    <>
      <FieldFacts values={values} />
      <details className="mt-4">
        <summary className="w-fit cursor-default text-small font-medium text-muted hover:text-text">
          Workspace
        </summary>
        <FieldFacts values={new Map(Object.entries({ ...record?.workspace, ...rawWorkspace }))} />
      </details>
    </>
  );
}

function FieldFacts({ values }: { values: ReadonlyMap<string, unknown> }) {
  const known = [...fieldLabels.keys()].filter((name) => values.has(name));
  return (
    <FactList>
      {[...new Set([...known, ...values.keys()])].map((name) => {
        const label = toVisibleText(fieldLabels.get(name) ?? name);
        return (
          <Fact key={name} name={label}>
            <FieldValue name={name} label={label} text={toText(values.get(name) ?? null)} />
          </Fact>
        );
      })}
    </FactList>
  );
}

function toText(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return JSON.stringify(value);
}

function FieldValue({ name, label, text }: { name: string; label: string; text: string | null }) {
  if (name === 'created' || name === 'deleted') return <DateText iso={text} isWhole />;
  if (text === null) return <span className="text-faint">not provided</span>;
  if (text === '') return <span className="text-faint">empty</span>;
  if (!/id$|host$|region$/i.test(name)) return <SafeName name={text} whole />;
  return (
    <span className="flex items-center justify-between gap-2">
      <span className="min-w-0 font-mono text-small leading-5">
        <SafeName name={text} whole />
      </span>
      <span className="-my-1">
        <CopyButton text={text} label={`Copy ${label}`} />
      </span>
    </span>
  );
}

export function RowWarnings({ row: { doubts } }: { row: InstanceRow }) {
  return doubts.map(({ mark, tone, title, text }) => (
    <Notice key={mark} tone={tone} role="note" title={title}>
      <span>{text}</span>
    </Notice>
  ));
}
