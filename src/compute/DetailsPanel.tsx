import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ComputeInstance } from '../api/instanceRecord.ts';
import { isJsonObject } from '../api/body.ts';
import { RowStatusNotices, RowWarnings } from '../deletion/RowNotices.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { toSafeText, toVisibleText } from '../ui/confusables.ts';
import { DateText } from '../ui/DateText.tsx';
import { Drawer, DrawerButton } from '../ui/Drawer.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { useComputeActions } from './computeActions.ts';
import { findRowIndex, type InstanceRow } from './instanceRow.ts';
import { findFocusTarget, findRowElement } from './rowFocus.ts';
import { useTableView } from './tableView.ts';
import { useComputeInstances } from './useInstances.ts';
import { useComputeTable } from './useInstanceTable.ts';

/** The panel with every field of one instance, including unknown fields. The URL contains the row key of the instance. */
export function DetailsPanel({ rowKey }: { rowKey: string }) {
  const { rows, isIncomplete } = useComputeInstances();
  const { matchingRows } = useComputeTable();
  const [, changeView] = useTableView();
  const row = rows[findRowIndex(rows, rowKey)];
  const wasRemoved = useWasShown(rowKey, row !== undefined) && row === undefined && !isIncomplete;
  // Close the panel if the row was deleted or left the list.
  useEffect(() => {
    if (wasRemoved) changeView({ details: null }, 'replace');
  }, [wasRemoved, changeView]);
  // Show nothing yet if the instance may be in a list that is still loading.
  if (wasRemoved || (row === undefined && isIncomplete)) return null;

  const index = findRowIndex(matchingRows, rowKey);
  return (
    <Drawer
      title={row === undefined ? 'Instance not found' : <SafeName name={row.label} whole />}
      tools={
        <>
          <StepButton label="Previous instance" target={matchingRows[index - 1]} />
          <StepButton label="Next instance" target={index === -1 ? undefined : matchingRows[index + 1]} />
        </>
      }
      footer={row && <DetailsActions row={row} />}
      onClose={() => changeView({ details: null })}
      finalFocus={() => findFocusTarget(rowKey, null, findRowElement(rowKey))}
    >
      {row === undefined ? (
        <p className="text-muted">The instance may have been deleted, or its database isn’t shown.</p>
      ) : (
        <InstanceDetails row={row} />
      )}
    </Drawer>
  );
}

function useWasShown(rowKey: string, isShown: boolean): boolean {
  const [shownKey, setShownKey] = useState<string | null>(null);
  if (isShown && shownKey !== rowKey) setShownKey(rowKey);
  return shownKey === rowKey;
}

/** A button that shows the details of the previous or next row of the list. */
function StepButton({ label, target }: { label: string; target: InstanceRow | undefined }) {
  const [, changeView] = useTableView();
  const Icon = label.startsWith('Previous') ? ChevronUp : ChevronDown;
  function showTarget() {
    if (target === undefined) return;
    changeView({ details: target.key }, 'replace');
    findRowElement(target.key)?.scrollIntoView({ block: 'nearest' });
  }
  return (
    <DrawerButton label={label} disabled={target === undefined} onClick={showTarget}>
      <Icon size={18} aria-hidden="true" />
    </DrawerButton>
  );
}

function InstanceDetails({ row }: { row: InstanceRow }) {
  const { record, databaseName, id, name } = row;
  const json = JSON.stringify(record?.raw ?? { databaseName, id, name }, null, 2);
  return (
    <>
      <p className="text-muted">
        In the database{' '}
        <span className="text-text">
          <SafeName name={databaseName} whole />
        </span>
        {record === null && ' · added in this browser, not listed by the service'}
      </p>
      <RowWarnings row={row} />
      <RowStatusNotices row={row} />
      <dl className="mt-3 grid divide-y divide-line border-y border-line">
        {recordFields(row).map((field) => (
          <FieldLine key={field.name} field={field} />
        ))}
      </dl>
      <details className="mt-4">
        <summary className="w-fit">Raw JSON</summary>
        <pre className="my-2 max-h-80 overflow-auto rounded-md bg-sunken p-3 font-mono text-small whitespace-pre-wrap wrap-anywhere">
          {json}
        </pre>
        <CopyButton text={json} label="Copy as JSON" variant="button" />
      </details>
    </>
  );
}

