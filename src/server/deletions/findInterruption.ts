import { defaultRetryAfterMs } from '../../rules/responseHeaders.ts';
import type { EpochMs } from '../../rules/time.ts';
import type { DeleteResult } from '../service/sendDelete.ts';
import { type BulkStop, sameStop } from './bulkLog.ts';

/** A longer wait (ms) stops a bulk delete, because the admin is probably not watching any longer. */
const maxWaitMs = 60_000;

type Circumstances = {
  /** The name, or the ID if it has none. */
  label: string;
  /** True as long as no instance of the bulk delete has clearly been deleted. */
  isFirst: boolean;
  now: EpochMs;
};

/** A reason to stop a bulk delete, the time that the service asks to wait, or null to go on. */
export function findInterruption(
  { outcome, doubt, isTokenRejected }: DeleteResult,
  { label, isFirst, now }: Circumstances,
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

/** The reason is about a different instance, so it can't stand alone. */
function stop(reason: string): BulkStop {
  return { reason, message: `The bulk delete had stopped: ${reason}` };
}
