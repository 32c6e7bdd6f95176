import { toVisibleText } from '../format/text.ts';
import { formatDay, formatTimeOfDayWithLocal, parseInstant } from '../format/time.ts';
import { isJsonObject } from '../rules/body.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import type { InstanceRow } from './instanceRow.ts';

/** In the order of the screen. Fields that `service.md` §2 doesn't document follow with their own names. */
const instanceLabels = {
  databaseName: 'Database',
  region: 'Region',
  created: 'Created',
  deleted: 'Deleted',
  expandable: 'Expandable',
  sharded: 'Sharded',
  apiHost: 'API host',
  dbHost: 'Database host',
};
const workspaceLabels = {
  name: 'Name',
  slug: 'Slug',
  id: 'ID',
  payments_customer_id: 'Payments ID',
  created: 'Created',
};
const shownElsewhere = ['id', 'name', 'status', 'workspace', 'instanceId', 'instanceName', 'database'];

/** Everything that the record has. A value of an unexpected type is shown as received. */
export function DetailsFields({ row: { record, databaseName } }: { row: InstanceRow }) {
  const { raw = {}, ...decoded } = record ?? {};
  const values = new Map<string, unknown>(Object.entries({ ...decoded, ...raw, databaseName }));
  for (const name of shownElsewhere) values.delete(name);
  // An instance without a `deleted` date is the rule.
  if (values.get('deleted') === null) values.delete('deleted');
  const workspace = isJsonObject(raw.workspace) ? raw.workspace : (record?.workspace ?? {});
  return (
    <>
      <div className="mt-4 border-t border-line pt-3">
        <FieldList labels={instanceLabels} values={values} />
      </div>
      <details className="mt-3 border-t border-line pt-3">
        <summary className="w-fit cursor-default text-small font-medium text-muted hover:text-text">
          Workspace
        </summary>
        <FieldList labels={workspaceLabels} values={new Map(Object.entries(workspace))} />
      </details>
    </>
  );
}

const isCopied = /id$|host$|region$/i;

type ListProps = { labels: Readonly<Record<string, string>>; values: ReadonlyMap<string, unknown> };

function FieldList({ labels, values }: ListProps) {
  const known = new Map(Object.entries(labels));
  const names = [...known.keys()].filter((name) => name !== 'deleted' || values.has(name));
  return (
    <dl className="text-control">
      {[...new Set([...names, ...values.keys()])].map((name) => {
        const label = toVisibleText(known.get(name) ?? name);
        const text = toText(values.get(name) ?? null);
        return (
          <div key={name} className="grid min-h-7 grid-cols-[6.5rem_minmax(0,1fr)_auto] items-center gap-x-3">
            <dt className="text-muted wrap-anywhere">{label}</dt>
            <dd className="min-w-0 py-1 wrap-anywhere">
              <FieldValue name={name} text={text} />
            </dd>
            {text && isCopied.test(name) && (
              <dd>
                <CopyButton text={text} label={`Copy ${label}`} />
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

function toText(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return JSON.stringify(value);
}

function FieldValue({ name, text }: { name: string; text: string | null }) {
  if (text === null) return <span className="text-faint">not provided</span>;
  if (text === '') return <span className="text-faint">empty</span>;
  const isDate = name === 'created' || name === 'deleted';
  const ms = isDate ? parseInstant(text) : null;
  if (ms !== null)
    return (
      <time dateTime={text} title={text}>
        <span>{formatDay(ms)}</span>
        <span className="block text-small text-muted">{formatTimeOfDayWithLocal(ms)}</span>
      </time>
    );
  return (
    <span className={isDate ? 'text-notice' : isCopied.test(name) ? 'font-mono text-small' : ''}>
      {isDate && <span>invalid date: </span>}
      <SafeName name={text} whole />
    </span>
  );
}
