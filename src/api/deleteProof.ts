import { isJsonObject } from './response.ts';

const identifiers = [
  ['id', 'instanceId'],
  ['name', 'instanceName'],
];

/** The documented fields that only an instance has (section 2 and the known public variant), with their types. */
const instanceFields: Readonly<Record<string, (value: unknown) => boolean>> = {
  apiHost: isText,
  dbHost: isText,
  workspace: isJsonObject,
  database: isJsonObject,
  created: isDate,
  deleted: isDate,
  expandable: isBoolean,
  sharded: isBoolean,
};

/**
 * Returns true if a body is the record of the deleted instance. It must have the requested ID, or at least two documented
 * fields of their documented types. One of the two must be more than an ID or a name, because errors have those too.
 */
export function isInstanceRecord(body: Readonly<Record<string, unknown>>, instanceId: string): boolean {
  // A replacement character means that the bytes were not UTF-8, so different IDs can look equal.
  if ((body.id === instanceId || body.instanceId === instanceId) && !instanceId.includes('\ufffd'))
    return true;
  const facts = Object.entries(instanceFields).filter(([field, isTyped]) => isTyped(body[field])).length;
  const names = identifiers.filter((fields) => fields.some((field) => isText(body[field]))).length;
  return facts > 0 && facts + names > 1;
}

const statusFields = ['statusCode', 'status', 'code', 'errorCode', 'state'];
const errorFields = ['message', 'error', 'errors'];
const successFields = ['success', 'ok', 'deleted'];
const failureWords = new Set(
  'failed failure error denied forbidden unauthorized rejected not_found conflict'.split(' '),
);

/**
 * Finds the field of a 2xx body that contradicts a success.
 * @returns the contradiction as the end of a sentence, such as `error 403`, or null
 */
export function contradictionIn(body: Readonly<Record<string, unknown>>): string | null {
  for (const field of statusFields) {
    const code = leadingNumber(body[field]);
    if (code >= 400) return `error ${code}`;
  }
  if (errorFields.some((field) => !isEmpty(body[field]))) return 'an error';
  for (const field of successFields) if (isFalse(body[field])) return `“${field}”: false`;
  for (const field of statusFields) {
    const value = body[field];
    if (isFailureWord(value)) return `“${field}”: “${value}”`;
  }
  return null;
}

function leadingNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? Number(/^\s*(\d+)/.exec(value)?.[1] ?? 0) : 0;
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === false || value === '';
}

/** Some services write booleans as text. */
function isFalse(value: unknown): boolean {
  return value === false || value === 0 || (typeof value === 'string' && /^(?:false|0)$/i.test(value.trim()));
}

function isFailureWord(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    failureWords.has(
      value
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_'),
    )
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

/** `Date.parse` alone also accepts texts such as "tomorrow 5". */
function isDate(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value));
}
