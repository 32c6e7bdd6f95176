import { isJsonObject } from '../../rules/body.ts';
import type { InstancePathValues } from '../../rules/deletion.ts';
import { decodeInstance, flattenPublicVariant, getDatabaseName } from '../../rules/instanceRecord.ts';
import { quoteValue, toShortLine } from '../../rules/text.ts';

type Json = Readonly<Record<string, unknown>>;

const isNonEmptyText = (value: unknown) => typeof value === 'string' && value !== '';
const isBoolean = (value: unknown) => typeof value === 'boolean';
/** `Date.parse` alone also accepts texts such as "tomorrow 5". */
const isDateOrNull = (value: unknown) =>
  value === null ||
  (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value)));

/** Fields of `service.md` §2, and `database` of the public variant. */
const recordFields: Record<string, (value: unknown) => boolean> = {
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

/** Besides the ID of the instance, two fields are enough. Without it, it takes five, one of them the workspace. */
export function isInstanceRecord(body: Json, instanceId: string): boolean {
  const record = flattenPublicVariant(body);
  const fieldCount = Object.entries(recordFields).filter(([field, hasType]) => hasType(record[field])).length;
  if (hasExpectedId(body, instanceId)) return fieldCount >= 2;
  return fieldCount >= 5 && isJsonObject(record.workspace);
}

export function hasExpectedId({ id, instanceId }: Json, expectedId: string): boolean {
  return id === expectedId || instanceId === expectedId;
}

/** An ID that is no string is no `doubt`, nor is a workspace as text, which may be a display name. */
export function findDifferences(
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

/** The first field of a 2xx whose known name and value contradict a success, such as `“state”: “FAILED”`, or null. */
export function findContradiction(value: unknown, isAccepted: boolean): string | null {
  for (const part of [value].flat().filter(isJsonObject))
    for (const [name, field] of Object.entries(part)) {
      const key = fold(name);
      if (contradicts(key, field, isAccepted))
        return `${quoteValue(toShortLine(name, 60))}: ${quoteJson(field)}`;
      const nested = nestedKeys.has(key) ? findContradiction(field, isAccepted) : null;
      if (nested !== null) return nested;
    }
  return null;
}

// "default" contains "fault".
const failureKey = /error|fail|reject|denied|problem|(?<!de)fault|warning|message/;
const successKeys = new Set(['success', 'ok', 'deleted', 'isdeleted', 'accepted', 'done', 'completed']);
const obstacleKey = /dryrun|pending|approval|protect|lock|would/;
const stateKeys = new Set(['status', 'statuscode', 'state', 'code', 'errorcode', 'result', 'phase']);
/** Their values may be objects with a state of their own. */
const nestedKeys = new Set(['status', 'result', 'operation']);

function contradicts(key: string, value: unknown, isAccepted: boolean): boolean {
  // Some services write booleans as text.
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).trim().toLowerCase();
  if (failureKey.test(key) && !['', 'false', '0', 'null', '[]', '{}'].includes(text)) return true;
  if (successKeys.has(key) && ['false', '0'].includes(text)) return true;
  const isObstacle = obstacleKey.test(key) && !(isAccepted && /^(?:is)?pending$/.test(key));
  if (isObstacle && ['true', 'enabled'].includes(text)) return true;
  return stateKeys.has(key) && [value].flat().some((state) => !isSuccessState(state, isAccepted));
}

/** Only as `service.md` §2 spells them, except `PENDING` in a 202. */
const instanceStatuses = new Set(['PENDING', 'REQUESTED', 'BUILT', 'READY']);
const successStates = new Set(
  (
    'deleting deleted deleterequested deletionrequested terminating terminated removing removed queued ' +
    'accepted ok success succeeded done completed'
  ).split(' '),
);

function isSuccessState(state: unknown, isAccepted: boolean): boolean {
  if (typeof state === 'number') return state >= 0 && state < 400;
  if (typeof state !== 'string') return true;
  if (/^\s*\d*\s*$/.test(state)) return Number(state) < 400;
  const word = fold(state.trim());
  return instanceStatuses.has(state.trim()) || successStates.has(word) || (isAccepted && word === 'pending');
}

function fold(text: string): string {
  return text.toLowerCase().replace(/[_-]/g, '');
}

function quoteJson(value: unknown): string {
  return typeof value === 'string'
    ? quoteValue(toShortLine(value, 200))
    : toShortLine(JSON.stringify(value), 100);
}
