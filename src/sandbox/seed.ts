import type { ComputeInstance } from '../api/instanceRecord.ts';
import type { SubscriptionRecord } from '../api/subscriptionHistory.ts';

/** An instance of one database. `text` is its record as JSON, so that a listing only joins texts. */
export type StoredInstance = { id: string; name: string; text: string };

/** The fields of a record. A field that is added to the type of `api` must be seeded here as well. */
type Fields<Record> = { [Field in Exclude<keyof Record, 'raw'>]: unknown };

type SeededWorkspace = Record<keyof NonNullable<ComputeInstance['workspace']>, string>;

/** Creates the workspace that is nested in an instance record (section 2). `now` is in ms since 1970 UTC. */
export function seedWorkspace(slug: string, now: number): SeededWorkspace {
  const seed = seedOf(slug);
  return {
    name: slug.charAt(0).toUpperCase() + slug.slice(1),
    slug,
    id: `ws-${hex(seed)}`,
    payments_customer_id: `cus_${hex(hash(seed))}`,
    created: utc(now - 1100 * day),
  };
}

type InstanceSeed = {
  workspace: SeededWorkspace;
  databaseName: string;
  /** Number in the workspace, from which the ID is made. */
  index: number;
  /** Number in the database, from which the name is made. */
  position: number;
  /** ID and name to use instead. */
  fixedName?: string;
  now: number;
};

/** Creates an instance with every field of section 2. The same numbers give the same instance in every sandbox. */
export function seedInstance(seed: InstanceSeed): StoredInstance {
  const { workspace, databaseName, index, position, now } = seed;
  const id = seed.fixedName ?? instanceId(workspace.slug, index);
  const name = seed.fixedName ?? instanceName(databaseName, position);
  const region = regions[hash(index + 3) % regions.length] ?? regions[0];
  const host = `${name}.${databaseName}.${workspace.slug}.${region.toLowerCase().replaceAll('_', '-')}.example`;
  const record: Fields<ComputeInstance> = {
    id,
    name,
    workspace,
    expandable: index % 3 !== 1,
    apiHost: `api.${host}`,
    created: utc(now - day - (hash(index) % (1000 * 24 * 60)) * minute),
    deleted: null,
    dbHost: `db.${host}`,
    sharded: index % 4 === 2,
    status: 'READY',
    region,
  };
  return { id, name, text: JSON.stringify({ ...record, ...unfinished(index) }) };
}

/** True for the fields of the listing that a DELETE returns. TypeScript requires an entry for each new field. */
const isReturned: Record<Exclude<keyof ComputeInstance, 'raw'>, boolean> = {
  ...{ id: true, name: true, workspace: true, expandable: true, apiHost: true, created: true },
  ...{ deleted: true, dbHost: true, sharded: true, status: false, region: false },
};

export const returnedFields = new Set<string>([
  ...Object.entries(isReturned).flatMap(([field, isIncluded]) => (isIncluded ? [field] : [])),
  // The public variant in workspace `odd`.
  ...['instanceId', 'instanceName', 'database'],
]);

/** Returns the fields of the few instances that are not ready: hosts are absent until built, or null during a move. */
function unfinished(index: number): Partial<Fields<ComputeInstance>> {
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

function instanceName(databaseName: string, position: number): string {
  const role = roleWords[position % roleWords.length];
  const color = colorWords[Math.floor(position / roleWords.length) % colorWords.length];
  const round = Math.floor(position / (roleWords.length * colorWords.length));
  return `${databaseName}-${role}${color}${round === 0 ? '' : `-${round + 1}`}`;
}

function instanceId(workspaceSlug: string, index: number): string {
  const seed = seedOf(workspaceSlug);
  const middle = hex(hash(index ^ seed));
  const end = hex(hash(index + seed)) + hex(hash(seed)).slice(0, 4);
  return `${hex(hash(index))}-${middle.slice(0, 4)}-4${middle.slice(4, 7)}-9${end.slice(0, 3)}-${end}`;
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

/**
 * Creates subscription records as JSON texts, most recent first (section 4.2): a scheduled one with an open end, the current
 * one, then the past with one gap. A single record is the current one.
 */
export function seedHistory(workspaceSlug: string, count: number, now: number): string[] {
  const length = Math.min(90 * day, Math.floor((20 * 365 * day) / Math.max(count, 1)));
  const today = Math.floor(now / day) * day;
  const records: string[] = [];
  // The newest record starts in the future, unless it is the only one.
  let validFrom = count > 1 ? today + 21 * day : today - length;
  let validTo: number | null = null;
  for (let position = 0; position < count; position += 1) {
    const record: Fields<SubscriptionRecord> = {
      workspace: workspaceSlug,
      level: levels[(count - 1 - position) % levels.length],
      validFrom: utc(validFrom),
      validTo: validTo === null ? null : utc(validTo),
    };
    records.push(JSON.stringify(record));
    validTo = position === gapAfter ? validFrom - Math.ceil(length / 4) : validFrom;
    // The current record must include today, however short the others are.
    validFrom = position === 0 && count > 1 ? today - length : validTo - length;
  }
  return records;
}

const gapAfter = 2;
// The document doesn't list the levels, so the sandbox has its own.
const levels = ['FREE', 'STARTER', 'PRO', 'PRO', 'TEAM', 'ENTERPRISE', 'PRO'];

const minute = 60_000;
const day = 24 * 60 * minute;

function utc(ms: number): string {
  return new Date(ms).toISOString();
}

/** Scrambles a 32-bit number one to one, so that seeded data looks random but never changes. */
function hash(value: number): number {
  let bits = value >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Gives two workspaces different IDs. */
function seedOf(slug: string): number {
  let sum = 0;
  for (const character of slug) sum = hash(sum + (character.codePointAt(0) ?? 0));
  return sum;
}
