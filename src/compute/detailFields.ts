import { isJsonObject } from '../api/body.ts';
import type { ComputeInstance } from '../api/instanceRecord.ts';
import type { InstanceRow } from '../deletion/instanceRow.ts';

/** A field of a record as text. null: the record has no value. */
export type DetailField = { name: string; label: string; value: string | null };

/** The documented fields below the name. TypeScript reports a field of `ComputeInstance` that is missing here. */
const instanceLabels: Readonly<Record<Exclude<keyof ComputeInstance, Elsewhere>, string>> = {
  region: 'Region',
  created: 'Created',
  deleted: 'Deleted',
  expandable: 'Expandable',
  sharded: 'Sharded',
};
const hostLabels = { apiHost: 'API host', dbHost: 'Database host' };
const workspaceLabels = {
  name: 'Name',
  slug: 'Slug',
  id: 'ID',
  payments_customer_id: 'Payments ID',
  created: 'Created',
};
type Elsewhere = 'id' | 'name' | 'status' | 'workspace' | 'raw' | keyof typeof hostLabels;
const shownElsewhere = new Set(['id', 'name', 'status', 'workspace', 'instanceId', 'instanceName']);

/** The fields of an instance in groups, as received. Fields that the service doesn't document follow the others. */
export function listDetailFields({ record, databaseName }: InstanceRow) {
  const raw = record?.raw ?? {};
  // A value of an unexpected type is null in `record`, but shown as received.
  const values = { ...record, ...raw };
  const workspace = isJsonObject(raw.workspace) ? raw.workspace : (record?.workspace ?? {});
  const known = { ...instanceLabels, ...hostLabels };
  const others = Object.keys(raw).filter((name) => !(name in known) && !shownElsewhere.has(name));
  const database = { name: 'database', label: 'Database', value: databaseName };
  const labels = { ...instanceLabels, ...Object.fromEntries(others.map((name) => [name, name])) };
  return {
    instance: [database, ...toFields(labels, values).filter(isWorthALine)],
    hosts: toFields(hostLabels, values),
    workspace: toFields(
      { ...Object.fromEntries(Object.keys(workspace).map((name) => [name, name])), ...workspaceLabels },
      workspace,
    ),
  };
}

/** An instance without a `deleted` date is the rule. The database has its own line. */
function isWorthALine({ name, value }: DetailField): boolean {
  return (name !== 'deleted' || value !== null) && name !== 'database';
}

function toFields(labels: Readonly<Record<string, string>>, values: object): DetailField[] {
  return Object.entries(labels).map(([name, label]) => {
    const value: unknown = name in values ? values[name as keyof typeof values] : null;
    if (value === undefined || value === null) return { name, label, value: null };
    if (typeof value === 'boolean') return { name, label, value: value ? 'Yes' : 'No' };
    return { name, label, value: typeof value === 'string' ? value : JSON.stringify(value) };
  });
}
