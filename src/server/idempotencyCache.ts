import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Answer } from './service.ts';
import type { Limits } from './settings.ts';

/** A delete as it was asked for: its Idempotency-Key, and what that key is bound to. */
export type DeleteIntent = { key: string; authorization: string; target: string };

type Entry = { tokenHash: string; target: string; answer: Promise<Answer> };

/**
 * Remembers deletes by their Idempotency-Key, because browsers re-send a DELETE by themselves when a kept-alive
 * connection drops: the second request gets the first one's answer and the service sees one delete. In memory only.
 * @param clock gives ms, from above 0
 */
export function createIdempotencyCache(limits: Limits, clock: { now(): number } = performance) {
  // Apart from the settled ones: what is under way must never be pushed out.
  const underWay = new Map<string, Entry>();
  const settled = new LRUCache<string, Entry>({
    max: limits.keptDeletes,
    maxSize: limits.keptDeleteBytes,
    ttl: limits.keepDeleteMs,
    ttlResolution: 0,
    perf: clock,
  });

  /**
   * The answer to a delete: the one under way or kept under this key, else the one `send` gives. 'mismatch' where the
   * key belongs to another token or target, 'full' where too many are under way; nothing is sent then.
   */
  return function answer(intent: DeleteIntent, send: () => Promise<Answer>) {
    const { key, target } = intent;
    const tokenHash = createHash('sha256').update(intent.authorization).digest('base64');
    const known = underWay.get(key) ?? settled.get(key);
    if (known !== undefined)
      return known.tokenHash === tokenHash && known.target === target ? known.answer : 'mismatch';
    const own = [...underWay.values()].filter((entry) => entry.tokenHash === tokenHash);
    if (underWay.size >= limits.deletesUnderWay || own.length >= limits.deletesPerToken) return 'full';
    const entry = { tokenHash, target, answer: send().finally(() => underWay.delete(key)) };
    underWay.set(key, entry);
    entry.answer.then(
      ({ body }) => settled.set(key, entry, { size: Math.max(body.length, 1) }),
      () => {},
    );
    return entry.answer;
  };
}