function FieldLine({ field: { name, label, value, isDate } }: { field: RecordField }) {
  return (
    <div className="group grid grid-cols-[8rem_minmax(0,1fr)_1.5rem] items-start gap-2 py-1.5">
      <dt className="text-muted wrap-anywhere" title={toSafeText(name)}>
        {label}
      </dt>
      <dd className={value === null ? 'text-muted' : isDate ? '-my-0.5' : 'font-mono text-small leading-5'}>
        {isDate && value !== '' ? (
          <DateText iso={value} />
        ) : (
          <span className="wrap-anywhere">
            {value === '' ? <i>empty</i> : <SafeName name={value ?? 'not provided'} whole />}
          </span>
        )}
      </dd>
      {/* A date needs no copy button, because a click on the date copies it. */}
      {value !== null && value !== '' && !isDate && (
        <dd className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 touch:opacity-100">
          <CopyButton text={value} label={`Copy ${label}`} />
        </dd>
      )}
    </div>
  );
}

function DetailsActions({ row }: { row: InstanceRow }) {
  const { getDeleteChecks, inventory } = useComputeInstances();
  const { askToDelete } = useComputeActions();
  const { databaseName, id } = row;
  const { isProtected, blockedReason } = getDeleteChecks(row);
  return (
    <>
      <p className="mb-2 text-small text-muted">
        {isProtected ? 'Protected' : 'Protection disables Delete'} in this browser only, not in the service.
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant="danger-quiet"
          className="mr-auto"
          disabled={blockedReason !== null}
          onClick={() => askToDelete(row)}
        >
          Delete…
        </Button>
        {id !== null && row.source !== 'listed' && (
          <Button onClick={() => inventory.forget([{ databaseName, id }])}>Remove from list</Button>
        )}
        <Button onClick={() => inventory.setProtected(row.key, !isProtected)}>
          {isProtected ? 'Turn off protection' : 'Protect on this device'}
        </Button>
      </div>
    </>
  );
}

/** A field of a record as text. `isDate` is true if the service documents the field as a date. */
type RecordField = { name: string; label: string; value: string | null; isDate: boolean };

// The panel always shows these fields. If a field of `ComputeInstance` is missing here, TypeScript reports an error.
const documentedFields = Object.keys({
  id: true,
  name: true,
  expandable: true,
  apiHost: true,
  created: true,
  deleted: true,
  dbHost: true,
  sharded: true,
} satisfies Record<Exclude<keyof ComputeInstance, 'raw' | 'workspace' | 'status' | 'region'>, true>);
const documentedWorkspaceFields = ['name', 'slug', 'id', 'payments_customer_id', 'created'];
const dateFields = ['created', 'deleted', 'workspace.created'];

/** Returns the documented fields, the unknown fields and the workspace fields of a row. A missing field has the value null. */
function recordFields(row: InstanceRow): RecordField[] {
  const raw = row.record?.raw ?? { id: row.id, name: row.name };
  const workspace = isJsonObject(raw.workspace) ? raw.workspace : null;
  const unknownFields = Object.keys(raw).filter(
    (name) => !documentedFields.includes(name) && !(name === 'workspace' && workspace !== null),
  );
  const workspaceNames = new Set([...documentedWorkspaceFields, ...Object.keys(workspace ?? {})]);
  return [
    ...[...documentedFields, ...unknownFields].map((name) => createField(name, raw[name])),
    ...[...workspaceNames].map((name) => createField(`workspace.${name}`, workspace?.[name])),
  ];
}

function createField(name: string, value: unknown): RecordField {
  const field = { name, label: toVisibleText(formatFieldLabel(name)), isDate: dateFields.includes(name) };
  if (value === undefined || value === null) return { ...field, value: null };
  if (typeof value === 'boolean') return { ...field, value: value ? 'Yes' : 'No' };
  return { ...field, value: typeof value === 'string' ? value : JSON.stringify(value) };
}

const displayedWords: Record<string, string> = { id: 'ID', api: 'API', url: 'URL', db: 'database' };

/** Returns the name of a field as words: "apiHost" becomes "API host", "workspace.id" becomes "Workspace ID". */
function formatFieldLabel(name: string): string {
  const words = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[\s._-]+/);
  const label = words.map((word) => displayedWords[word.toLowerCase()] ?? word.toLowerCase()).join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}
