import type { ComputeInstance } from '../rules/instanceRecord.ts';

/** `json` is the record as JSON text, because a list of 100 000 records must be fast. */
export type StoredInstance = { id: string; name: string; json: string };

/** TypeScript requires a value for each new field of the type. */
type Fields<Record> = { [Field in Exclude<keyof Record, 'raw'>]: unknown };

export type SeededWorkspace = Record<'name' | 'slug' | 'id' | 'payments_customer_id' | 'created', string>;

export function createWorkspaceRecord(slug: string, now: number): SeededWorkspace {
  const seed = hashText(slug);
  return {
    name: slug.charAt(0).toUpperCase() + slug.slice(1),
    slug,
    id: `ws-${toHex(seed)}`,
    payments_customer_id: `cus_${toHex(hash(seed))}`,
    created: toIsoString(now - 1100 * dayMs),
  };
}

export const databaseNames = ['orders', 'analytics', 'identity'];

type InstanceSeed = {
  workspace: SeededWorkspace;
  databaseName: string;
  index: number;
  fixedName?: string | undefined;
  now: number;
};

/** The same seed gives the same instance in every sandbox. `now` is in ms since 1970. */
export function createInstance({
  workspace,
  databaseName,
  index,
  fixedName,
  now,
}: InstanceSeed): StoredInstance {
  const id = fixedName ?? createInstanceId(workspace.slug, index);
  const name = fixedName ?? createInstanceName(databaseName, Math.floor(index / databaseNames.length));
  const region = regions[hash(index + 3) % regions.length] ?? regions[0];
  const host = `${name}.${databaseName}.${workspace.slug}.${region.toLowerCase().replaceAll('_', '-')}.example`;
  const record: Fields<ComputeInstance> = {
    id,
    name,
    workspace,
    expandable: index % 3 !== 1,
    apiHost: `api.${host}`,
    created: toIsoString(now - dayMs - (hash(index) % (1000 * 24 * 60)) * minuteMs),
    deleted: null,
    dbHost: `db.${host}`,
    sharded: index % 4 === 2,
    status: 'READY',
    region,
  };
  return { id, name, json: JSON.stringify({ ...record, ...createUnreadyFields(index) }) };
}

/** Fields that only the list has, because `service.md` doesn't say that a DELETE returns them. */
export const listOnlyFields: readonly string[] = ['status', 'region'];

function createUnreadyFields(index: number): Partial<Fields<ComputeInstance>> {
  if (index % 24 === 5) return { apiHost: undefined, dbHost: undefined, status: 'REQUESTED' };
  if (index % 24 === 10) return { dbHost: null, status: 'BUILT' };
  return index % 24 === 17 ? { status: 'PENDING' } : {};
}

const regions = ['CLOUDA_US_WEST_2', 'CLOUDA_EU_CENTRAL_1', 'CLOUDB_EASTUS'] as const;
const roles =
  'primary replica reports staging exports search archive preview sessions billing events metrics audit cache jobs backfill';
const colors =
  'blue green amber coral slate indigo olive copper silver violet ivory teal scarlet cobalt sienna pearl';
const roleWords = roles.split(' ');
const colorWords = ['', ...colors.split(' ').map((color) => `-${color}`)];

function createInstanceName(databaseName: string, index: number): string {
  const role = roleWords[index % roleWords.length];
  const color = colorWords[Math.floor(index / roleWords.length) % colorWords.length];
  const round = Math.floor(index / (roleWords.length * colorWords.length));
  return `${databaseName}-${role}${color}${round === 0 ? '' : `-${round + 1}`}`;
}

function createInstanceId(workspaceSlug: string, index: number): string {
  const seed = hashText(workspaceSlug);
  const middle = toHex(hash(index ^ seed));
  const end = toHex(hash(index + seed)) + toHex(hash(seed)).slice(0, 4);
  return `${toHex(hash(index))}-${middle.slice(0, 4)}-4${middle.slice(4, 7)}-9${end.slice(0, 3)}-${end}`;
}

function toHex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

/** JSON texts, newest first. Four or more records have one gap. A single record is the current one. */
export function createHistory(workspaceSlug: string, count: number, now: number): string[] {
  const durationMs = Math.min(90 * dayMs, Math.floor((20 * 365 * dayMs) / Math.max(count, 1)));
  const today = Math.floor(now / dayMs) * dayMs;
  const records: string[] = [];
  let validFrom = count > 1 ? today + 21 * dayMs : today - durationMs;
  let validTo: number | null = null;
  for (let position = 0; position < count; position += 1) {
    const record = {
      workspace: workspaceSlug,
      level: levels[(count - 1 - position) % levels.length],
      validFrom: toIsoString(validFrom),
      validTo: validTo === null ? null : toIsoString(validTo),
    };
    records.push(JSON.stringify(record));
    validTo = position === gapPosition ? validFrom - Math.ceil(durationMs / 4) : validFrom;
    // The current record must include today, even if the other records are very short.
    validFrom = position === 0 && count > 1 ? today - durationMs : validTo - durationMs;
  }
  return records;
}

const gapPosition = 2;
// Examples, because `service.md` doesn't define the levels.
const levels = ['FREE', 'STARTER', 'PRO', 'PRO', 'TEAM', 'ENTERPRISE', 'PRO'];

const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

function toIsoString(ms: number): string {
  return new Date(ms).toISOString();
}

function hash(value: number): number {
  let bits = value >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

function hashText(text: string): number {
  let sum = 0;
  for (const character of text) sum = hash(sum + (character.codePointAt(0) ?? 0));
  return sum;
}
