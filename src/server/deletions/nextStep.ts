import type { EpochMs } from '../../rules/time.ts';
import type { DeleteResult } from '../service/judgeDelete.ts';

/** Why a deletion stops. `message` is for the items that weren't sent, because the reason may be about a different one. */
export type Stop = { reason: string; message: string };

export type NextStep = { step: 'go on' } | { step: 'wait'; waitMs: number } | { step: 'stop'; stop: Stop };

export function createStop(sentence: string): Stop {
  return { reason: sentence, message: sentence };
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

/** A deletion stops at the first doubt. */
export function decideNextStep(
  { outcome, doubt, isTokenRejected }: DeleteResult,
  label: string,
  { isFirst, isStored, hasWaited, now }: Progress,
): NextStep {
  if (!isStored) return stopAfter(`The result of ${label} couldn't be stored at once.`);
  switch (outcome.code) {
    case 'deleted':
    case 'accepted':
      return doubt === null ? { step: 'go on' } : stopAfter(`The response for ${label} ${doubt}.`);
    case 'gone':
      return isFirst ? stopAfter(`The first instance, ${label}, was not found.`) : { step: 'go on' };
    case 'refused': {
      if (isTokenRejected)
        return { step: 'stop', stop: createStop('The service no longer accepts the token.') };
      if (outcome.status !== 429 || hasWaited)
        return stopAfter(`The service rejected the delete of ${label}.`);
      const waitMs = outcome.retryAt === null ? 0 : Date.parse(outcome.retryAt) - now;
      if (waitMs <= maxWaitMs) return { step: 'wait', waitMs: Math.max(waitMs, minWaitMs) };
      const minutes = Math.ceil(waitMs / 60_000);
      return { step: 'stop', stop: createStop(`The service asks to wait ${minutes} minutes.`) };
    }
    case 'unknown':
      return stopAfter(`We don't know whether ${label} was deleted.`);
    case 'mismatch':
      return stopAfter(`The response for ${label} names a different workspace.`);
    case 'not-sent':
      return stopAfter(`${label} wasn't sent.`);
  }
}

function stopAfter(reason: string): NextStep {
  return { step: 'stop', stop: { reason, message: `The delete had stopped: ${reason}` } };
}
