import { vi } from 'vitest';

/** Holds deletes of a page in jsdom. @returns a function that releases them */
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
