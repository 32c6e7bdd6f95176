import { isRecord } from '../../../api/isRecord.ts';
import type { InstanceRow } from './InstanceRow.ts';

export type ShownField = { name: string; value: string | null };

const documented = ['id', 'name', 'expandable', 'apiHost', 'created', 'deleted', 'dbHost', 'sharded'];
const documentedOfWorkspace = ['name', 'slug', 'id', 'payments_customer_id', 'created'];

/**
 * The fields of a row as texts: the documented ones (section 2) always, missing ones as null, and after them whatever
 * else the record holds, as it came.
 */
export function fieldsOf(row: InstanceRow): ShownField[] {
  const raw = row.record?.raw ?? { id: row.id, name: row.name };
  const workspace = isRecord(raw.workspace) ? raw.workspace : {};
  const others = Object.keys(raw).filter((name) => !documented.includes(name) && !isShownBelow(name, raw));
  return [
    ...documented.map((name) => shown(name, raw[name])),
    ...others.map((name) => shown(name, raw[name])),
    ...named(workspace).map((name) => shown(`workspace.${name}`, workspace[name])),
  ];
}

function isShownBelow(name: string, raw: Readonly<Record<string, unknown>>): boolean {
  return name === 'workspace' && isRecord(raw.workspace);
}

function named(workspace: Record<string, unknown>): string[] {
  return [...new Set([...documentedOfWorkspace, ...Object.keys(workspace)])];
}

function shown(name: string, value: unknown): ShownField {
  if (value === undefined || value === null) return { name, value: null };
  return { name, value: typeof value === 'string' ? value : JSON.stringify(value) };
}
