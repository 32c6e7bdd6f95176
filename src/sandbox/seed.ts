import type { StoredInstance } from './workspaces.ts';

/** A workspace as the instance record nests it (section 2 of the service document). */
export type SeededWorkspace = {
  name: string;
  slug: string;
  id: string;
  payments_customer_id: string;
  created: string;
};

/** The nested workspace record, made from the slug alone. `now` is ms since 1970 UTC. */
export function seedWorkspace(slug: string, now: number): SeededWorkspace {
  const own = seedOf(slug);
  return {
    name: slug.charAt(0).toUpperCase() + slug.slice(1),
    slug,
    id: `ws-${own.toString(16).padStart(8, '0')}`,
    payments_customer_id: `cus_${hash(own).toString(16).padStart(8, '0')}`,
    // Older than any instance in it.
    created: utc(now - 1100 * day),
  };
}

export type InstanceSeed = {
  /** The nested record, the same for every instance of a workspace. */
  workspace: SeededWorkspace;
  databaseName: string;
  /** Unique in the workspace: the id is made from it. */
  index: number;
  /** Place in the database: the name is made from it, unless a name is given. */
  place: number;
  /** Id and name of a thing that must be called so. */
  called?: string;
  /** ms since 1970 UTC. */
  now: number;
};

/**
 * One instance as the listing shows it: every field of section 2, made from its numbers alone, so that it is the
 * same in every sandbox. The document doesn't name the fields of status and region; `status` and `region` are
 * the sandbox's choice, on the listing only, since the documented delete answer has neither.
 */
export function seedInstance(seed: InstanceSeed): StoredInstance {
  const { workspace, databaseName, index, place, now } = seed;
  const id = seed.called ?? instanceId(workspace.slug, index);
  const name = seed.called ?? instanceName(databaseName, place);
  const region = regions[hash(index + 3) % regions.length] ?? regions[0];
  const host = `${name}.${databaseName}.${workspace.slug}.${region.toLowerCase().replaceAll('_', '-')}.example`;
  const record = {
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
  return { id, name, text: JSON.stringify(lifelike(record, index)) };
}

/** A few are not finished yet, as in life: hosts absent until built, or null while they move. */
function lifelike(record: object, index: number): object {
  if (index % 24 === 5) return { ...record, apiHost: undefined, dbHost: undefined, status: 'REQUESTED' };
  if (index % 24 === 10) return { ...record, dbHost: null, status: 'BUILT' };
  if (index % 24 === 17) return { ...record, status: 'PENDING' };
  return record;
}

const regions = ['CLOUDA_US_WEST_2', 'CLOUDA_EU_CENTRAL_1', 'CLOUDB_EASTUS'] as const;
const roles =
  'primary replica reports staging exports search archive preview sessions billing events metrics audit cache jobs backfill';
const colours =
  'blue green amber coral slate indigo olive copper silver violet ivory teal scarlet cobalt sienna pearl';
const roleWords = roles.split(' ');
const colourWords = ['', ...colours.split(' ').map((colour) => `-${colour}`)];

function instanceName(databaseName: string, place: number): string {
  const role = roleWords[place % roleWords.length];
  const colour = colourWords[Math.floor(place / roleWords.length) % colourWords.length];
  const round = Math.floor(place / (roleWords.length * colourWords.length));
  return `${databaseName}-${role}${colour}${round === 0 ? '' : `-${round + 1}`}`;
}

function instanceId(workspaceSlug: string, index: number): string {
  const own = seedOf(workspaceSlug);
  const middle = hex(hash(index ^ own));
  const end = hex(hash(index + own)) + hex(hash(own)).slice(0, 4);
  return `${hex(hash(index))}-${middle.slice(0, 4)}-4${middle.slice(4, 7)}-9${end.slice(0, 3)}-${end}`;
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

/**
 * The subscription records of a workspace as wire text, most recent first (section 4.2): a scheduled one with an
 * open end, the current one, then the past with one gap. The same for the same numbers.
 * @param count how many; a single record is the current one, without an end
 * @param now ms since 1970 UTC
 */
export function seedHistory(workspaceSlug: string, count: number, now: number): string[] {
  const length = Math.min(90 * day, Math.floor((20 * 365 * day) / Math.max(count, 1)));
  const today = Math.floor(now / day) * day;
  const records: string[] = [];
  // The newest starts in the future, unless it is the only one.
  let validFrom = count > 1 ? today + 21 * day : today - length;
  let validTo: number | null = null;
  for (let place = 0; place < count; place += 1) {
    const level = levels[(count - 1 - place) % levels.length];
    records.push(
      JSON.stringify({
        workspace: workspaceSlug,
        level,
        validFrom: utc(validFrom),
        validTo: validTo === null ? null : utc(validTo),
      }),
    );
    validTo = place === gapAfter ? validFrom - Math.ceil(length / 4) : validFrom;
    // The current record must hold today, however short the others are.
    validFrom = place === 0 && count > 1 ? today - length : validTo - length;
  }
  return records;
}

const gapAfter = 2;
// The document doesn't show which levels there are: these are the sandbox's.
const levels = ['FREE', 'STARTER', 'PRO', 'PRO', 'TEAM', 'ENTERPRISE', 'PRO'];

const minute = 60_000;
const day = 24 * 60 * minute;

function utc(ms: number): string {
  return new Date(ms).toISOString();
}

/** Scatters a 32-bit number, one to one (no two numbers meet), so that seeded data looks random and never changes. */
function hash(value: number): number {
  let bits = value >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** A 32-bit number of a workspace's own, so that two workspaces hold different ids. */
function seedOf(slug: string): number {
  let sum = 0;
  for (const character of slug) sum = hash(sum + (character.codePointAt(0) ?? 0));
  return sum;
}
