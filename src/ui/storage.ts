import * as v from 'valibot';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** Prefix of every name that the third edition stores under, so that an open tab of the second can't overwrite it. */
const prefix = 'workspace-console.3';

/**
 * Returns the name of stored data, a database, a channel or a lock that belongs to one service.
 * @param parts further parts of the name, such as a workspace slug
 */
export function storageName(kind: string, serviceId: string, ...parts: readonly string[]): string {
  return [prefix, kind, serviceId, ...parts.map((part) => encodeURIComponent(part))].join('.');
}

/** The part of BroadcastChannel that the console uses. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>;

/** Opens a channel between the tabs. If the browser refuses (Firefox with site data blocked), the channel stays silent. */
export function openChannel(name: string): Channel {
  try {
    return new BroadcastChannel(name);
  } catch {
    return { postMessage() {}, close() {}, onmessage: null };
  }
}

/** Returns the result of a storage access, or null if the browser refuses access. Even `window.localStorage` can throw. */
export function tryStorage<Value>(access: () => Value): Value | null {
  try {
    return access();
  } catch {
    return null;
  }
}

/** A value kept in localStorage and shared by the tabs. */
export type Persisted<Value> = Pick<StoreApi<Value>, 'getState' | 'getInitialState' | 'subscribe'> & {
  /** Changes the stored value, which another tab may have changed just before. */
  update: (change: (value: Value) => Value) => void;
};

/**
 * Opens a value in localStorage. If the browser refuses to store the value, it stays in memory only.
 * @param schema decodes what is stored, or null if nothing is; it needs a fallback for everything
 */
export function persisted<Value>(name: string, schema: v.GenericSchema<unknown, Value>): Persisted<Value> {
  const store = createStore(read);
  let isStored = true;

  function read(): Value {
    return v.parse(
      schema,
      tryStorage(() => JSON.parse(localStorage.getItem(name) ?? 'null')),
    );
  }

  function write(value: Value) {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  }

  window.addEventListener('storage', ({ key }) => {
    // The key is null when everything was cleared.
    if (key === name || key === null) store.setState(read(), true);
  });
  return {
    ...store,
    update(change) {
      const value = change(isStored ? read() : store.getState());
      isStored = tryStorage(() => write(value)) ?? false;
      store.setState(value, true);
    },
  };
}

/** A service, and the URL under which the second edition stored data of it. */
export type StorageOwner = { serviceUrl: string; serviceId: string };

/**
 * Returns true if this service may adopt the data that the second edition stored under its URL. A different service may use
 * the same URL later, so the first service that finds such data gets all of it.
 */
export function mayAdoptOldData({ serviceUrl, serviceId }: StorageOwner): boolean {
  const name = `${prefix}.adopted-by.${JSON.stringify(serviceUrl)}`;
  return (
    tryStorage(() => {
      const adopter = localStorage.getItem(name);
      if (adopter === null) localStorage.setItem(name, serviceId);
      return adopter === null || adopter === serviceId;
    }) ?? false
  );
}

/**
 * Hands an item of the second edition to `adopt` and then removes it. If `adopt` throws, the item stays.
 * @param area returns localStorage or sessionStorage
 */
export function adoptOldItem(
  area: () => Storage,
  oldName: string,
  owner: StorageOwner,
  adopt: (text: string) => void,
): void {
  tryStorage(() => {
    const text = area().getItem(oldName);
    if (text === null || !mayAdoptOldData(owner)) return;
    adopt(text);
    area().removeItem(oldName);
  });
}
