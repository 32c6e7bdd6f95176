import { isJsonObject } from '../api/body.ts';
import type { ComputeInstance } from '../api/instanceRecord.ts';
import type { InstanceRow } from '../deletion/instanceRow.ts';

/** A field of a record as text. null: the record has no value. */
export type DetailField = { name: string; label: string; value: string | null; isDate: boolean };

type DocumentedField = Exclude<keyof ComputeInstance, 'raw' | 'workspace'>;

/** The documented fields and their labels. TypeScript reports a field of `ComputeInstance` that is missing here. */
const labels: Readonly<Record<DocumentedField, string>> = {
  id: 'ID',
  name: 'Name',
  region: 'Region',
  status: 'Status',
  created: 'Created',
  deleted: 'Deleted',
  expandable: 'Expandable',
  sharded: 'Sharded',
  apiHost: 'API host',
  dbHost: 'Database host',
};
const hostFields: readonly string[] = ['apiHost', 'dbHost'];
const workspaceLabels = {
  name: 'Name',
  slug: 'Slug',
  id: 'ID',
  payments_customer_id: 'Payments ID',
  created: 'Created',
};
/** The public variant has these in place of documented fields. */
const variantFields = ['instanceId', 'instanceName'];

/** The fields of an instance in groups, as received. Unknown fields of the record are in the first group. */
export function listDetailFields({ record, id, name, databaseName }: InstanceRow) {
  const raw: Readonly<Record<string, unknown>> = record?.raw ?? {};
  // A value with an unexpected type, such as a numeric ID, is null in `record`, but shown as received.
  const values: Record<string, unknown> = { ...(record ?? { id, name }), ...raw, database: databaseName };
  const known = new Set([...Object.keys(labels), ...variantFields, 'workspace', 'database', 'raw']);
  const others = Object.keys(raw).filter((field) => !known.has(field));
  const workspace = record?.raw.workspace;
  const workspaceValues = isJsonObject(workspace) ? workspace : (record?.workspace ?? {});
  const otherWorkspaceFields = Object.keys(workspaceValues).filter((field) => !(field in workspaceLabels));
  return {
    instance: [
      ...Object.entries({ database: 'Database', ...labels })
        .filter(([field]) => !hostFields.includes(field) && (field !== 'deleted' || values.deleted != null))
        .map(([field, label]) => toField(field, label, values[field])),
      ...others.map((field) => toField(field, field, raw[field])),
    ],
    hosts: hostFields.map((field) => toField(field, labels[field as 'apiHost' | 'dbHost'], values[field])),
    workspace: [
      ...Object.entries(workspaceLabels).map(([field, label]) =>
        toField(field, label, workspaceValues[field as 'name']),
      ),
      ...otherWorkspaceFields.map((field) => toField(field, field, workspaceValues[field as 'name'])),
    ],
  };
}

function toField(name: string, label: string, value: unknown): DetailField {
  const field = { name, label, isDate: name === 'created' || name === 'deleted' };
  if (value === undefined || value === null) return { ...field, value: null };
  if (typeof value === 'boolean') return { ...field, value: value ? 'Yes' : 'No' };
  return { ...field, value: typeof value === 'string' ? value : JSON.stringify(value) };
}
