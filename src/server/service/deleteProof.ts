import { isJsonObject } from '../rules/body.ts';

const identifierFields = [
  ['id', 'instanceId'],
  ['name', 'instanceName'],
];

const instanceFields: Readonly<Record<string, (value: unknown) => boolean>> = {
  apiHost: isNonEmptyString,
  dbHost: isNonEmptyString,
  workspace: isJsonObject,
  database: isJsonObject,
  created: isDate,
  deleted: isDate,
  expandable: isBoolean,
  sharded: isBoolean,
};

/** True with the requested ID, or with one of the fields (`service.md` §2) and another, a name or an ID. */
export function isInstanceRecord(body: Readonly<Record<string, unknown>>, instanceId: string): boolean {
  if (body.id === instanceId || body.instanceId === instanceId) return true;
  const instanceFieldCount = Object.entries(instanceFields).filter(([field, hasType]) =>
    hasType(body[field]),
  ).length;
  const identifierCount = identifierFields.filter((fields) =>
    fields.some((field) => isNonEmptyString(body[field])),
  ).length;
  // A name and a different ID are not enough, because an error body can contain both.
  return instanceFieldCount > 0 && instanceFieldCount + identifierCount > 1;
}

/** True for a documented error (`service.md` §7) that isn't about a route, which gateways also send. */
export function isDocumentedNotFound(body: unknown, status: number): boolean {
  if (!isJsonObject(body) || body.statusCode !== status || typeof body.message !== 'string') return false;
  return !/\bDELETE\b|\/compute\/|\/workspaces\//.test(body.message) && !routeWords.test(body.message);
}

const routeWords = /(?<![\w-])(?:route|ruta|endpoint|operation|path|page|handler|api|ur[il])s?(?![\w-])/i;

const statusFields = ['statusCode', 'status', 'code', 'errorCode', 'state'];
const errorFields = ['message', 'error', 'errors'];
const successFields = ['success', 'ok', 'deleted'];
const failureWords = new Set(
  'failed failure error denied forbidden unauthorized rejected not_found conflict'.split(' '),
);

/** Describes the first field of a 2xx body that says that the deletion failed, such as `error 403`. */
export function findReportedFailure(body: Readonly<Record<string, unknown>>): string | null {
  for (const field of statusFields) {
    const code = readLeadingNumber(body[field]);
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

function readLeadingNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? Number(/^\s*(\d+)/.exec(value)?.[1] ?? 0) : 0;
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === false || value === '';
}

/** True for false, 0, "false" and "0", because some services write booleans as text. */
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

function isNonEmptyString(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

/** True for an ISO date. `Date.parse` alone also accepts texts such as "tomorrow 5". */
function isDate(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value));
}
