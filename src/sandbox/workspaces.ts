import { faults, findFault } from './faults.ts';
import {
  createHistory,
  createInstance,
  createWorkspaceField,
  databaseNames,
  type StoredInstance,
} from './seed.ts';

export type SandboxEnv = { Variables: { workspace: SandboxWorkspace } };

export type Workspaces = ReturnType<typeof createWorkspaces>;

type Sizes = { instances: number; records: number };

/** The data of a workspace as its lists return it, for tests. Each database has the same instances. */
export type WorkspaceFixture = {
  regions: readonly string[];
  history: readonly unknown[];
  instances: readonly unknown[];
};

export type WorkspaceFixtures = Readonly<Record<string, WorkspaceFixture>>;

/** Creates each workspace when it is requested. All dates are relative to `start` (ms since 1970). */
export function createWorkspaces(sizes: Sizes, start: number, fixtures: WorkspaceFixtures) {
  const workspaces = new Map<string, SandboxWorkspace>();
  return {
    find(slug: string): SandboxWorkspace | undefined {
      const contents = workspaces.has(slug) ? undefined : createContents(slug, sizes, start, fixtures[slug]);
      if (contents !== undefined) workspaces.set(slug, new SandboxWorkspace(contents));
      return workspaces.get(slug);
    },
  };
}

type Database = { listed: Set<StoredInstance>; queued: Set<StoredInstance> };

class SandboxWorkspace {
  #contents: Contents;
  #databases = new Map<string, Database>();
  #deletedFaults = new Set<string>();
  #history: readonly string[] | null = null;

  constructor(contents: Contents) {
    this.#contents = contents;
  }

  get regions(): readonly string[] {
    return this.#contents.regions;
  }

  /** JSON texts, newest first. */
  get history(): readonly string[] {
    this.#history ??= this.#contents.createHistory();
    return this.#history;
  }

  listed(databaseName: string): StoredInstance[] | undefined {
    const database = this.#find(databaseName);
    return database && [...database.listed];
  }

  queued(databaseName: string): StoredInstance[] {
    return [...(this.#find(databaseName)?.queued ?? [])];
  }

  /** Null for an unknown ID. The name of a fault can be deleted once even if no list contains it. */
  remove(databaseName: string, instanceId: string): StoredInstance | null {
    const database = this.#find(databaseName);
    const listedInstance = this.listed(databaseName)?.find(({ id }) => id === instanceId);
    const isFault = findFault({ instanceId }) !== undefined;
    const key = JSON.stringify([databaseName, instanceId]);
    if (listedInstance === undefined && (!isFault || this.#deletedFaults.has(key))) return null;
    if (isFault) this.#deletedFaults.add(key);
    const instance = listedInstance ?? this.#contents.createNamed(databaseName, instanceId);
    database?.listed.delete(instance);
    database?.queued.add(instance);
    return instance;
  }

  #find(databaseName: string): Database | undefined {
    const isKnown = this.#databases.has(databaseName);
    const newInstances = isKnown ? undefined : this.#contents.createInstances(databaseName);
    if (newInstances !== undefined)
      this.#databases.set(databaseName, { listed: new Set(newInstances), queued: new Set() });
    return this.#databases.get(databaseName);
  }
}

type Contents = {
  regions: readonly string[];
  createHistory(): string[];
  createInstances(databaseName: string): Iterable<StoredInstance> | undefined;
  createNamed(databaseName: string, name: string): StoredInstance;
};

/** `acme` has the given sizes, `empty` and `faults` are special, and all others are small. */
function createContents(
  slug: string,
  sizes: Sizes,
  start: number,
  fixture: WorkspaceFixture | undefined,
): Contents | undefined {
  const isKnown = fixture !== undefined || workspaceNames.includes(slug);
  if (!isKnown && findFault({ workspaceSlug: slug }) === undefined) return undefined;
  const workspace = createWorkspaceField(slug, start);

  function* seedDatabase(databaseName: string, workspaceCount: number, firstIndex: number) {
    const offset = Math.max(databaseNames.indexOf(databaseName), 0);
    for (let index = firstIndex + offset; index < firstIndex + workspaceCount; index += databaseNames.length)
      yield createInstance({ workspace, databaseName, index, now: start });
  }
  const createNamed = (databaseName: string, fixedName: string, index = 0) =>
    createInstance({ workspace, databaseName, index, now: start, fixedName });

  const seedSmall = (databaseName: string) => seedDatabase(databaseName, 9, 12);
  const createUsual: Record<string, (databaseName: string) => Iterable<StoredInstance>> = {
    acme: (databaseName) => seedDatabase(databaseName, sizes.instances, 0),
    empty: () => [],
    faults: (databaseName) => faults.map(({ name }, index) => createNamed(databaseName, name, index)),
  };
  const regions: Record<string, readonly string[]> = { acme: allRegions, empty: [] };
  const recordCounts: Record<string, number> = { acme: sizes.records, empty: 0 };
  return {
    regions: fixture?.regions ?? regions[slug] ?? allRegions.slice(1),
    createHistory: () =>
      fixture?.history.map((record) => JSON.stringify(record)) ??
      createHistory(slug, recordCounts[slug] ?? 5, start),
    createInstances(databaseName) {
      if (fixture !== undefined) return fixture.instances.map(storeFixture);
      if (databaseNames.includes(databaseName)) return (createUsual[slug] ?? seedSmall)(databaseName);
      return findFault({ databaseName }) && seedSmall(databaseName);
    },
    createNamed,
  };
}

function storeFixture(record: unknown): StoredInstance {
  const fields = new Map<string, unknown>(Object.entries(record ?? {}));
  const id = String(fields.get('id') ?? fields.get('instanceId') ?? '');
  return { id, name: String(fields.get('name') ?? ''), json: JSON.stringify(record) };
}

const workspaceNames = ['acme', 'beta', 'empty', 'faults'];
const allRegions = ['CLOUDA_US_WEST_2', 'CLOUDA_EU_CENTRAL_1', 'CLOUDB_EASTUS'];
