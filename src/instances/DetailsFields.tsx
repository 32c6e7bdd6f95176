import { toVisibleText } from '../format/text.ts';
import { formatDay, formatTimeOfDayWithLocal, parseInstant } from '../format/time.ts';
import { isJsonObject } from '../rules/body.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import type { InstanceRow } from './instanceRow.ts';

/** A `Map`, because a record can have a field such as "constructor". */
const labels = new Map([
  ['region', 'Region'],
  ['created', 'Created'],
  ['deleted', 'Deleted'],
  ['expandable', 'Expandable'],
  ['sharded', 'Sharded'],
  ['apiHost', 'API host'],
  ['dbHost', 'Database host'],
  ['name', 'Name'],
  ['slug', 'Slug'],
  ['id', 'ID'],
  ['payments_customer_id', 'Payments ID'],
]);
const instanceFields = ['region', 'created', 'deleted', 'expandable', 'sharded'];
const hostFields = ['apiHost', 'dbHost'];
const workspaceFields = ['name', 'slug', 'id', 'payments_customer_id', 'created'];
const shownElsewhere = ['id', 'name', 'status', 'workspace', 'instanceId', 'instanceName', 'database'];

/** Everything that the record has, also what `service.md` §2 doesn't document. */
export function DetailsFields({ row: { record, databaseName } }: { row: InstanceRow }) {
  const raw = record?.raw ?? {};
  // A value of an unexpected type is null in `record`, but shown as received.
  const values = { ...record, ...raw };
  const workspace = isJsonObject(raw.workspace) ? raw.workspace : (record?.workspace ?? {});
  const known = [...instanceFields, ...hostFields, ...shownElsewhere];
  const undocumented = Object.keys(raw).filter((name) => !known.includes(name));
  // An instance without a `deleted` date is the rule.
  const instance = toFields([...instanceFields, ...undocumented], values).filter(
    ({ name, value }) => name !== 'deleted' || value !== null,
  );
  return (
    <>
      <FieldGroup
        title="Instance"
        fields={[{ name: 'database', label: 'Database', value: databaseName }, ...instance]}
      />
      <FieldGroup title="Hosts" fields={toFields(hostFields, values)} />
      <details className="mt-3 border-t border-line pt-3">
        <summary className="w-fit cursor-default text-small font-medium text-muted hover:text-text">
          Workspace
        </summary>
        <FieldList
          fields={toFields([...new Set([...workspaceFields, ...Object.keys(workspace)])], workspace)}
        />
      </details>
    </>
  );
}

/** A field of a record as text. null: the record has no value. */
type Field = { name: string; label: string; value: string | null };

function toFields(names: readonly string[], record: object): Field[] {
  const values = new Map<string, unknown>(Object.entries(record));
  return names.map((name) => {
    const value = values.get(name) ?? null;
    const label = labels.get(name) ?? name;
    if (value === null || typeof value === 'string') return { name, label, value };
    if (typeof value === 'boolean') return { name, label, value: value ? 'Yes' : 'No' };
    return { name, label, value: JSON.stringify(value) };
  });
}

function FieldGroup({ title, fields }: { title: string; fields: readonly Field[] }) {
  return (
    <section aria-label={title} className="mt-4 border-t border-line pt-3">
      <h3 className="mb-1 text-small font-medium text-muted">{title}</h3>
      <FieldList fields={fields} />
    </section>
  );
}

const isCopied = /id$|host$|region$/i;

function FieldList({ fields }: { fields: readonly Field[] }) {
  return (
    <dl className="text-control">
      {fields.map(({ name, label, value }) => (
        <div key={name} className="grid min-h-7 grid-cols-[6.5rem_minmax(0,1fr)_auto] items-center gap-x-3">
          <dt className="text-muted wrap-anywhere">{toVisibleText(label)}</dt>
          <dd className="min-w-0 py-1 wrap-anywhere">
            <FieldValue name={name} value={value} />
          </dd>
          {value && isCopied.test(name) && (
            <dd>
              <CopyButton text={value} label={`Copy ${label}`} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function FieldValue({ name, value }: Pick<Field, 'name' | 'value'>) {
  if (value === null) return <span className="text-faint">not provided</span>;
  if (value === '') return <span className="text-faint">empty</span>;
  const isDate = name === 'created' || name === 'deleted';
  const ms = isDate ? parseInstant(value) : null;
  if (ms !== null)
    return (
      <time dateTime={value} title={value}>
        <span>{formatDay(ms)}</span>
        <span className="block text-small text-muted">{formatTimeOfDayWithLocal(ms)}</span>
      </time>
    );
  return (
    <span className={isDate ? 'text-notice' : isCopied.test(name) ? 'font-mono text-small' : ''}>
      {isDate && <span>invalid date: </span>}
      <SafeName name={value} whole />
    </span>
  );
}
