import { useEffect, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';

type Fetched<Code> = {
  /** null until it is loaded. */
  code: Code | null;
  /** Why loading failed; null while it is loading. */
  error: Error | null;
};

export type LazyCode<Code> = StoreApi<Fetched<Code>> & {
  /** Loads the code once. After a failure, it loads again. Never rejects. */
  load: () => Promise<void>;
};

/**
 * Code that can be loaded ahead and then renders immediately. React's `lazy` never retries after a failure, and delays
 * content by 300 ms once its fallback was shown (facebook/react#36569).
 */
export function lazyCode<Code>(fetchCode: () => Promise<Code>): LazyCode<Code> {
  const store = createStore<Fetched<Code>>(() => ({ code: null, error: null }));
  let loading: Promise<void> | null = null;

  async function fetchOnce() {
    store.setState({ error: null });
    try {
      store.setState({ code: await fetchCode() });
    } catch (reason) {
      loading = null;
      store.setState({ error: reason instanceof Error ? reason : new Error(String(reason)) });
    }
  }
  return {
    ...store,
    load() {
      loading ??= fetchOnce();
      return loading;
    },
  };
}

/** Returns the code and loads it on first use. After a failure, only a call of `load` tries again. */
export function useLazyCode<Code>(lazy: LazyCode<Code>): Fetched<Code> {
  // Before the paint, because an earlier failure would flash.
  useLayoutEffect(() => void lazy.load(), [lazy]);
  return useStore(lazy);
}

/** Returns the code and loads it after the next paint. `isHeld`: something more urgent is loading, so wait for it. */
export function useLazyCodeAfterPaint<Code>(lazy: LazyCode<Code>, isHeld = false): Fetched<Code> {
  useEffect(() => {
    if (isHeld) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(lazy.load);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [lazy, isHeld]);
  return useStore(lazy);
}
