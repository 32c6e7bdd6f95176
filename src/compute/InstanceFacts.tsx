import { Fragment, type ReactNode } from 'react';
import { toBidiIsolatedText, toVisibleText } from '../format/text.ts';
import { formatInstant } from '../format/time.ts';
import type { Protection } from '../rules/deletion.ts';
import { formatRegion } from '../rules/instanceRecord.ts';
import { EnvironmentName, WorkspaceAvatar } from '../session/Environment.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { DateText } from '../ui/DateText.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import type { InstanceRow } from './instanceRow.ts';

export function DialogWorkspaceLine({ workspace }: { workspace: string }) {
  return (
    <p className="mb-2.5 flex min-w-0 items-center gap-2 text-control">
      <WorkspaceAvatar slug={workspace} size="small" />
      <span className="text-muted">Workspace</span>
      <strong className="min-w-0 font-semibold">
        <SafeName name={workspace} />
      </strong>
      <EnvironmentName />
    </p>
  );
}

export function FactList({ children }: { children: ReactNode }) {
  return (
    <dl className="mt-3 grid grid-cols-[5.25rem_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-md bg-sunken px-3.5 py-2.5 text-control [&>div]:contents">
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
const identifying = ['name', 'id', 'databaseName', 'region', 'created'];
/** In the title, or under a different name. */
const shownElsewhere = new Set(['workspace', 'instanceId', 'instanceName', 'database']);

/** What identifies the instance, or everything that is known of it, in one list. */
export function InstanceFacts({ row, isWhole = false }: { row: InstanceRow; isWhole?: boolean }) {
  const { id, name, record, databaseName, protection } = row;
  const { raw = {}, ...decoded } = record ?? {};
  const values = new Map(Object.entries<unknown>({ ...decoded, ...raw, id, name, databaseName }));
  if (values.get('deleted') === null) values.delete('deleted');
  if (name === row.label) values.delete('name');
  if (!isWhole && values.get('region') === null) values.delete('region');
  const fields = isWhole ? [...new Set([...fieldLabels.keys(), ...values.keys()])] : identifying;
  return (
    <FactList>
      <Fact name="Protected">{isWhole && protection && describeProtection(protection)}</Fact>
      {fields
        .filter((field) => values.has(field) && !shownElsewhere.has(field))
        .map((field) => ({ field, label: toVisibleText(fieldLabels.get(field) ?? field) }))
        .map(({ field, label }) => (
          <Fact key={field} name={label}>
            <FieldValue name={field} value={values.get(field)} copyLabel={isWhole ? `Copy ${label}` : null} />
          </Fact>
        ))}
    </FactList>
  );
}

function describeProtection({ actor, setAt, reason }: Protection): string {
  const by = toBidiIsolatedText(actor);
  return `by ${by}, since ${formatInstant(setAt)}${reason === '' ? '' : `: ${toBidiIsolatedText(reason)}`}`;
}

type FieldProps = { name: string; value: unknown; copyLabel: string | null };

function FieldValue({ name, value, copyLabel }: FieldProps) {
  if (value === null) return <span className="text-faint">not provided</span>;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (name === 'created' || name === 'deleted') return <DateText iso={text} isWhole />;
  // The DOM text is the value, such as READY. CSS shows "Ready".
  if (name === 'status')
    return (
      <bdi translate="no" className="enumeration">
        {text}
      </bdi>
    );
  if (!/id$|host$|region$/i.test(name)) return <SafeName name={text} whole />;
  return (
    <span className="flex items-center justify-between gap-2">
      <span title={text} className={`min-w-0 ${name === 'region' ? '' : 'font-mono text-small leading-5'}`}>
        <HostName text={name === 'region' ? formatRegion(text) : text} />
      </span>
      {copyLabel !== null && (
        <span className="-my-1">
          <CopyButton text={text} label={copyLabel} />
        </span>
      )}
    </span>
  );
}

/** It breaks after a dot, not inside of a label. */
function HostName({ text }: { text: string }) {
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
  return doubts.map(({ mark, tone, text }) => (
    <Notice key={mark} tone={tone} role="note" title={`${mark}.`}>
      {`${text} Find out why before you delete it.`}
    </Notice>
  ));
}
