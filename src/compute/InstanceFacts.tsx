import { Fragment, type ReactNode } from 'react';
import { toBidiIsolatedText, toVisibleText } from '../format/text.ts';
import { formatInstant } from '../format/time.ts';
import type { Protection } from '../rules/deletion.ts';
import { formatRegion } from '../rules/instanceRecord.ts';
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
  const { id, name, label, databaseName, record } = row;
  return (
    <FactList>
      <Fact name="Instance">{hasName && <SafeName name={label} whole />}</Fact>
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
  ['status', 'Status'],
  ['id', 'ID'],
  ['name', 'Name'],
  ['databaseName', 'Database'],
  ['region', 'Region'],
  ['created', 'Created'],
  ['expandable', 'Expandable'],
  ['sharded', 'Sharded'],
  ['apiHost', 'API host'],
  ['dbHost', 'Database host'],
]);
const shownElsewhere = ['workspace', 'instanceId', 'instanceName', 'database'];

/** Everything that is known of the row, in one list. */
export function RecordFacts({
  row: { id, name, label, record, databaseName, protection },
}: {
  row: InstanceRow;
}) {
  const { raw = {}, ...decoded } = record ?? {};
  const values = new Map<string, unknown>(Object.entries({ ...decoded, ...raw, id, name, databaseName }));
  for (const field of shownElsewhere) values.delete(field);
  if (values.get('deleted') === null) values.delete('deleted');
  if (name === label) values.delete('name');
  const known = [...fieldLabels.keys()].filter((field) => values.has(field));
  return (
    <FactList>
      <Fact name="Protected">{protection && describeProtection(protection)}</Fact>
      {[...new Set([...known, ...values.keys()])].map((field) => {
        const fieldLabel = toVisibleText(fieldLabels.get(field) ?? field);
        return (
          <Fact key={field} name={fieldLabel}>
            <FieldValue name={field} label={fieldLabel} text={toText(values.get(field) ?? null)} />
          </Fact>
        );
      })}
    </FactList>
  );
}

function describeProtection({ actor, isOwn, setAt, reason }: Protection): string {
  const by = isOwn ? 'you' : toBidiIsolatedText(actor);
  return `by ${by}, since ${formatInstant(setAt)}${reason === '' ? '' : `: ${toBidiIsolatedText(reason)}`}`;
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
  if (name === 'status') return <StatusText status={text} />;
  if (!/id$|host$|region$/i.test(name)) return <SafeName name={text} whole />;
  return (
    <span className="flex items-center justify-between gap-2">
      <span className="min-w-0 font-mono text-small leading-5">
        <FieldText name={name} text={text} />
      </span>
      <span className="-my-1">
        <CopyButton text={text} label={`Copy ${label}`} />
      </span>
    </span>
  );
}

/** The DOM text is the value, such as READY. CSS shows "Ready". */
function StatusText({ status }: { status: string }) {
  return (
    <span translate="no" data-value={status.toUpperCase()} className="status-text">
      <bdi className="enumeration truncate">{status}</bdi>
    </span>
  );
}

function FieldText({ name, text }: { name: string; text: string }) {
  if (name === 'region') return <span title={text}>{formatRegion(text)}</span>;
  if (!/host$/i.test(name)) return <SafeName name={text} whole />;
  // It breaks after a dot, not inside of a label.
  let offset = 0;
  return text.split(/(?<=\.)/).map((part) => {
    offset += part.length;
    return (
      <Fragment key={offset}>
        <SafeName name={part} whole />
        <wbr />
      </Fragment>
    );
  });
}

export function RowWarnings({ row: { doubts } }: { row: InstanceRow }) {
  return doubts.map(({ mark, tone, title, text }) => (
    <Notice key={mark} tone={tone} role="note" title={title}>
      <span>{text}</span>
    </Notice>
  ));
}
