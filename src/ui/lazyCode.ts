import { useEffect, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';

type LoadState<Code> = {
  /** null until the code has loaded. */
  code: Code | null;
  /** The error of the last attempt, or null if this attempt didn't fail. */
  error: Error | null;
};

export type LazyCode<Code> = StoreApi<LoadState<Code>> & {
  /** Loads the code once. After a failure, the next call tries again. Never rejects. */
  load: () => Promise<void>;
};

/**
 * Creates a loader for code that screens need later. React's `lazy` never retries after a failure. It can also delay
 * the content that follows a fallback by up to 300 ms (facebook/react#36569).
 */
export function createLazyCode<Code>(fetchCode: () => Promise<Code>): LazyCode<Code> {
  const store = createStore<LoadState<Code>>(() => ({ code: null, error: null }));
  let loadingCode: Promise<void> | null = null;

  async function fetchOnce() {
    store.setState({ error: null });
    try {
      store.setState({ code: await fetchCode() });
    } catch (reason) {
      loadingCode = null;
      store.setState({ error: reason instanceof Error ? reason : new Error(String(reason)) });
    }
  }
  return {
    ...store,
    load() {
      loadingCode ??= fetchOnce();
      return loadingCode;
    },
  };
}

/** Loads code when the component mounts, and returns the loading state. After a failure, a new mount tries again. */
export function useLazyCode<Code>(lazy: LazyCode<Code>): LoadState<Code> {
  // Start before the paint, so that the message of an earlier failure doesn't flash.
  useLayoutEffect(() => void lazy.load(), [lazy]);
  return useStore(lazy);
}

/**
 * Loads code after the next paint, and returns the loading state.
 * @param isPostponed true to wait while more urgent data or code is loading
 */
export function useLazyCodeAfterPaint<Code>(lazy: LazyCode<Code>, isPostponed = false): LoadState<Code> {
  useEffect(() => {
    if (isPostponed) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(lazy.load);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [lazy, isPostponed]);
  return useStore(lazy);
}
