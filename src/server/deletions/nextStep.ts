import type { EpochMs } from '../../rules/time.ts';
import type { DeleteResult } from '../service/judgeDelete.ts';

/** Why a deletion stops. `message` is for the items that weren't sent, because the reason may be about a different one. */
export type Stop = { reason: string; message: string };

function createStop(sentence: string): Stop {
  return { reason: sentence, message: sentence };
}

/** For what an actor did, who may be "token 3f9a12cd". */
export function createStopBy(actor: string, did: 'stopped' | 'signed out during'): Stop {
  return createStop(`${actor.replace(/^token /, 'Token ')} ${did} this delete.`);
}

/** For a reason that is about one item. */
export function createStopAfter(reason: string): Stop {
  return { reason, message: `The delete had stopped: ${reason}` };
}

/** Also for what an earlier server left. */
export const restartStop = createStop('The console was restarted during this delete.');
export const storageStop = createStop("The deletion log can't be written, so nothing more was sent.");

/** A longer wait (ms) stops a deletion, because the admin is probably not watching any longer. */
const maxWaitMs = 60_000;
const minWaitMs = 1_000;

type Progress = {
  isFirst: boolean;
  /** False if the outcome couldn't be stored at once. */
  isStored: boolean;
  /** The item before was answered with 429, too. */
  hasWaited: boolean;
  now: EpochMs;
};

/** A deletion stops at the first doubt. Otherwise it goes on after a wait (ms), which is 0 but for a 429. */
export function decideNextStep(
  { outcome, doubt, isTokenRejected }: DeleteResult,
  label: string,
  { isFirst, isStored, hasWaited, now }: Progress,
): Stop | { waitMs: number } {
  if (!isStored) return createStopAfter(`The result of ${label} couldn't be stored at once.`);
  switch (outcome.code) {
    case 'deleted':
    case 'accepted':
      return doubt === null ? goOn : createStopAfter(`The response for ${label} ${doubt}.`);
    case 'gone':
      return isFirst ? createStopAfter(`The first instance, ${label}, was not found.`) : goOn;
    case 'refused': {
      if (isTokenRejected) return createStop('The service no longer accepts the token.');
      if (outcome.status !== 429 || hasWaited)
        return createStopAfter(`The service rejected the delete of ${label}.`);
      const waitMs = outcome.retryAt === null ? 0 : Date.parse(outcome.retryAt) - now;
      if (waitMs <= maxWaitMs) return { waitMs: Math.max(waitMs, minWaitMs) };
      return createStop(`The service asks to wait ${Math.ceil(waitMs / 60_000)} minutes.`);
    }
    case 'unknown':
      return createStopAfter(`We don't know whether ${label} was deleted.`);
    case 'mismatch':
      return createStopAfter(`The response for ${label} names a different workspace.`);
    case 'not-sent':
      return createStopAfter(`${label} wasn't sent.`);
  }
}

const goOn = { waitMs: 0 };
