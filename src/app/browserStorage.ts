import * as v from 'valibot';
import type { PersistStorage } from 'zustand/middleware';

/**
 * localStorage for a persisted store, written as the plain value and decoded when read. A browser that refuses it leaves
 * the store in memory.
 * @param schema decodes whatever stands there, null where nothing does; it has to give a value for everything
 */
export function browserStorage<Schema extends v.GenericSchema>(
  schema: Schema,
): PersistStorage<v.InferOutput<Schema>> {
  return {
    getItem(name) {
      try {
        return { state: v.parse(schema, readJson(localStorage.getItem(name))) };
      } catch {
        return null;
      }
    },
    setItem(name, { state }) {
      try {
        localStorage.setItem(name, JSON.stringify(state));
      } catch {
        // Kept as long as the page.
      }
    },
    removeItem: (name) => localStorage.removeItem(name),
  };
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** Reads a persisted store again when another tab has written it. @returns a function that ends it */
export function followOtherTabs(name: string, rehydrate: () => unknown): () => void {
  function follow({ key }: StorageEvent) {
    // A key of null means that everything was cleared.
    if (key === name || key === null) rehydrate();
  }
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}
