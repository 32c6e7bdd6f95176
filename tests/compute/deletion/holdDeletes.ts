import { vi } from 'vitest';

/** Keeps deletes from leaving a page in jsdom until the function that it gives is called. */
export function holdDeletes(): () => void {
  const { fetch } = globalThis;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (init?.method === 'DELETE') await held;
    return fetch(input, init);
  });
  return () => {
    vi.unstubAllGlobals();
    letGo();
  };
}
