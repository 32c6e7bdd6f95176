import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { DeleteResult } from './forwardCall.ts';
import type { Limits } from './settings.ts';

/** A DELETE of one client. `disconnected` is aborted when this client disconnects. */
type DeleteRequest = { key: string; authorization: string; target: string; disconnected: AbortSignal };

type CacheEntry = {
  tokenHash: string;
  target: string;
  result: Promise<DeleteResult>;
  clientCount: number;
  abandoned: AbortController;
};

/**
 * Creates a function that sends one DELETE per Idempotency-Key and caches the response in memory. Browsers silently resend a
 * DELETE if a reused connection drops. The second request then gets the response to the first.
 * @param clock `now` returns a time (ms). It must never be 0, because `lru-cache` ignores the time 0.
 */
export function createIdempotencyCache(limits: Limits, clock: { now(): number } = performance) {
  const runningDeletes = new Map<string, CacheEntry>();
  const createStore = (sizeFactor: number) =>
    new LRUCache<string, CacheEntry>({
      max: Math.ceil(limits.cachedResponses * sizeFactor),
      maxSize: Math.ceil(limits.cachedResponseBytes * sizeFactor),
      ttl: limits.cachedResponseMs,
      ttlResolution: 0,
      perf: clock,
    });
  const storedResults = createStore(1);
  // Anybody can cause a 4xx. A separate store ensures that rejected requests don't remove the results of real deletes.
  const storedRefusals = createStore(0.1);

  /**
   * Returns the result of the running or finished DELETE with this key, or calls `send`. Returns 'mismatch' if that DELETE has
   * a different token or target, and 'full' if too many deletes are running.
   */
  return function deleteOnce(
    { key, authorization, target, disconnected }: DeleteRequest,
    send: (abandoned: AbortSignal) => Promise<DeleteResult>,
  ): { isFromCache: boolean; result: Promise<DeleteResult> } | 'mismatch' | 'full' {
    const tokenHash = createHash('sha256').update(authorization).digest('base64');
    const knownEntry = runningDeletes.get(key) ?? storedResults.get(key) ?? storedRefusals.get(key);
    if (knownEntry !== undefined) {
      if (knownEntry.tokenHash !== tokenHash || knownEntry.target !== target) return 'mismatch';
      countClient(knownEntry, disconnected);
      return { isFromCache: true, result: knownEntry.result };
    }
    const runningForToken = [...runningDeletes.values()].filter((entry) => entry.tokenHash === tokenHash);
    if (
      runningDeletes.size >= limits.concurrentDeletes ||
      runningForToken.length >= limits.concurrentDeletesPerToken
    )
      return 'full';
    const abandoned = new AbortController();
    const result = send(abandoned.signal).finally(() => runningDeletes.delete(key));
    const entry = { tokenHash, target, result, clientCount: 0, abandoned };
    countClient(entry, disconnected);
    runningDeletes.set(key, entry);
    result.then(
      ({ status, isSent, body }) => {
        const store = status >= 400 && status < 500 && status !== 408 ? storedRefusals : storedResults;
        if (isSent) store.set(key, entry, { size: Math.max(body.length, 1) });
      },
      () => {},
    );
    return { isFromCache: false, result };
  };
}

/** Counts a client of a DELETE until the client disconnects. Aborts `abandoned` when no client is left. */
function countClient(entry: CacheEntry, disconnected: AbortSignal): void {
  entry.clientCount += 1;
  const removeClient = () => {
    entry.clientCount -= 1;
    if (entry.clientCount === 0) entry.abandoned.abort();
  };
  if (disconnected.aborted) removeClient();
  else disconnected.addEventListener('abort', removeClient);
}
