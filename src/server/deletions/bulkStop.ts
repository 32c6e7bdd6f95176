import { defaultRetryAfterMs } from '../../rules/responseHeaders.ts';
import type { EpochMs } from '../../rules/time.ts';
import type { DeleteResult } from '../service/sendDelete.ts';

/** Why a bulk delete stops. `message` is for what wasn't sent, because the reason may be about a different instance. */
export type BulkStop = { reason: string; message: string };

export function sameStop(sentence: string): BulkStop {
  return { reason: sentence, message: sentence };
}

export const restartStop = sameStop('The console was restarted during this bulk delete.');

/** A longer wait (ms) stops a bulk delete, because the admin is probably not watching any longer. */
const maxWaitMs = 60_000;

/** A reason to stop a bulk delete, the time that the service asks to wait, or null to go on. */
export function findInterruption(
  { outcome, doubt, isTokenRejected }: DeleteResult,
  /** The name, or the ID if it has none. */
  label: string,
  /** `isFirst` as long as no instance of the bulk delete has clearly been deleted. */
  { isFirst, now }: { isFirst: boolean; now: EpochMs },
): BulkStop | { waitMs: number } | null {
  const { code, status } = outcome;
  switch (code) {
    case 'deleted':
    case 'accepted':
      return doubt === null ? null : stop(`The response for ${label} ${doubt}.`);
    case 'gone':
      return isFirst ? stop(`The first instance, ${label}, was not found.`) : null;
    case 'refused': {
      if (isTokenRejected) return sameStop('The service no longer accepts the token.');
      if (status !== 429) return stop(`The service refused to delete ${label}.`);
      const waitMs = outcome.retryAt === null ? defaultRetryAfterMs : Date.parse(outcome.retryAt) - now;
      if (waitMs <= maxWaitMs) return { waitMs };
      return sameStop(`The service asks to wait ${Math.ceil(waitMs / 60_000)} minutes.`);
    }
    case 'unknown':
      return stop(`We don't know whether ${label} was deleted.`);
    case 'mismatch':
      return stop(`The response for ${label} names a different workspace.`);
    case 'not-sent':
      return stop(`${label} wasn't sent.`);
  }
}

function stop(reason: string): BulkStop {
  return { reason, message: `The bulk delete had stopped: ${reason}` };
}
