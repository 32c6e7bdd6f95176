import { isJsonObject } from '../../../api/response.ts';
import { visibleText } from '../../../ui/confusables.ts';
import type { InstanceRow } from '../instanceRow.ts';

/** A field as text. `isDate`: section 2 of the service document defines it as a date-time. */
export type RecordField = { name: string; label: string; value: string | null; isDate: boolean };

const documented = ['id', 'name', 'expandable', 'apiHost', 'created', 'deleted', 'dbHost', 'sharded'];
const documentedInWorkspace = ['name', 'slug', 'id', 'payments_customer_id', 'created'];
const dates = ['created', 'deleted', 'workspace.created'];

/** Returns the documented fields of a row, missing ones as null, followed by all other fields of its record. */
export function recordFields(row: InstanceRow): RecordField[] {
  const raw = row.record?.raw ?? { id: row.id, name: row.name };
  const workspace = isJsonObject(raw.workspace) ? raw.workspace : null;
  const others = Object.keys(raw).filter(
    (name) => !documented.includes(name) && !(name === 'workspace' && workspace !== null),
  );
  const workspaceNames = new Set([...documentedInWorkspace, ...Object.keys(workspace ?? {})]);
  return [
    ...[...documented, ...others].map((name) => fieldOf(name, raw[name])),
    ...[...workspaceNames].map((name) => fieldOf(`workspace.${name}`, workspace?.[name])),
  ];
}

function fieldOf(name: string, value: unknown): RecordField {
  const field = { name, label: visibleText(fieldLabel(name)), isDate: dates.includes(name) };
  if (value === undefined || value === null) return { ...field, value: null };
  if (typeof value === 'boolean') return { ...field, value: value ? 'Yes' : 'No' };
  return { ...field, value: typeof value === 'string' ? value : JSON.stringify(value) };
}

const acronyms: Record<string, string> = { id: 'ID', api: 'API', url: 'URL', db: 'database' };

/** Returns the name of a field in words: "apiHost" becomes "API host", "workspace.id" becomes "Workspace ID". */
function fieldLabel(name: string): string {
  const words = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[\s._-]+/);
  const label = words.map((word) => acronyms[word.toLowerCase()] ?? word.toLowerCase()).join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}
