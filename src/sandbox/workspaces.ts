import { faults, findFault } from './faults.ts';
import { oddHistory, oddInstances, oddRegions } from './oddWorkspace.ts';
import { type SeededWorkspace, seedHistory, seedInstance, seedWorkspace } from './seed.ts';

/** What the middlewares of one request hand on to its operation. */
export type SandboxEnv = { Variables: { workspace: SandboxWorkspace } };

type SandboxWorkspace = {
  regions: readonly string[];
  /** Subscription records as wire text, most recent first. */
  history(): readonly string[];
  database(databaseName: string): InstanceStore | undefined;
  /** Deletes an instance: a listed one, or once each thing that is called like a fault. Null where there is none. */
  remove(databaseName: string, instanceId: string): StoredInstance | null;
};

export type Workspaces = { find(workspaceSlug: string): SandboxWorkspace | undefined };

type Sizes = WorkspaceSizes & { finalizeAfterMs: number; now: () => number };
/** All that one sandbox holds. A workspace is made when it is first asked for, a database when it is first looked into. */
export function createWorkspaces(sizes: Sizes): Workspaces {
  const start = sizes.now();
  const made = new Map<string, SandboxWorkspace>();
  return {
    find(slug) {
      const known = made.get(slug);
      if (known !== undefined) return known;
      const contents = workspaceContents(slug, sizes, start);
      if (contents === undefined) return undefined;
      const workspace = createWorkspace(contents, sizes);
      made.set(slug, workspace);
      return workspace;
    },
  };
}

function createWorkspace(contents: WorkspaceContents, sizes: Sizes): SandboxWorkspace {
  const stores = new Map<string, InstanceStore>();
  const done = new Set<string>();
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
      if (listed === null && done.has(key)) return null;
      done.add(key);
      if (listed !== null) return listed;
      const thing = contents.called(databaseName, instanceId);
      store?.queue(thing);
      return thing;
    },
  };
}

type WorkspaceContents = {
  regions: readonly string[];
  history(): string[];
  /** Makes the instances of a database; undefined where there is no such database. */
  instances(databaseName: string): (() => Iterable<StoredInstance>) | undefined;
  /** Makes an instance of this id and name. */
  called(databaseName: string, id: string): StoredInstance;
};

type WorkspaceSizes = { instances: number; records: number };

/**
 * What a workspace holds at the start; undefined for one that nobody knows. Ordinary are `acme` (of the given
 * sizes), `beta`, and those called like a fault; `empty`, `odd` and `faults` are what they are called.
 * @param start ms since 1970 UTC, to which all times are relative
 */
function workspaceContents(
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
        instances: inEach((database) => everyFault(workspace, database, start), workspace, start),
      };
    case 'odd':
      return {
        ...small,
        regions: oddRegions,
        history: () => oddHistory(start),
        instances: inEach(() => oddInstances(start), workspace, start),
      };
    default:
      return findFault({ workspaceSlug: slug }) === undefined ? undefined : small;
  }
}

const databaseNames = ['orders', 'analytics', 'identity'];
const allRegions = ['CLOUDA_US_WEST_2', 'CLOUDA_EU_CENTRAL_1', 'CLOUDB_EASTUS'];

/** The three databases, and any that is called like a fault, which holds a few of its own. */
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

function everyFault(workspace: SeededWorkspace, databaseName: string, now: number): StoredInstance[] {
  return faults.map(({ name }, index) =>
    seedInstance({ workspace, databaseName, index, place: 0, called: name, now }),
  );
}

/** An instance as one database keeps it: the wire text is made once, so a listing only joins. */
export type StoredInstance = { id: string; name: string; text: string };

type InstanceStore = {
  /** What the dashboard still shows, in seeded order. */
  listed(): StoredInstance[];
  /** What was deleted and is not finalized yet. */
  queued(): StoredInstance[];
  /** Removes an instance and queues it for deletion; null where none of that id is listed. */
  remove(id: string): StoredInstance | null;
  /** Queues a thing that was never listed. */
  queue(instance: StoredInstance): void;
};

/**
 * The instances of one database, with the states of section 4.1: listed → queued for deletion → finalized (gone).
 * Finalizing is checked whenever somebody looks, not by a timer, so an idle sandbox does nothing.
 * @param seed asked once, at first use, which keeps 100 000 instances out of the start
 * @param finalizeAfterMs ms between the delete and the end of the data
 * @param now the clock, ms since 1970 UTC
 */
function createInstanceStore(
  seed: () => Iterable<StoredInstance>,
  finalizeAfterMs: number,
  now: () => number,
): InstanceStore {
  let instances: Set<StoredInstance> | null = null;
  const deleted = new Map<StoredInstance, number>();

  function standing(): Set<StoredInstance> {
    for (const [instance, finalAt] of deleted) if (finalAt <= now()) deleted.delete(instance);
    instances ??= new Set(seed());
    return instances;
  }

  function queue(instance: StoredInstance) {
    deleted.set(instance, now() + finalizeAfterMs);
  }

  return {
    listed: () => [...standing()],
    queued: () => {
      standing();
      return [...deleted.keys()];
    },
    remove(id) {
      const here = standing();
      for (const instance of here) {
        if (instance.id !== id) continue;
        here.delete(instance);
        queue(instance);
        return instance;
      }
      return null;
    },
    queue,
  };
}
