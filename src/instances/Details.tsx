import { ChevronDown, ChevronUp, Lock } from 'lucide-react';
import { toVisibleText } from '../format/text.ts';
import { formatDay, formatTimeOfDayWithLocal, parseInstant } from '../format/time.ts';
import { isJsonObject } from '../rules/body.ts';
import { useConfig } from '../session/config.ts';
import { useSession } from '../session/useSession.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { toast } from '../ui/toasts.tsx';
import { removeAddedInstance } from './add/added.ts';
import { useDeletionContext } from './delete/useDeletions.ts';
import type { InstanceRow, RowWithId } from './instanceRow.ts';
import { RowNotices } from './RowNotices.tsx';
import { StatusText } from './table/columns.tsx';
import { useTableView } from './table/tableView.ts';
import type { TableModel } from './table/useInstanceTable.ts';
import type { Instances } from './useInstances.ts';

type Props = {
  rowKey: string;
  instances: Instances;
  model: TableModel;
  onDelete: (row: RowWithId) => void;
  finalFocus: () => HTMLElement | null;
};

export function Details({ rowKey, instances, model, onDelete, finalFocus }: Props) {
  const { rowsByKey, hasAll, states } = instances;
  const [, changeView] = useTableView();
  const row = rowsByKey.get(rowKey);
  // The list that contains it may still be loading.
  if (row === undefined && !hasAll) return null;
  return (
    <Drawer
      title={row === undefined ? <span>Instance not found</span> : <SafeName name={row.label} whole />}
      tools={<Steps rowKey={rowKey} model={model} />}
      footer={row !== undefined && <Footer row={row} instances={instances} onDelete={onDelete} />}
      onClose={() => changeView({ details: null }, 'push')}
      finalFocus={finalFocus}
    >
      {row === undefined ? (
        <p className="text-muted">It isn't listed any longer, or its database isn't listed.</p>
      ) : (
        <>
          <p className="flex flex-wrap items-center gap-x-3 text-control text-muted">
            <StatusText status={row.record?.status} />
            {row.record === null && <span>Added in this browser, not listed by the service</span>}
          </p>
          <p className="mb-3 flex min-h-7 items-center gap-1.5">
            <code translate="no" className="min-w-0 text-small text-muted wrap-anywhere">
              {row.id === null ? 'no usable ID' : <SafeName name={row.id} whole />}
            </code>
            {row.id !== null && <CopyButton text={row.id} label="Copy ID" />}
          </p>
          <RowNotices row={row} state={states.get(row.key) ?? { kind: 'plain' }} />
          <Fields key={row.key} row={row} />
        </>
      )}
    </Drawer>
  );
}

function Steps({ rowKey, model: { matchingRows } }: { rowKey: string; model: TableModel }) {
  const [, changeView] = useTableView();
  const index = matchingRows.findIndex(({ id }) => id === rowKey);
  function show(key: string | undefined) {
    if (key === undefined) return;
    changeView({ details: key });
    document.querySelector(`tr[data-key="${CSS.escape(key)}"]`)?.scrollIntoView({ block: 'nearest' });
  }
  const previous = matchingRows[index - 1]?.id;
  const next = index === -1 ? undefined : matchingRows[index + 1]?.id;
  return (
    <>
      <IconButton
        label="Previous instance"
        aria-disabled={previous === undefined}
        onClick={() => show(previous)}
      >
        <ChevronUp size={17} aria-hidden="true" />
      </IconButton>
      <IconButton label="Next instance" aria-disabled={next === undefined} onClick={() => show(next)}>
        <ChevronDown size={17} aria-hidden="true" />
      </IconButton>
    </>
  );
}

type FooterProps = Pick<Props, 'instances' | 'onDelete'> & { row: InstanceRow };

function Footer({ row, instances: { refusals, isLogUnavailable }, onDelete }: FooterProps) {
  const { policy } = useConfig();
  const { workspace } = useSession();
  const { storage } = useDeletionContext();
  const [, changeView] = useTableView();
  const { databaseName, id } = row;
  const refusal = refusals.get(row.key);
  async function remove(instanceId: string) {
    try {
      await removeAddedInstance(storage, workspace, { databaseName, id: instanceId });
      if (row.source === 'added') changeView({ details: null });
    } catch {
      toast({ tone: 'danger', text: "Couldn't remove it from the list. Reload, then try again." });
    }
  }
  return (
    <>
      {refusal?.code === 'protected' && (
        <span className="mr-auto inline-flex min-h-8 items-center gap-1.5 text-control text-muted">
          <Lock size={14} aria-hidden="true" />
          <span>Protected</span>
        </span>
      )}
      {policy.readOnly === null && !isLogUnavailable && refusal?.code !== 'protected' && (
        <Button
          variant="danger-quiet"
          className="mr-auto -ml-3"
          title={refusal?.sentence}
          disabled={refusal !== undefined}
          onClick={() => id !== null && onDelete({ ...row, id })}
        >
          Delete…
        </Button>
      )}
      {row.source === 'added' && id !== null && (
        <Button title="Nothing is deleted." onClick={() => void remove(id)}>
          Remove from this list
        </Button>
      )}
    </>
  );
}

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

function Fields({ row: { record, databaseName } }: { row: InstanceRow }) {
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
