import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DeletableRow, InstanceRow } from '../deletion/instanceRow.ts';
import { RowNotices } from '../deletion/RowNotices.tsx';
import { useDeletionTools } from '../deletion/useDeletions.ts';
import { useConfig } from '../session/config.ts';
import { useSession } from '../session/useSession.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { toVisibleText } from '../ui/text.ts';
import { formatDay, formatWithLocal, parseInstant } from '../ui/time.ts';
import { toast } from '../ui/toasts.tsx';
import { removeAddedInstance } from './added.ts';
import { StatusText } from './columns.tsx';
import { type DetailField, listDetailFields } from './detailFields.ts';
import { useTableView } from './tableView.ts';
import type { Instances } from './useInstances.ts';
import type { InstanceTable } from './useInstanceTable.ts';

type Props = {
  rowKey: string;
  instances: Instances;
  model: InstanceTable;
  onDelete: (row: DeletableRow) => void;
  finalFocus: () => HTMLElement | null;
};

/** Every field of one instance, over the table. */
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

function Steps({ rowKey, model: { matchingRows } }: { rowKey: string; model: InstanceTable }) {
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
  const { storage } = useDeletionTools();
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
      {policy.readOnly === null && !isLogUnavailable && (
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

function Fields({ row }: { row: InstanceRow }) {
  const { instance, hosts, workspace } = listDetailFields(row);
  const json = JSON.stringify(row.record?.raw ?? { id: row.id, name: row.name }, null, 2);
  return (
    <>
      <FieldGroup title="Instance" fields={instance} />
      <FieldGroup title="Hosts" fields={hosts} />
      <Folded title="Workspace">
        <FieldList fields={workspace} />
      </Folded>
      <Folded title="JSON">
        <pre
          translate="no"
          className="my-2 max-h-80 overflow-auto rounded-md bg-sunken p-3 font-mono text-small whitespace-pre-wrap wrap-anywhere"
        >
          {json}
        </pre>
        <CopyButton text={json} label="Copy JSON" variant="button" />
      </Folded>
    </>
  );
}

function FieldGroup({ title, fields }: { title: string; fields: readonly DetailField[] }) {
  return (
    <section aria-label={title} className="mt-4 border-t border-line pt-3">
      <h3 className="mb-1 text-small font-medium text-muted">{title}</h3>
      <FieldList fields={fields} />
    </section>
  );
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="mt-3 border-t border-line pt-3">
      <summary className="w-fit cursor-default text-small font-medium text-muted hover:text-text">
        {title}
      </summary>
      {children}
    </details>
  );
}

function FieldList({ fields }: { fields: readonly DetailField[] }) {
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

/** Fields that are copied rather than read. */
const isCopied = /id$|host$|region$/i;

function FieldValue({ name, value }: Pick<DetailField, 'name' | 'value'>) {
  if (value === null) return <span className="text-faint">not provided</span>;
  if (value === '') return <span className="text-faint">empty</span>;
  const isDate = name === 'created' || name === 'deleted';
  const ms = isDate ? parseInstant(value) : null;
  if (ms !== null)
    return (
      <time dateTime={value} title={value}>
        <span>{formatDay(ms)}</span>
        <span className="block text-small text-muted">{formatWithLocal(ms)}</span>
      </time>
    );
  return (
    <span className={isDate ? 'text-notice' : isCopied.test(name) ? 'font-mono text-small' : ''}>
      {isDate && <span>invalid date: </span>}
      <SafeName name={value} whole />
    </span>
  );
}
