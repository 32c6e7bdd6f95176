import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { DeleteResult } from './forwardCall.ts';
import type { Limits } from './settings.ts';

/** A DELETE of one client. `disconnected` is aborted when that client disconnects. */
type DeleteRequest = { key: string; authorization: string; target: string; disconnected: AbortSignal };

type CachedDelete = { fromCache: boolean; result: Promise<DeleteResult> };

type Entry = {
  tokenHash: string;
  target: string;
  result: Promise<DeleteResult>;
  clients: number;
  abandoned: AbortController;
};

/**
 * Remembers deletes by their Idempotency-Key, in memory. Browsers silently resend a DELETE when a kept-alive connection drops,
 * and the second request then gets the first one's response.
 * @param clock returns milliseconds above 0
 */
export function createIdempotencyCache(limits: Limits, clock: { now(): number } = performance) {
  const running = new Map<string, Entry>();
  const createStore = (share: number) =>
    new LRUCache<string, Entry>({
      max: Math.ceil(limits.keptDeletes * share),
      maxSize: Math.ceil(limits.keptDeleteBytes * share),
      ttl: limits.keptDeleteMs,
      ttlResolution: 0,
      perf: clock,
    });
  const stored = createStore(1);
  // Anybody can cause a 4xx, so those must not evict the results of real deletes.
  const storedRefusals = createStore(0.1);

  /**
   * Returns the running or stored result for a key, or the result of `send`. Returns 'mismatch' if the key belongs to another
   * token or target and 'full' if too many deletes are running. Neither sends a request.
   */
  return function deleteOnce(
    { key, authorization, target, disconnected }: DeleteRequest,
    send: (abandoned: AbortSignal) => Promise<DeleteResult>,
  ): CachedDelete | 'mismatch' | 'full' {
    const tokenHash = createHash('sha256').update(authorization).digest('base64');
    const known = running.get(key) ?? stored.get(key) ?? storedRefusals.get(key);
    if (known !== undefined) {
      if (known.tokenHash !== tokenHash || known.target !== target) return 'mismatch';
      countClient(known, disconnected);
      return { fromCache: true, result: known.result };
    }
    const runningForToken = [...running.values()].filter((entry) => entry.tokenHash === tokenHash);
    if (
      running.size >= limits.concurrentDeletes ||
      runningForToken.length >= limits.concurrentDeletesPerToken
    )
      return 'full';
    const abandoned = new AbortController();
    const result = send(abandoned.signal).finally(() => running.delete(key));
    const entry = { tokenHash, target, result, clients: 0, abandoned };
    countClient(entry, disconnected);
    running.set(key, entry);
    result.then(
      ({ status, isSent, body }) => {
        const store = status >= 400 && status < 500 && status !== 408 ? storedRefusals : stored;
        if (isSent) store.set(key, entry, { size: Math.max(body.length, 1) });
      },
      () => {},
    );
    return { fromCache: false, result };
  };
}

function countClient(entry: Entry, disconnected: AbortSignal): void {
  entry.clients += 1;
  const release = () => {
    entry.clients -= 1;
    if (entry.clients === 0) entry.abandoned.abort();
  };
  if (disconnected.aborted) release();
  else disconnected.addEventListener('abort', release);
}
