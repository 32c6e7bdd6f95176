import { faults, findFault } from './faults.ts';
import {
  createHistory,
  createInstance,
  createWorkspaceRecord,
  databaseNames,
  type SeededWorkspace,
  type StoredInstance,
} from './seed.ts';

/** The data of a workspace as its lists return it, for tests. Each database has the same instances. */
type WorkspaceFixture = {
  regions: readonly string[];
  history: readonly unknown[];
  instances: readonly unknown[];
};

export type WorkspaceFixtures = Readonly<Record<string, WorkspaceFixture>>;

type Options = {
  /** How many `acme` has. */
  instances: number;
  records: number;
  /** All dates are relative to it (ms since 1970). */
  start: number;
  fixtures: WorkspaceFixtures;
};

/** Creates each workspace when it is requested. */
export class Workspaces {
  readonly #workspaces = new Map<string, SandboxWorkspace>();
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  find(slug: string): SandboxWorkspace | undefined {
    const isKnown = slug in this.#options.fixtures || ['acme', 'beta', 'empty', 'faults'].includes(slug);
    if (!isKnown && findFault({ workspaceSlug: slug }) === undefined) return undefined;
    const workspace = this.#workspaces.get(slug) ?? new SandboxWorkspace(slug, this.#options);
    this.#workspaces.set(slug, workspace);
    return workspace;
  }
}

const allRegions = ['CLOUDA_US_WEST_2', 'CLOUDA_EU_CENTRAL_1', 'CLOUDB_EASTUS'];

/** `acme` has the given sizes, `empty` and `faults` are special, and all others are small. */
export class SandboxWorkspace {
  readonly regions: readonly string[];
  /** JSON texts. */
  readonly history: readonly string[];
  readonly #slug: string;
  readonly #options: Options;
  readonly #record: SeededWorkspace;
  readonly #fixture: WorkspaceFixture | undefined;
  readonly #databases = new Map<string, Set<StoredInstance>>();
  readonly #deletedFaults = new Set<string>();

  constructor(slug: string, options: Options) {
    this.#slug = slug;
    this.#options = options;
    this.#record = createWorkspaceRecord(slug, options.start);
    this.#fixture = options.fixtures[slug];
    const regions: Record<string, readonly string[]> = { acme: allRegions, empty: [] };
    this.regions = this.#fixture?.regions ?? regions[slug] ?? allRegions.slice(1);
    const recordCounts: Record<string, number> = { acme: options.records, empty: 0 };
    this.history =
      this.#fixture?.history.map((record) => JSON.stringify(record)) ??
      createHistory(slug, recordCounts[slug] ?? 5, options.start);
  }

  /** What the list of a database contains. Undefined for an unknown one. */
  list(databaseName: string): StoredInstance[] | undefined {
    const instances = this.#find(databaseName);
    return instances && [...instances];
  }

  /** Null for an unknown ID. The name of a fault can be deleted once even if no list contains it. */
  remove(databaseName: string, instanceId: string): StoredInstance | null {
    const listed = this.list(databaseName)?.find(({ id }) => id === instanceId);
    const isFault = findFault({ instanceId }) !== undefined;
    const key = JSON.stringify([databaseName, instanceId]);
    if (listed === undefined && (!isFault || this.#deletedFaults.has(key))) return null;
    if (isFault) this.#deletedFaults.add(key);
    const instance = listed ?? this.#create(databaseName, 0, instanceId);
    this.#find(databaseName)?.delete(instance);
    return instance;
  }

  #find(databaseName: string): Set<StoredInstance> | undefined {
    const known = this.#databases.get(databaseName);
    const instances = known ?? this.#createInstances(databaseName);
    if (instances === undefined) return undefined;
    this.#databases.set(databaseName, instances);
    return instances;
  }

  #createInstances(databaseName: string): Set<StoredInstance> | undefined {
    if (this.#fixture !== undefined) return new Set(this.#fixture.instances.map(storeFixture));
    const isKnown = databaseNames.includes(databaseName);
    if (!isKnown && findFault({ databaseName }) === undefined) return undefined;
    if (isKnown && this.#slug === 'empty') return new Set();
    const instances = new Set<StoredInstance>();
    if (isKnown && this.#slug === 'faults') {
      for (const [index, name] of Object.keys(faults).entries())
        instances.add(this.#create(databaseName, index, name));
      return instances;
    }
    // The numbers of a workspace are dealt to its databases in turn.
    const [first, count] = isKnown && this.#slug === 'acme' ? [0, this.#options.instances] : [12, 9];
    const offset = Math.max(databaseNames.indexOf(databaseName), 0);
    for (let index = first + offset; index < first + count; index += databaseNames.length)
      instances.add(this.#create(databaseName, index));
    return instances;
  }

  #create(databaseName: string, index: number, fixedName?: string): StoredInstance {
    const now = this.#options.start;
    return createInstance({ workspace: this.#record, databaseName, index, fixedName, now });
  }
}

function storeFixture(record: unknown): StoredInstance {
  const fields = new Map<string, unknown>(Object.entries(record ?? {}));
  const id = String(fields.get('id') ?? fields.get('instanceId') ?? '');
  return { id, name: String(fields.get('name') ?? ''), json: JSON.stringify(record) };
}
