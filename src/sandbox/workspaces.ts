import { createEdgeCaseHistory, createEdgeCaseInstances, edgeCaseRegions } from './edgeCases.ts';
import { faults, findFault } from './faults.ts';
import { type StoredInstance, seedHistory, seedInstance, seedWorkspace } from './seed.ts';

export type SandboxEnv = { Variables: { workspace: SandboxWorkspace } };

type SandboxWorkspace = ReturnType<typeof createWorkspace>;
export type Workspaces = ReturnType<typeof createWorkspaces>;

type Sizes = { instances: number; records: number };

/**
 * Creates the workspaces of one sandbox. A workspace or database is created when it is first requested.
 * @param start time in ms since the epoch; all dates of the data are relative to this time
 */
export function createWorkspaces(sizes: Sizes, start: number) {
  const workspaces = new Map<string, SandboxWorkspace>();
  return {
    find(slug: string): SandboxWorkspace | undefined {
      const contents = workspaces.has(slug) ? undefined : createContents(slug, sizes, start);
      if (contents !== undefined) workspaces.set(slug, createWorkspace(contents));
      return workspaces.get(slug);
    },
  };
}

/** The listed instances of a database, and the instances that a DELETE has queued for deletion. */
type Database = { listed: Set<StoredInstance>; queued: Set<StoredInstance> };

function createWorkspace(contents: Contents) {
  const databases = new Map<string, Database>();
  const deletedFaults = new Set<string>();
  let history: string[] | null = null;

  function find(databaseName: string): Database | undefined {
    const newInstances = databases.has(databaseName) ? undefined : contents.instances(databaseName);
    if (newInstances !== undefined)
      databases.set(databaseName, { listed: new Set(newInstances), queued: new Set() });
    return databases.get(databaseName);
  }

  return {
    regions: contents.regions,
    /** Returns subscription records as JSON texts, newest first except in the workspace `odd`. */
    history(): readonly string[] {
      history ??= contents.history();
      return history;
    },
    /** Returns the instances that are not deleted, or undefined for an unknown database. */
    listed(databaseName: string): StoredInstance[] | undefined {
      const database = find(databaseName);
      return database && [...database.listed];
    },
    queued(databaseName: string): StoredInstance[] {
      return [...(find(databaseName)?.queued ?? [])];
    },
    /**
     * Deletes and returns an instance, or returns null for an unknown ID. An ID that names a fault can be deleted once even if
     * no listing contains it.
     */
    remove(databaseName: string, instanceId: string): StoredInstance | null {
      const database = find(databaseName);
      const listedInstance = database && [...database.listed].find(({ id }) => id === instanceId);
      const isFault = findFault({ instanceId }) !== undefined;
      const key = JSON.stringify([databaseName, instanceId]);
      if (listedInstance === undefined && (!isFault || deletedFaults.has(key))) return null;
      if (isFault) deletedFaults.add(key);
      const instance = listedInstance ?? contents.createNamed(databaseName, instanceId);
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
  /** Creates an instance whose ID and name are `name`. */
  createNamed(databaseName: string, name: string): StoredInstance;
};

/**
 * Returns the initial contents of a workspace, or undefined for an unknown workspace. `acme` has the given sizes. `beta` and
 * workspaces with the name of a fault are small. `empty`, `odd` and `faults` have special contents.
 */
function createContents(slug: string, sizes: Sizes, start: number): Contents | undefined {
  const workspace = seedWorkspace(slug, start);
  const createInstance = (
    databaseName: string,
    workspaceIndex: number,
    databaseIndex: number,
    fixedName?: string,
  ) =>
    seedInstance({
      workspace,
      databaseName,
      workspaceIndex,
      databaseIndex,
      now: start,
      ...(fixedName && { fixedName }),
    });

  /** Yields the instances of one database. Each of the three databases has every third instance of the workspace. */
  function* seedDatabase(databaseName: string, workspaceCount: number, firstIndex: number) {
    const step = databaseNames.length;
    const offset = Math.max(databaseNames.indexOf(databaseName), 0);
    for (let index = firstIndex + offset; index < firstIndex + workspaceCount; index += step)
      yield createInstance(databaseName, index, Math.floor(index / step));
  }

  /** Adds a database for each fault, with three instances, to the three usual databases. */
  function withFaultDatabases(
    seedUsual: (databaseName: string) => Iterable<StoredInstance>,
  ): Contents['instances'] {
    return (databaseName) => {
      if (databaseNames.includes(databaseName)) return seedUsual(databaseName);
      return findFault({ databaseName }) && seedDatabase(databaseName, 9, 12);
    };
  }

  function createUsualContents(instances: number, records: number, firstIndex: number): Contents {
    return {
      regions: firstIndex === 0 ? allRegions : allRegions.slice(1),
      history: () => seedHistory(slug, records, start),
      instances: withFaultDatabases((databaseName) => seedDatabase(databaseName, instances, firstIndex)),
      createNamed: (databaseName, name) => createInstance(databaseName, 0, 0, name),
    };
  }

  const smallContents = createUsualContents(9, 5, 12);
  switch (slug) {
    case 'acme':
      return createUsualContents(sizes.instances, sizes.records, 0);
    case 'beta':
      return smallContents;
    case 'empty':
      return { ...createUsualContents(0, 0, 0), regions: [] };
    case 'faults': {
      const seedFaults = (databaseName: string) =>
        faults.map(({ name }, index) => createInstance(databaseName, index, 0, name));
      return { ...smallContents, instances: withFaultDatabases(seedFaults) };
    }
    case 'odd':
      return {
        ...smallContents,
        regions: edgeCaseRegions,
        history: () => createEdgeCaseHistory(start),
        instances: withFaultDatabases(() => createEdgeCaseInstances(start)),
      };
    default:
      return findFault({ workspaceSlug: slug }) && smallContents;
  }
}

const databaseNames = ['orders', 'analytics', 'identity'];
const allRegions = ['CLOUDA_US_WEST_2', 'CLOUDA_EU_CENTRAL_1', 'CLOUDB_EASTUS'];
