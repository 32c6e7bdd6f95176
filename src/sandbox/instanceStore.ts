/** An instance of one database. `text` is its record as JSON, so that a listing only joins texts. */
export type StoredInstance = { id: string; name: string; text: string };

export type InstanceStore = {
  /** Returns the instances that are not deleted, in seeded order. */
  listed(): StoredInstance[];
  /** Returns the deleted instances that are not finalized yet. */
  queued(): StoredInstance[];
  /** Removes a listed instance and queues it for deletion. Returns null if there is none. */
  remove(id: string): StoredInstance | null;
  /** Queues an instance that was never listed. */
  queue(instance: StoredInstance): void;
};

/**
 * Creates the instances of one database, with the states of section 4.1: listed, queued for deletion, finalized. Finalizing is
 * checked on every access instead of by a timer, so an idle sandbox does nothing.
 * @param seed called at the first access, because 100 000 instances would delay the start
 * @param finalizeAfterMs time between the DELETE and the end of the data
 * @param now current time, ms since 1970 UTC
 */
export function createInstanceStore(
  seed: () => Iterable<StoredInstance>,
  finalizeAfterMs: number,
  now: () => number,
): InstanceStore {
  let instances: Set<StoredInstance> | null = null;
  const deleted = new Map<StoredInstance, number>();

  function current(): Set<StoredInstance> {
    for (const [instance, finalAt] of deleted) if (finalAt <= now()) deleted.delete(instance);
    instances ??= new Set(seed());
    return instances;
  }

  function queue(instance: StoredInstance) {
    deleted.set(instance, now() + finalizeAfterMs);
  }

  return {
    listed: () => [...current()],
    queued: () => {
      current();
      return [...deleted.keys()];
    },
    remove(id) {
      const listed = current();
      for (const instance of listed) {
        if (instance.id !== id) continue;
        listed.delete(instance);
        queue(instance);
        return instance;
      }
      return null;
    },
    queue,
  };
}
