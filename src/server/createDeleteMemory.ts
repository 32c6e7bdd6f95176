import { createHash } from 'node:crypto';
import type { KeptAnswer } from './askForDelete.ts';
import type { Limits } from './limits.ts';

export type DeleteMemory = {
  /**
   * The answer to a delete: the one already under way or kept under this key, else the one `send` gives.
   * 'mismatch' where the key belongs to another token or target, 'full' where nothing more can be remembered or
   * `send` has no room (null); nothing is sent then.
   */
  answer(
    intent: DeleteIntent,
    send: () => Promise<KeptAnswer> | null,
  ): Promise<KeptAnswer> | 'mismatch' | 'full';
};

export type DeleteIntent = { key: string; authorization: string; target: string };

type Entry = { fingerprint: string; answer: Promise<KeptAnswer>; bytes: number; settledAt: number | null };

/**
 * Remembers deletes by their Idempotency-Key, because browsers re-send a DELETE by themselves when a kept-alive
 * connection drops: the second request gets the first one's answer and the service sees one delete. In memory only.
 * @param now clock in ms
 */
export function createDeleteMemory(
  limits: Pick<Limits, 'keepDeleteMs' | 'keptDeletes' | 'keptDeleteBytes'>,
  now: () => number = () => performance.now(),
): DeleteMemory {
  // Settled entries in the order in which they settled: the oldest is the first to go.
  const settled = new Map<string, Entry>();
  const underWay = new Map<string, Entry>();
  let keptBytes = 0;

  function forget(key: string, entry: Entry): void {
    settled.delete(key);
    keptBytes -= entry.bytes;
  }

  function tidy(): void {
    for (const [key, entry] of settled) {
      const old = now() - (entry.settledAt ?? 0) >= limits.keepDeleteMs;
      const crowded = settled.size + underWay.size > limits.keptDeletes || keptBytes > limits.keptDeleteBytes;
      if (!old && !crowded) return;
      forget(key, entry);
    }
  }

  return {
    answer({ key, authorization, target }, send) {
      tidy();
      const fingerprint = createHash('sha256').update(`${authorization}\n${target}`).digest('base64');
      const known = underWay.get(key) ?? settled.get(key);
      if (known !== undefined) return known.fingerprint === fingerprint ? known.answer : 'mismatch';
      if (underWay.size >= limits.keptDeletes) return 'full';
      const answer = send();
      if (answer === null) return 'full';
      const entry: Entry = { fingerprint, answer, bytes: 0, settledAt: null };
      underWay.set(key, entry);
      entry.answer.then(
        ({ body }) => {
          underWay.delete(key);
          entry.bytes = body.length;
          entry.settledAt = now();
          settled.set(key, entry);
          keptBytes += entry.bytes;
          tidy();
        },
        () => underWay.delete(key),
      );
      return entry.answer;
    },
  };
}
