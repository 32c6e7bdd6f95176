import { createInstanceStore, type InstanceStore, type StoredInstance } from './createInstanceStore.ts';
import { findSentinel } from './findSentinel.ts';
import { type WorkspaceContents, type WorkspaceSizes, workspaceContents } from './workspaceContents.ts';

export type SandboxWorkspace = {
  regions: readonly string[];
  /** Subscription records as wire text, most recent first. */
  history(): readonly string[];
  database(databaseName: string): InstanceStore | undefined;
  /** Deletes an instance: a listed one, or once each thing that is called like a sentinel. Null where there is none. */
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
      if (findSentinel({ instanceId }) === undefined) return listed;
      if (listed === null && done.has(key)) return null;
      done.add(key);
      if (listed !== null) return listed;
      const thing = contents.called(databaseName, instanceId);
      store?.queue(thing);
      return thing;
    },
  };
}
