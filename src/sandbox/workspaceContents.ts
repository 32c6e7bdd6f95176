import type { StoredInstance } from './createInstanceStore.ts';
import { findSentinel } from './findSentinel.ts';
import { oddHistory, oddInstances, oddRegions } from './oddWorkspace.ts';
import { seedHistory } from './seedHistory.ts';
import { seedInstance } from './seedInstance.ts';
import { type SeededWorkspace, seedWorkspace } from './seedWorkspace.ts';
import { sentinels } from './sentinels.ts';

export type WorkspaceContents = {
  regions: readonly string[];
  history(): string[];
  /** Makes the instances of a database; undefined where there is no such database. */
  instances(databaseName: string): (() => Iterable<StoredInstance>) | undefined;
  /** Makes an instance of this id and name. */
  called(databaseName: string, id: string): StoredInstance;
};

export type WorkspaceSizes = { instances: number; records: number };

/**
 * What a workspace holds at the start; undefined for one that nobody knows. Ordinary are `acme` (of the given
 * sizes), `beta`, and those called like a sentinel; `empty`, `odd` and `faults` are what they are called.
 * @param start ms since 1970 UTC, to which all times are relative
 */
export function workspaceContents(
  slug: string,
  sizes: WorkspaceSizes,
  start: number,
): WorkspaceContents | undefined {
  const workspace = seedWorkspace(slug, start);
  const hold = (instances: number, records: number, first: number): WorkspaceContents => ({
    regions: first === 0 ? allRegions : allRegions.slice(1),
    history: () => seedHistory(slug, records, start),
    instances: inEach((database) => share(workspace, database, instances, first, start), workspace, start),
    called: (databaseName, called) =>
      seedInstance({ workspace, databaseName, index: 0, place: 0, called, now: start }),
  });
  const small = hold(9, 5, 12);
  switch (slug) {
    case 'acme':
      return hold(sizes.instances, sizes.records, 0);
    case 'beta':
      return small;
    case 'empty':
      return { ...hold(0, 0, 0), regions: [] };
    case 'faults':
      return {
        ...small,
        instances: inEach((database) => everySentinel(workspace, database, start), workspace, start),
      };
    case 'odd':
      return {
        ...small,
        regions: oddRegions,
        history: () => oddHistory(start),
        instances: inEach(() => oddInstances(start), workspace, start),
      };
    default:
      return findSentinel({ workspaceSlug: slug }) === undefined ? undefined : small;
  }
}

const databaseNames = ['orders', 'analytics', 'identity'];
const allRegions = ['CLOUDA_US_WEST_2', 'CLOUDA_EU_CENTRAL_1', 'CLOUDB_EASTUS'];

/** The three databases, and any that is called like a sentinel, which holds a few of its own. */
function inEach(
  seed: (databaseName: string) => Iterable<StoredInstance>,
  workspace: SeededWorkspace,
  now: number,
): WorkspaceContents['instances'] {
  return (databaseName) => {
    if (databaseNames.includes(databaseName)) return () => seed(databaseName);
    if (findSentinel({ databaseName }) === undefined) return undefined;
    return () => share(workspace, databaseName, 9, 12, now);
  };
}

/** What one database gets of a workspace's instances: dealt out in turn. */
function* share(
  workspace: SeededWorkspace,
  databaseName: string,
  count: number,
  first: number,
  now: number,
): Generator<StoredInstance> {
  const step = databaseNames.length;
  const turn = Math.max(databaseNames.indexOf(databaseName), 0);
  for (let index = first + turn; index < first + count; index += step)
    yield seedInstance({ workspace, databaseName, index, place: Math.floor(index / step), now });
}

function everySentinel(workspace: SeededWorkspace, databaseName: string, now: number): StoredInstance[] {
  return sentinels.map(({ trigger }, index) =>
    seedInstance({ workspace, databaseName, index, place: 0, called: trigger, now }),
  );
}
