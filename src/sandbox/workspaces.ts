import { edgeCaseHistory, edgeCaseInstances, edgeCaseRegions } from './edgeCases.ts';
import { faults, findFault } from './faults.ts';
import { createInstanceStore, type InstanceStore, type StoredInstance } from './instanceStore.ts';
import { type SeededWorkspace, seedHistory, seedInstance, seedWorkspace } from './seed.ts';

/** Variables that the middlewares of a request set for its operation. */
export type SandboxEnv = { Variables: { workspace: SandboxWorkspace } };

type SandboxWorkspace = {
  regions: readonly string[];
  /** Subscription records as JSON texts, most recent first. */
  history(): readonly string[];
  database(databaseName: string): InstanceStore | undefined;
  /** Deletes a listed instance, or once each ID that names a fault. Returns null if there is none. */
  remove(databaseName: string, instanceId: string): StoredInstance | null;
};

export type Workspaces = { find(workspaceSlug: string): SandboxWorkspace | undefined };

type Sizes = WorkspaceSizes & { finalizeAfterMs: number; now: () => number };

/** Creates the workspaces of one sandbox. Each workspace and each database is created at its first access. */
export function createWorkspaces(sizes: Sizes): Workspaces {
  const start = sizes.now();
  const created = new Map<string, SandboxWorkspace>();
  return {
    find(slug) {
      const known = created.get(slug);
      if (known !== undefined) return known;
      const contents = workspaceContents(slug, sizes, start);
      if (contents === undefined) return undefined;
      const workspace = createWorkspace(contents, sizes);
      created.set(slug, workspace);
      return workspace;
    },
  };
}

function createWorkspace(contents: WorkspaceContents, sizes: Sizes): SandboxWorkspace {
  const stores = new Map<string, InstanceStore>();
  const deletedFaults = new Set<string>();
  let history: string[] | null = null;

  function database(databaseName: string): InstanceStore | undefined {
    let store = stores.get(databaseName);
    if (store === undefined) {
      const seed = contents.instances(databaseName);
      if (seed === undefined) return undefined;
      store = createInstanceStore(seed, sizes.finalizeAfterMs, sizes.now);
      stores.set(databaseName, store);
    }
    return store;
  }

  return {
    regions: contents.regions,
    history: () => {
      history ??= contents.history();
      return history;
    },
    database,
    remove(databaseName, instanceId) {
      const store = database(databaseName);
      const listed = store?.remove(instanceId) ?? null;
      const key = JSON.stringify([databaseName, instanceId]);
      if (findFault({ instanceId }) === undefined) return listed;
      if (listed === null && deletedFaults.has(key)) return null;
      deletedFaults.add(key);
      if (listed !== null) return listed;
      const instance = contents.named(databaseName, instanceId);
      store?.queue(instance);
      return instance;
    },
  };
}

type WorkspaceContents = {
  regions: readonly string[];
  history(): string[];
  /** Returns the seed of a database, or undefined if there is no such database. */
  instances(databaseName: string): (() => Iterable<StoredInstance>) | undefined;
  /** Creates an instance with this ID and name. */
  named(databaseName: string, id: string): StoredInstance;
};

type WorkspaceSizes = { instances: number; records: number };

/**
 * Returns the initial contents of a workspace, or undefined for an unknown one. `acme` has the given sizes, `beta` and
 * workspaces named after a fault are small, and `empty`, `odd` and `faults` have special contents.
 * @param start ms since 1970 UTC; all times are relative to it
 */
function workspaceContents(
  slug: string,
  sizes: WorkspaceSizes,
  start: number,
): WorkspaceContents | undefined {
  const workspace = seedWorkspace(slug, start);
  const ordinary = (instances: number, records: number, first: number): WorkspaceContents => ({
    regions: first === 0 ? allRegions : allRegions.slice(1),
    history: () => seedHistory(slug, records, start),
    instances: inEach((database) => share(workspace, database, instances, first, start), workspace, start),
    named: (databaseName, name) =>
      seedInstance({ workspace, databaseName, index: 0, position: 0, fixedName: name, now: start }),
  });
  const small = ordinary(9, 5, 12);
  switch (slug) {
    case 'acme':
      return ordinary(sizes.instances, sizes.records, 0);
    case 'beta':
      return small;
    case 'empty':
      return { ...ordinary(0, 0, 0), regions: [] };
    case 'faults':
      return {
        ...small,
        instances: inEach((database) => everyFault(workspace, database, start), workspace, start),
      };
    case 'odd':
      return {
        ...small,
        regions: edgeCaseRegions,
        history: () => edgeCaseHistory(start),
        instances: inEach(() => edgeCaseInstances(start), workspace, start),
      };
    default:
      return findFault({ workspaceSlug: slug }) === undefined ? undefined : small;
  }
}

const databaseNames = ['orders', 'analytics', 'identity'];
const allRegions = ['CLOUDA_US_WEST_2', 'CLOUDA_EU_CENTRAL_1', 'CLOUDB_EASTUS'];

/** Seeds the three databases, and a small one for each database name that is a fault. */
function inEach(
  seed: (databaseName: string) => Iterable<StoredInstance>,
  workspace: SeededWorkspace,
  now: number,
): WorkspaceContents['instances'] {
  return (databaseName) => {
    if (databaseNames.includes(databaseName)) return () => seed(databaseName);
    if (findFault({ databaseName }) === undefined) return undefined;
    return () => share(workspace, databaseName, 9, 12, now);
  };
}

/** Yields the instances of one database. The databases take turns. */
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
    yield seedInstance({ workspace, databaseName, index, position: Math.floor(index / step), now });
}

function everyFault(workspace: SeededWorkspace, databaseName: string, now: number): StoredInstance[] {
  return faults.map(({ name }, index) =>
    seedInstance({ workspace, databaseName, index, position: 0, fixedName: name, now }),
  );
}
