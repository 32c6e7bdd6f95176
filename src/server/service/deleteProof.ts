import { isJsonObject } from '../../rules/body.ts';
import type { InstancePathValues } from '../../rules/deletion.ts';
import { decodeInstance, flattenPublicVariant, getDatabaseName } from '../../rules/instanceRecord.ts';
import { quoteValue } from '../../rules/text.ts';

type Json = Readonly<Record<string, unknown>>;

/** The documented fields (`service.md` §2) and `database`, which some services add. */
const recordFields: Json & Readonly<Record<string, (value: unknown) => boolean>> = {
  name: isNonEmptyText,
  apiHost: isNonEmptyText,
  dbHost: isNonEmptyText,
  workspace: isJsonObject,
  database: isJsonObject,
  created: isDateOrNull,
  deleted: isDateOrNull,
  expandable: isBoolean,
  sharded: isBoolean,
};

/** True if a body is the record of the instance: with its ID and two more fields, or with five without its ID. */
export function isInstanceRecord(body: Json, instanceId: string): boolean {
  const record = flattenPublicVariant(body);
  const fieldCount = Object.entries(recordFields).filter(([field, hasType]) => hasType(record[field])).length;
  if (hasExpectedId(body, instanceId)) return fieldCount >= 2;
  return fieldCount >= 5 && isJsonObject(record.workspace);
}

export function hasExpectedId({ id, instanceId }: Json, expectedId: string): boolean {
  return id === expectedId || instanceId === expectedId;
}

function isNonEmptyText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

/** `Date.parse` alone also accepts texts such as "tomorrow 5". */
function isDateOrNull(value: unknown): boolean {
  if (typeof value !== 'string') return value === null;
  return /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value));
}

/** Differences in sentences. A `doubt` stops a bulk delete. A missing ID is none, nor a workspace as text, which may be a display name. */
export function compareRecord(
  raw: Json,
  target: InstancePathValues,
  expectedName: string | null,
): { notes: string[]; doubt: string | null } {
  const { id, name, workspace } = flattenPublicVariant(raw);
  const record = decodeInstance(raw);
  const databaseName = (record && getDatabaseName(record)) || target.databaseName;
  const notes: string[] = [];
  const doubts: string[] = [];
  const doubt = (difference: string, value: string) => {
    doubts.push(difference);
    notes.push(`${difference}: ${quoteValue(value)}`);
  };
  if (id === undefined || id === null) notes.push('has no ID');
  else if (typeof id !== 'string') notes.push("has an ID that isn't a string");
  else if (!hasExpectedId(raw, target.instanceId)) doubt('has a different ID', id);
  if (typeof workspace === 'string' && workspace !== target.workspaceSlug)
    notes.push(`gives its workspace as ${quoteValue(workspace)}`);
  if (databaseName !== target.databaseName) doubt('names a different database', databaseName);
  if (typeof name === 'string' && expectedName !== null && name.normalize() !== expectedName.normalize())
    doubt('has a different name', name);
  return { notes: notes.map((note) => `The returned record ${note}.`), doubt: doubts[0] ?? null };
}

/** True for a documented error (`service.md` §7) about a resource. Gateways and frameworks send others for a path. */
export function isDocumentedNotFound(body: Json, status: number, statusText: string): boolean {
  const { message, statusCode } = body;
  if (statusCode !== status || typeof message !== 'string') return false;
  if (/\bDELETE\b|\/compute\/|\/workspaces\//.test(message) || routeWords.test(message)) return false;
  const words = message.toLowerCase().replace(/\b(?:http|error|status|code)\b|[^\p{L}]+/gu, ' ');
  const saidWords = words.trim().replace(/\s+/g, ' ');
  return !['', 'not found', 'notfound', 'gone', statusText.trim().toLowerCase()].includes(saidWords);
}

const routeWords =
  /(?<![\w-])(?:route|ruta|endpoint|operation|path|page|handler|api|ur[il]|host|upstream|backend|application|deployment)s?(?![\w-])/i;
