import * as v from 'valibot';
import { flag, isJsonObject, jsonObject, text } from './json.ts';

/**
 * A compute instance (section 2). A field that is missing, null or of another type is null; `raw` keeps all that came,
 * unknown fields too. `status` and `region` are the likely names of two fields whose names the document does not show.
 */
export type ComputeInstance = v.InferOutput<typeof instanceSchema> & {
  raw: Readonly<Record<string, unknown>>;
};

const workspaceSchema = v.pipe(
  jsonObject,
  v.object({ name: text, slug: text, id: text, payments_customer_id: text, created: text }),
);

const instanceSchema = v.object({
  id: text,
  name: text,
  status: text,
  region: text,
  workspace: v.fallback(v.nullable(workspaceSchema), null),
  expandable: flag,
  sharded: flag,
  apiHost: text,
  dbHost: text,
  created: text,
  deleted: text,
});

/**
 * Reads one instance record, or its known public variant (`instanceId`, `instanceName`, the rest under `database`).
 * @returns null where it is no object. An id that is not a string is no id: large numbers are rounded on parsing
 */
export function decodeInstance(raw: unknown): ComputeInstance | null {
  return isJsonObject(raw) ? { ...v.parse(instanceSchema, flatten(raw)), raw } : null;
}

function flatten(raw: Record<string, unknown>): Record<string, unknown> {
  if (!('instanceId' in raw)) return raw;
  const nested = isJsonObject(raw.database) ? raw.database : {};
  return { ...nested, ...raw, id: raw.instanceId ?? raw.id, name: raw.instanceName ?? raw.name };
}

/** Fields that only an instance has: those of section 2, and those of the known public variant. */
const ownFields = [
  'id',
  'instanceId',
  'name',
  'instanceName',
  'workspace',
  'database',
  'apiHost',
  'dbHost',
  'created',
  'deleted',
  'expandable',
  'sharded',
];

/**
 * Whether a JSON value is an instance record (section 2) and thus proof that a deletion took place: it holds at least
 * one field of an instance, null not counted, and tells of no error. A `name` beside a `message` may be an error's own.
 */
export function isInstanceRecord(body: unknown): body is Record<string, unknown> {
  if (!isJsonObject(body)) return false;
  const has = (field: string) => (body[field] ?? null) !== null;
  if (has('error') || has('errors')) return false;
  return ownFields.some((field) => has(field) && !(field === 'name' && has('message')));
}
