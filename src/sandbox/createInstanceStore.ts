/** An instance as one database keeps it: the wire text is made once, so a listing only joins. */
export type StoredInstance = { id: string; name: string; text: string };

export type InstanceStore = {
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
export function createInstanceStore(
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
