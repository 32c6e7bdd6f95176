import { useEffect, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';

type LoadState<Code> = {
  /** null until the code has loaded. */
  code: Code | null;
  /** The reason of the last failure; null while the code is loading. */
  error: Error | null;
};

export type LazyCode<Code> = StoreApi<LoadState<Code>> & {
  /** Loads the code once. After a failure, the next call tries again. Never rejects. */
  load: () => Promise<void>;
};

/**
 * Creates a loader for code that screens need later. React's `lazy` never retries after a failure, and delays content
 * by 300 ms after its fallback was shown (facebook/react#36569).
 */
export function lazyCode<Code>(fetchCode: () => Promise<Code>): LazyCode<Code> {
  const store = createStore<LoadState<Code>>(() => ({ code: null, error: null }));
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

/** Loads code when the component mounts, and returns the code. After a failure, a new mount or a call of `load` tries again. */
export function useLazyCode<Code>(lazy: LazyCode<Code>): LoadState<Code> {
  // Start before the paint, because the message of an earlier failure would flash.
  useLayoutEffect(() => void lazy.load(), [lazy]);
  return useStore(lazy);
}

/**
 * Loads code after the next paint, and returns the code.
 * @param isHeld true while more urgent data or code is loading
 */
export function useLazyCodeAfterPaint<Code>(lazy: LazyCode<Code>, isHeld = false): LoadState<Code> {
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
