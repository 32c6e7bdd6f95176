import { isRecord } from './isRecord.ts';
import { textOrNull } from './textOrNull.ts';

/**
 * A compute instance (section 2). A field that is missing, null or of another type is null; `raw` keeps all that came,
 * unknown fields too. `status` and `region` are the likely names of two fields whose names the document does not show.
 */
export type ComputeInstance = {
  id: string | null;
  name: string | null;
  status: string | null;
  region: string | null;
  workspace: {
    name: string | null;
    slug: string | null;
    id: string | null;
    payments_customer_id: string | null;
    created: string | null;
  } | null;
  expandable: boolean | null;
  sharded: boolean | null;
  apiHost: string | null;
  dbHost: string | null;
  created: string | null;
  deleted: string | null;
  raw: Readonly<Record<string, unknown>>;
};

/**
 * Reads one instance record, or its known public variant (`instanceId`, `instanceName`, the rest under `database`).
 * @returns null where it is no object. An id that is not a string is no id: large numbers are rounded on parsing
 */
export function decodeInstance(raw: unknown): ComputeInstance | null {
  if (!isRecord(raw)) return null;
  const { id, name, status, region, workspace, expandable, sharded, apiHost, dbHost, created, deleted } =
    flatten(raw);
  return {
    id: textOrNull(id),
    name: textOrNull(name),
    status: textOrNull(status),
    region: textOrNull(region),
    workspace: isRecord(workspace)
      ? {
          name: textOrNull(workspace.name),
          slug: textOrNull(workspace.slug),
          id: textOrNull(workspace.id),
          payments_customer_id: textOrNull(workspace.payments_customer_id),
          created: textOrNull(workspace.created),
        }
      : null,
    expandable: flagOrNull(expandable),
    sharded: flagOrNull(sharded),
    apiHost: textOrNull(apiHost),
    dbHost: textOrNull(dbHost),
    created: textOrNull(created),
    deleted: textOrNull(deleted),
    raw,
  };
}

function flatten(raw: Record<string, unknown>): Record<string, unknown> {
  if (!('instanceId' in raw)) return raw;
  const nested = isRecord(raw.database) ? raw.database : {};
  return { ...nested, ...raw, id: raw.instanceId ?? raw.id, name: raw.instanceName ?? raw.name };
}

function flagOrNull(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}
