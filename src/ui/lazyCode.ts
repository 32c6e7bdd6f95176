import { useEffect, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';

type Fetched<Code> = {
  /** null until it has come. */
  code: Code | null;
  /** Why it did not come; null while it is on its way. */
  error: Error | null;
};

export type LazyCode<Code> = StoreApi<Fetched<Code>> & {
  /** Fetches it unless it has come or is on its way; after a failure this asks anew. Never rejects. */
  load: () => Promise<void>;
};

/**
 * Code that is fetched when it is foreseen, and drawn at once where it has come. React's own `lazy` keeps a failure for
 * ever, and holds back for 300 ms what comes after its fallback was shown (facebook/react#36569).
 */
export function lazyCode<Code>(fetchCode: () => Promise<Code>): LazyCode<Code> {
  const store = createStore<Fetched<Code>>(() => ({ code: null, error: null }));
  let coming: Promise<void> | null = null;

  async function fetchOnce() {
    store.setState({ error: null });
    try {
      store.setState({ code: await fetchCode() });
    } catch (reason) {
      coming = null;
      store.setState({ error: reason instanceof Error ? reason : new Error(String(reason)) });
    }
  }
  return {
    ...store,
    load() {
      coming ??= fetchOnce();
      return coming;
    },
  };
}

/** The code, asked for when it is first drawn with; after a failure only whoever calls `load` asks again. */
export function useLazyCode<Code>(lazy: LazyCode<Code>): Fetched<Code> {
  // Before the paint, or an earlier failure would flash.
  useLayoutEffect(() => void lazy.load(), [lazy]);
  return useStore(lazy);
}

/** Code that nobody can ask for before the page stands: fetched once that has been painted. */
export function useLazyCodeAfterPaint<Code>(lazy: LazyCode<Code>): Fetched<Code> {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(lazy.load);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [lazy]);
  return useStore(lazy);
}
