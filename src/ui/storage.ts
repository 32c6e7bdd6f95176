import * as v from 'valibot';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** Prefix of all stored names. An earlier version used a different prefix, so its open tabs can't overwrite our data. */
const namePrefix = 'workspace-console.3';

/**
 * Returns the name of a stored item, an IndexedDB database, a channel or a lock of one service.
 * @param parts more parts of the name, such as a workspace slug
 */
export function createStorageName(kind: string, serviceId: string, ...parts: readonly string[]): string {
  return [namePrefix, kind, serviceId, ...parts.map((part) => encodeURIComponent(part))].join('.');
}

export type Channel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>;

/** Opens a channel between tabs. If the browser refuses, for example because site data is blocked, the channel is inactive. */
export function openChannel(name: string): Channel {
  try {
    return new BroadcastChannel(name);
  } catch {
    return { postMessage() {}, close() {}, onmessage: null };
  }
}

/** Returns the result of `access`, or null if it throws. Even `window.localStorage` throws if site data is blocked. */
export function tryStorage<Value>(access: () => Value): Value | null {
  try {
    return access();
  } catch {
    return null;
  }
}

/** A value in localStorage that all tabs share. */
export type Persisted<Value> = Pick<StoreApi<Value>, 'getState' | 'getInitialState' | 'subscribe'> & {
  /** Reads the stored value again before the change, because another tab may have changed the value. */
  update: (change: (value: Value) => Value) => void;
};

/**
 * Opens a value in localStorage. If the browser refuses to store the value, it stays in memory.
 * @param schema decodes the stored value, which is null at first; needs a fallback for invalid values
 */
export function openPersisted<Value>(
  name: string,
  schema: v.GenericSchema<unknown, Value>,
): Persisted<Value> {
  const store = createStore(readValue);
  let isStored = true;

  function readValue(): Value {
    return v.parse(
      schema,
      tryStorage(() => JSON.parse(localStorage.getItem(name) ?? 'null')),
    );
  }

  function writeValue(value: Value) {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  }

  window.addEventListener('storage', ({ key }) => {
    // The key is null after the whole storage was cleared.
    if (key === name || key === null) store.setState(readValue(), true);
  });
  return {
    ...store,
    update(change) {
      const value = change(isStored ? readValue() : store.getState());
      isStored = tryStorage(() => writeValue(value)) ?? false;
      store.setState(value, true);
    },
  };
}

/** The ID and the URL of a service. Names of stored data contain the ID. In an earlier version, they contained the URL. */
export type StorageOwner = { serviceUrl: string; serviceId: string };

/**
 * Returns true if this service may adopt the data that an earlier version of the console stored for its URL. Only the first
 * service with this URL may adopt the data, because a different service can use the same URL later.
 */
export function mayAdoptOldData({ serviceUrl, serviceId }: StorageOwner): boolean {
  const name = `${namePrefix}.adopted-by.${JSON.stringify(serviceUrl)}`;
  return (
    tryStorage(() => {
      const adopter = localStorage.getItem(name);
      if (adopter === null) localStorage.setItem(name, serviceId);
      return adopter === null || adopter === serviceId;
    }) ?? false
  );
}

/**
 * Passes a stored item of an earlier version to `adopt` and then removes the item. Does nothing if the service may not adopt
 * the item. If `adopt` throws an error, the item stays.
 * @param getStorage returns localStorage or sessionStorage
 */
export function adoptOldItem(
  getStorage: () => Storage,
  oldName: string,
  owner: StorageOwner,
  adopt: (text: string) => void,
): void {
  tryStorage(() => {
    const text = getStorage().getItem(oldName);
    if (text === null || !mayAdoptOldData(owner)) return;
    adopt(text);
    getStorage().removeItem(oldName);
  });
}
