import * as v from 'valibot';
import { isJsonObject } from './response.ts';

/**
 * A compute instance (section 2). Missing and wrongly typed fields are null, and `raw` keeps all fields as received.
 * `status` and `region` are the likely names of two fields that the document does not name.
 */
export type ComputeInstance = v.InferOutput<typeof instanceSchema> & {
  raw: Readonly<Record<string, unknown>>;
};

/** Accepts JSON objects only. Valibot's own `object` also accepts arrays. */
export const jsonObject = v.custom<Record<string, unknown>>(isJsonObject);

// Section 2 does not show which fields are required, so a missing or wrongly typed field becomes null.
export const text = v.fallback(v.nullable(v.string()), null);
const flag = v.fallback(v.nullable(v.boolean()), null);

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
 * Decodes an instance record, or its known public variant (`instanceId`, `instanceName`, other fields under `database`).
 * An ID that is a number becomes null, because parsing rounds large numbers.
 * @returns null if the value is not an object
 */
export function decodeInstance(raw: unknown): ComputeInstance | null {
  return isJsonObject(raw) ? { ...v.parse(instanceSchema, topLevelFields(raw)), raw } : null;
}

/** Moves the fields that the public variant nests under `database` to the top. */
export function topLevelFields(raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (!('instanceId' in raw)) return raw;
  const nested = isJsonObject(raw.database) ? raw.database : {};
  return {
    ...nested,
    ...raw,
    id: raw.instanceId ?? raw.id,
    name: raw.instanceName ?? raw.name,
    workspace: raw.workspace ?? nested.workspace,
  };
}

/** Returns the database a record names, in any of its forms. Empty if it names none. */
export function databaseOf({ raw }: ComputeInstance): string {
  const { databaseName, database } = raw;
  if (typeof databaseName === 'string') return databaseName;
  if (typeof database === 'string') return database;
  return isJsonObject(database) && typeof database.name === 'string' ? database.name : '';
}
