import * as v from 'valibot';

const text = v.fallback(v.nullable(v.string()), null);
const flag = v.fallback(v.nullable(v.boolean()), null);

const workspaceSchema = v.object({
  name: text,
  slug: text,
  id: text,
  payments_customer_id: text,
  created: text,
});

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

// Settings of its own spare each of 100 000 records a look at the library's global ones.
const settings = { abortEarly: true };

/**
 * A compute instance (section 2). A field that is missing, null or of another type is null; `raw` keeps all that came,
 * unknown fields too. `status` and `region` are the likely names of two fields whose names the document does not show.
 */
export type ComputeInstance = v.InferOutput<typeof instanceSchema> & {
  raw: Readonly<Record<string, unknown>>;
};

/**
 * Reads one instance record, or its known public variant (`instanceId`, `instanceName`, the rest under `database`).
 * @returns null where it is no object. An id that is not a string is no id: large numbers are rounded on parsing
 */
export function decodeInstance(raw: unknown): ComputeInstance | null {
  if (!isRecord(raw)) return null;
  const result = v.safeParse(instanceSchema, flatten(raw), settings);
  return result.success ? Object.assign(result.output, { raw }) : null;
}

function flatten(raw: Record<string, unknown>): Record<string, unknown> {
  if (!('instanceId' in raw)) return raw;
  const nested = isRecord(raw.database) ? raw.database : {};
  return { ...nested, ...raw, id: raw.instanceId ?? raw.id, name: raw.instanceName ?? raw.name };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
