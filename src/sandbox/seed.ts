import type { ComputeInstance } from '../rules/instanceRecord.ts';
import { dayMs, toIso } from '../rules/time.ts';

export type SandboxWorkspace = {
  regions: readonly string[];
  /** JSON texts, newest first. */
  history: readonly string[];
  /** By the name of the database, then by ID. */
  databases: ReadonlyMap<string, Map<string, StoredInstance>>;
};

/** `json` is a text, because a list of 100 000 records must be fast. */
type StoredInstance = { json: string; isListed: boolean };

export type WorkspaceSeed = { slug: string; instances: number; records: number };

const databaseNames = ['orders', 'analytics', 'identity'];
const regions = ['CLOUDA_US_WEST_2', 'CLOUDA_EU_CENTRAL_1', 'CLOUDB_EASTUS'];
const minuteMs = 60_000;

/** Only `faults` lists the faults. Dates count from the day of `time`, so a restart on it changes none. */
export function createSandboxWorkspace(
  { slug, instances: count, records }: WorkspaceSeed,
  faults: readonly string[],
  time: number,
): SandboxWorkspace {
  const now = Math.floor(time / dayMs) * dayMs;
  const seed = [...slug].reduce((sum, character) => hash(sum + character.charCodeAt(0)), 0);
  const workspace = {
    name: slug.charAt(0).toUpperCase() + slug.slice(1),
    slug,
    id: `ws-${toHex(seed)}`,
    payments_customer_id: `cus_${toHex(hash(seed))}`,
    created: toIso(now - 1100 * dayMs),
  };
  const databases = databaseNames.map((databaseName, offset) => {
    const stored = new Map<string, StoredInstance>();
    const store = (index: number, id: string, name: string, isListed: boolean) => {
      const region = regions[hash(index + 3) % regions.length] ?? '';
      const host = `${name}.${databaseName}.${slug}.${region.toLowerCase().replaceAll('_', '-')}.example`;
      const record: Record<keyof Omit<ComputeInstance, 'raw'>, unknown> = {
        id,
        name,
        workspace,
        expandable: index % 3 !== 1,
        apiHost: `api.${host}`,
        created: toIso(now - dayMs - (hash(index) % (1000 * 24 * 60)) * minuteMs),
        deleted: null,
        dbHost: `db.${host}`,
        sharded: index % 4 === 2,
        status: 'READY',
        region,
      };
      stored.set(id, { json: JSON.stringify({ ...record, ...unreadyFields[index % 24] }), isListed });
    };
    for (let index = offset; index < count; index += databaseNames.length) {
      const name = createInstanceName(databaseName, Math.floor(index / databaseNames.length));
      store(index, createInstanceId(seed, index), name, true);
    }
    for (const [index, fault] of faults.entries()) store(index, fault, fault, slug === 'faults');
    return [databaseName, stored] as const;
  });
  return {
    regions: slug === 'empty' ? [] : regions,
    history: createHistory(slug, records, now),
    databases: new Map(databases),
  };
}

const unreadyFields: Record<number, object> = {
  5: { apiHost: undefined, dbHost: undefined, status: 'REQUESTED' },
  10: { dbHost: null, status: 'BUILT' },
  17: { status: 'PENDING' },
};

const roles =
  'primary replica reports staging exports search archive preview sessions billing events metrics audit cache jobs backfill'.split(
    ' ',
  );

function createInstanceName(databaseName: string, index: number): string {
  const round = Math.floor(index / roles.length);
  return `${databaseName}-${roles[index % roles.length]}${round === 0 ? '' : `-${round + 1}`}`;
}

function createInstanceId(seed: number, index: number): string {
  const numbers = [index, index ^ seed, index + seed, seed];
  const [a = '', b = '', c = '', d = ''] = numbers.map((each) => toHex(hash(each)));
  return `${a}-${b.slice(0, 4)}-4${b.slice(4, 7)}-9${c.slice(0, 3)}-${c}${d.slice(0, 4)}`;
}

/** From two records on, one is scheduled, and from four on, there is a gap. */
function createHistory(workspace: string, count: number, now: number): string[] {
  const durationMs = count > 80 ? Math.floor((20 * 365 * dayMs) / count) : 90 * dayMs;
  const gapMs = Math.ceil(durationMs / 4);
  const startOf = (position: number) =>
    position === 0 && count > 1
      ? now + 21 * dayMs
      : now - Math.max(position, 1) * durationMs - (position > gapPosition ? gapMs : 0);
  return Array.from({ length: count }, (_, position) => {
    const end = startOf(position - 1) - (position === gapPosition + 1 ? gapMs : 0);
    return JSON.stringify({
      workspace,
      level: levels[(count - 1 - position) % levels.length],
      validFrom: toIso(startOf(position)),
      validTo: position === 0 ? null : toIso(end),
    });
  });
}

const gapPosition = 2;
const levels = ['FREE', 'STARTER', 'PRO', 'PRO', 'TEAM', 'ENTERPRISE', 'PRO'];

function toHex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

function hash(value: number): number {
  let bits = value >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
