import * as v from 'valibot';
import { isJsonObject } from './body.ts';
import { foldCase } from './text.ts';

export type ComputeInstance = v.InferOutput<typeof instanceSchema> & {
  raw: Readonly<Record<string, unknown>>;
};

/** Unlike `v.object`, it doesn't accept arrays. */
const jsonObject = v.custom<Record<string, unknown>>(isJsonObject);

// A missing or wrongly typed value becomes null: `service.md` §2 says of no field that it is required.
export const stringElseNull = v.fallback(v.nullable(v.string()), null);
/** Numbers count, too: the date tells a new instance with the same ID apart. */
const dateOrNull = v.fallback(
  v.nullable(v.union([v.string(), v.pipe(v.number(), v.transform(String))])),
  null,
);
const booleanOrNull = v.fallback(v.nullable(v.boolean()), null);

const instanceSchema = v.object({
  id: stringElseNull,
  name: stringElseNull,
  status: stringElseNull,
  region: stringElseNull,
  workspace: v.fallback(v.nullable(v.pipe(jsonObject, v.object({ slug: stringElseNull }))), null),
  expandable: booleanOrNull,
  sharded: booleanOrNull,
  apiHost: stringElseNull,
  dbHost: stringElseNull,
  created: dateOrNull,
  deleted: stringElseNull,
});

/** Also for the public variant (`service.md`). Numeric IDs become null: `JSON.parse` may round them. */
export function decodeInstance(raw: unknown): ComputeInstance | null {
  return isJsonObject(raw) ? { ...v.parse(instanceSchema, flattenPublicVariant(raw)), raw } : null;
}

export function flattenPublicVariant(raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
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

/** `service.md` §2 has no field for it. Empty if there is none. */
export function getDatabaseName({ raw }: ComputeInstance): string {
  const { databaseName, database } = raw;
  if (typeof databaseName === 'string') return databaseName;
  if (typeof database === 'string') return database;
  return isJsonObject(database) && typeof database.name === 'string' ? database.name : '';
}

/** A service may write a slug in a different case than the path (`service.md` §2 says that they are equal). */
export function isSameWorkspace(slug: string, otherSlug: string): boolean {
  return foldCase(slug) === foldCase(otherSlug);
}

/** `CLOUDA_EU_CENTRAL_1` is `eu-central-1` of `CLOUDA` (`service.md` §2). Other formats have no provider. */
export function parseRegion(identifier: string): { provider: string | null; name: string } {
  const [, provider = null, name = ''] = /^([^_]+)_(.+)$/s.exec(identifier) ?? [];
  if (provider === null) return { provider, name: identifier };
  return { provider, name: name.toLowerCase().replaceAll('_', '-') };
}

/** "eastus CLOUDB" for `CLOUDB_EASTUS`. */
export function formatRegion(identifier: string): string {
  const { provider, name } = parseRegion(identifier);
  return provider === null ? name : `${name} ${provider}`;
}
