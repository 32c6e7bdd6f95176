import { edgeCaseHistory, edgeCaseInstances, edgeCaseRegions } from './edgeCases.ts';
import { faults, findFault } from './faults.ts';
import { type StoredInstance, seedHistory, seedInstance, seedWorkspace } from './seed.ts';

export type SandboxEnv = { Variables: { workspace: SandboxWorkspace } };

type SandboxWorkspace = ReturnType<typeof createWorkspace>;
export type Workspaces = ReturnType<typeof createWorkspaces>;

type Sizes = { instances: number; records: number };

/**
 * Creates the workspaces of one sandbox. Each workspace and each database is created at its first access.
 * @param start ms since 1970 UTC; all times in the data are relative to it
 */
export function createWorkspaces(sizes: Sizes, start: number) {
  const created = new Map<string, SandboxWorkspace>();
  return {
    find(slug: string): SandboxWorkspace | undefined {
      const contents = created.has(slug) ? undefined : contentsOf(slug, sizes, start);
      if (contents !== undefined) created.set(slug, createWorkspace(contents));
      return created.get(slug);
    },
  };
}

/** The instances of a database: listed, or queued for deletion (section 1). */
type Database = { listed: Set<StoredInstance>; queued: Set<StoredInstance> };

function createWorkspace(contents: Contents) {
  const databases = new Map<string, Database>();
  const deletedFaults = new Set<string>();
  let history: string[] | null = null;

  function find(databaseName: string): Database | undefined {
    const seed = databases.has(databaseName) ? undefined : contents.instances(databaseName);
    if (seed !== undefined) databases.set(databaseName, { listed: new Set(seed), queued: new Set() });
    return databases.get(databaseName);
  }

  return {
    regions: contents.regions,
    /** Returns subscription records as JSON texts, most recent first. */
    history(): readonly string[] {
      history ??= contents.history();
      return history;
    },
    /** Returns the instances that are not deleted, in seeded order, or undefined for an unknown database. */
    listed(databaseName: string): StoredInstance[] | undefined {
      const database = find(databaseName);
      return database && [...database.listed];
    },
    queued(databaseName: string): StoredInstance[] {
      return [...(find(databaseName)?.queued ?? [])];
    },
    /** Deletes a listed instance, or once each ID that names a fault. Returns null if there is none. */
    remove(databaseName: string, instanceId: string): StoredInstance | null {
      const database = find(databaseName);
      const listed = database && [...database.listed].find(({ id }) => id === instanceId);
      const isFault = findFault({ instanceId }) !== undefined;
      const key = JSON.stringify([databaseName, instanceId]);
      if (listed === undefined && (!isFault || deletedFaults.has(key))) return null;
      if (isFault) deletedFaults.add(key);
      const instance = listed ?? contents.named(databaseName, instanceId);
      database?.listed.delete(instance);
      database?.queued.add(instance);
      return instance;
    },
  };
}

type Contents = {
  regions: readonly string[];
  history(): string[];
  /** Returns undefined for an unknown database. */
  instances(databaseName: string): Iterable<StoredInstance> | undefined;
  named(databaseName: string, id: string): StoredInstance;
};

/**
 * Returns the initial contents of a workspace, or undefined for an unknown one. `acme` has the given sizes, `beta` and
 * workspaces named after a fault are small, and `empty`, `odd` and `faults` have special contents.
 */
function contentsOf(slug: string, sizes: Sizes, start: number): Contents | undefined {
  const workspace = seedWorkspace(slug, start);
  const seed = (databaseName: string, index: number, position: number, fixedName?: string) =>
    seedInstance({ workspace, databaseName, index, position, now: start, ...(fixedName && { fixedName }) });

  /** Yields the instances of one database. The databases take turns. */
  function* share(databaseName: string, count: number, first: number) {
    const step = databaseNames.length;
    const turn = Math.max(databaseNames.indexOf(databaseName), 0);
    for (let index = first + turn; index < first + count; index += step)
      yield seed(databaseName, index, Math.floor(index / step));
  }

  /** Seeds the three databases. Each database that is named after a fault gets only a few instances. */
  function inEach(seedOne: (databaseName: string) => Iterable<StoredInstance>): Contents['instances'] {
    return (databaseName) => {
      if (databaseNames.includes(databaseName)) return seedOne(databaseName);
      return findFault({ databaseName }) && share(databaseName, 9, 12);
    };
  }

  function ordinary(instances: number, records: number, first: number): Contents {
    return {
      regions: first === 0 ? allRegions : allRegions.slice(1),
      history: () => seedHistory(slug, records, start),
      instances: inEach((databaseName) => share(databaseName, instances, first)),
      named: (databaseName, name) => seed(databaseName, 0, 0, name),
    };
  }

  const small = ordinary(9, 5, 12);
  switch (slug) {
    case 'acme':
      return ordinary(sizes.instances, sizes.records, 0);
    case 'beta':
      return small;
    case 'empty':
      return { ...ordinary(0, 0, 0), regions: [] };
    case 'faults': {
      const everyFault = (databaseName: string) =>
        faults.map(({ name }, index) => seed(databaseName, index, 0, name));
      return { ...small, instances: inEach(everyFault) };
    }
    case 'odd':
      return {
        ...small,
        regions: edgeCaseRegions,
        history: () => edgeCaseHistory(start),
        instances: inEach(() => edgeCaseInstances(start)),
      };
    default:
      return findFault({ workspaceSlug: slug }) && small;
  }
}

const databaseNames = ['orders', 'analytics', 'identity'];
const allRegions = ['CLOUDA_US_WEST_2', 'CLOUDA_EU_CENTRAL_1', 'CLOUDB_EASTUS'];
