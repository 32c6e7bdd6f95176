import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { DeleteResult } from './forwardCall.ts';
import type { Limits } from './settings.ts';

type DeleteRequest = { key: string; authorization: string; target: string };

type CacheEntry = { tokenHash: string; target: string; result: Promise<DeleteResult> };

/**
 * Creates a function that sends one DELETE per Idempotency-Key and caches the response in memory. Browsers silently resend a
 * DELETE if a reused connection drops. The second request then gets the response to the first.
 * @param clock `now` returns a time (ms). It must never be 0, because `lru-cache` ignores the time 0.
 */
export function createIdempotencyCache(limits: Limits, clock: { now(): number } = performance) {
  const runningDeletes = new Map<string, CacheEntry>();
  const finishedDeletes = new LRUCache<string, CacheEntry>({
    max: limits.cachedResponses,
    maxSize: limits.cachedResponseBytes,
    ttl: limits.cachedResponseMs,
    ttlResolution: 0,
    perf: clock,
  });

  /**
   * The result of the running or finished DELETE with this key, or of a new one. It is 'mismatch' if the DELETE with this key
   * has a different token or target.
   */
  return function deleteOnce(
    { key, authorization, target }: DeleteRequest,
    send: () => Promise<DeleteResult>,
  ): { isFromCache: boolean; result: Promise<DeleteResult> } | 'mismatch' {
    const tokenHash = createHash('sha256').update(authorization).digest('base64');
    const knownEntry = runningDeletes.get(key) ?? finishedDeletes.get(key);
    if (knownEntry !== undefined) {
      if (knownEntry.tokenHash !== tokenHash || knownEntry.target !== target) return 'mismatch';
      return { isFromCache: true, result: knownEntry.result };
    }
    const result = send().finally(() => runningDeletes.delete(key));
    const entry = { tokenHash, target, result };
    runningDeletes.set(key, entry);
    result.then(
      ({ isSent, body }) => isSent && finishedDeletes.set(key, entry, { size: Math.max(body.length, 1) }),
      () => {},
    );
    return { isFromCache: false, result };
  };
}
