import { faults, findFault } from './faults.ts';
import {
  createHistory,
  createInstance,
  createWorkspaceRecord,
  databaseNames,
  type SeededWorkspace,
  type StoredInstance,
} from './seed.ts';

export type SandboxHonoEnv = { Variables: { workspace: SandboxWorkspace } };

type Sizes = { instances: number; records: number };

/** The data of a workspace as its lists return it, for tests. Each database has the same instances. */
type WorkspaceFixture = {
  regions: readonly string[];
  history: readonly unknown[];
  instances: readonly unknown[];
};

export type WorkspaceFixtures = Readonly<Record<string, WorkspaceFixture>>;

/** Creates each workspace when it is requested. All dates are relative to `start` (ms since 1970). */
export class Workspaces {
  readonly #workspaces = new Map<string, SandboxWorkspace>();
  readonly #sizes: Sizes;
  readonly #start: number;
  readonly #fixtures: WorkspaceFixtures;

  constructor(sizes: Sizes, start: number, fixtures: WorkspaceFixtures) {
    this.#sizes = sizes;
    this.#start = start;
    this.#fixtures = fixtures;
  }

  find(slug: string): SandboxWorkspace | undefined {
    const isKnown = slug in this.#fixtures || ['acme', 'beta', 'empty', 'faults'].includes(slug);
    if (!isKnown && findFault({ workspaceSlug: slug }) === undefined) return undefined;
    const known = this.#workspaces.get(slug);
    const workspace = known ?? new SandboxWorkspace(slug, this.#sizes, this.#start, this.#fixtures[slug]);
    this.#workspaces.set(slug, workspace);
    return workspace;
  }
}

type Database = { listed: Set<StoredInstance>; queued: Set<StoredInstance> };

const allRegions = ['CLOUDA_US_WEST_2', 'CLOUDA_EU_CENTRAL_1', 'CLOUDB_EASTUS'];

/** `acme` has the given sizes, `empty` and `faults` are special, and all others are small. */
class SandboxWorkspace {
  readonly regions: readonly string[];
  readonly history: readonly string[];
  #slug: string;
  #workspace: SeededWorkspace;
  #sizes: Sizes;
  #start: number;
  #fixture: WorkspaceFixture | undefined;
  #databases = new Map<string, Database>();
  #deletedFaults = new Set<string>();

  constructor(slug: string, sizes: Sizes, start: number, fixture: WorkspaceFixture | undefined) {
    this.#slug = slug;
    this.#workspace = createWorkspaceRecord(slug, start);
    this.#sizes = sizes;
    this.#start = start;
    this.#fixture = fixture;
    const regions: Record<string, readonly string[]> = { acme: allRegions, empty: [] };
    this.regions = fixture?.regions ?? regions[slug] ?? allRegions.slice(1);
    const recordCounts: Record<string, number> = { acme: sizes.records, empty: 0 };
    this.history =
      fixture?.history.map((record) => JSON.stringify(record)) ??
      createHistory(slug, recordCounts[slug] ?? 5, start);
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
    const instance = listedInstance ?? this.#create(databaseName, 0, instanceId);
    database?.listed.delete(instance);
    database?.queued.add(instance);
    return instance;
  }

  #find(databaseName: string): Database | undefined {
    const known = this.#databases.get(databaseName);
    if (known !== undefined) return known;
    const instances = this.#createInstances(databaseName);
    if (instances === undefined) return undefined;
    const database: Database = { listed: new Set(instances), queued: new Set() };
    this.#databases.set(databaseName, database);
    return database;
  }

  #createInstances(databaseName: string): StoredInstance[] | undefined {
    if (this.#fixture !== undefined) return this.#fixture.instances.map(storeFixture);
    const isKnown = databaseNames.includes(databaseName);
    if (!isKnown && findFault({ databaseName }) === undefined) return undefined;
    if (isKnown && this.#slug === 'empty') return [];
    if (isKnown && this.#slug === 'faults')
      return Object.keys(faults).map((name, index) => this.#create(databaseName, index, name));
    const isAcme = isKnown && this.#slug === 'acme';
    // The numbers of a workspace are dealt to its databases in turn.
    const [first, count] = isAcme ? [0, this.#sizes.instances] : [12, 9];
    const instances: StoredInstance[] = [];
    const offset = Math.max(databaseNames.indexOf(databaseName), 0);
    for (let index = first + offset; index < first + count; index += databaseNames.length)
      instances.push(this.#create(databaseName, index));
    return instances;
  }

  #create(databaseName: string, index: number, fixedName?: string): StoredInstance {
    return createInstance({
      workspace: this.#workspace,
      databaseName,
      index,
      fixedName,
      now: this.#start,
    });
  }
}

function storeFixture(record: unknown): StoredInstance {
  const fields = new Map<string, unknown>(Object.entries(record ?? {}));
  const id = String(fields.get('id') ?? fields.get('instanceId') ?? '');
  return { id, name: String(fields.get('name') ?? ''), json: JSON.stringify(record) };
}
