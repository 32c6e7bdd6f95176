import * as v from 'valibot';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { tryStorage } from './storage.ts';

/** A value kept in localStorage and shared by the tabs. */
export type Persisted<Value> = Pick<StoreApi<Value>, 'getState' | 'getInitialState' | 'subscribe'> & {
  /** Changes the stored value, which another tab may have changed just before. */
  update: (change: (value: Value) => Value) => void;
};

/**
 * Opens a value in localStorage. If the browser refuses to store it, it lives in memory.
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
