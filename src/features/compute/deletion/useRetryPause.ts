import { useNow } from '../../../ui/useNow.ts';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';

const longestCountdownMs = 5 * 60_000;

/** How long the service asked to wait after a failure: seconds still to count down, or a sentence where it is long. */
export function useRetryPause(entry: DeletionEntry | null): { secondsLeft: number; sentence: string | null } {
  const now = useNow();
  const wait = entry?.outcome?.retryAfterMs ?? null;
  if (wait === null || entry === null || entry.settledAt === null) return { secondsLeft: 0, sentence: null };
  if (wait > longestCountdownMs)
    return { secondsLeft: 0, sentence: `The service asks to wait ${Math.ceil(wait / 60_000)} minutes.` };
  return { secondsLeft: Math.max(0, Math.ceil((entry.settledAt + wait - now) / 1000)), sentence: null };
}
