import type { StoredInstance } from './createInstanceStore.ts';
import { mixBits } from './mixBits.ts';
import { saltOf } from './saltOf.ts';
import type { SeededWorkspace } from './seedWorkspace.ts';

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
  const region = regions[mixBits(index + 3) % regions.length] ?? regions[0];
  const host = `${name}.${databaseName}.${workspace.slug}.${region.toLowerCase().replaceAll('_', '-')}.example`;
  const record = {
    id,
    name,
    workspace,
    expandable: index % 3 !== 1,
    apiHost: `api.${host}`,
    created: utc(now - day - (mixBits(index) % (1000 * 24 * 60)) * minute),
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

const minute = 60_000;
const day = 24 * 60 * minute;
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
  const own = saltOf(workspaceSlug);
  const middle = hex(mixBits(index ^ own));
  const end = hex(mixBits(index + own)) + hex(mixBits(own)).slice(0, 4);
  return `${hex(mixBits(index))}-${middle.slice(0, 4)}-4${middle.slice(4, 7)}-9${end.slice(0, 3)}-${end}`;
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

function utc(ms: number): string {
  return new Date(ms).toISOString();
}
