import type { EpochMs } from '../../rules/time.ts';
import type { DeleteResult } from '../service/judgeDelete.ts';

/** What an actor did, who may be "token 3f9a12cd". */
export function describeStop(actor: string, did: 'stopped' | 'signed out during'): string {
  return `${actor.replace(/^token /, 'Token ')} ${did} this delete.`;
}

/** Also for what an earlier server left. */
export const restartSentence = 'The console was restarted during this delete.';
export const storageSentence = "The deletion log can't be written, so nothing more was sent.";

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

/** A deletion stops at the first doubt, with a reason. Otherwise it goes on after a wait (ms), which is 0 but for a 429. */
export function decideNextStep(
  { outcome, doubt, isTokenRejected }: DeleteResult,
  label: string,
  { isFirst, isStored, hasWaited, now }: Progress,
): string | number {
  if (!isStored) return `The result of ${label} couldn't be stored at once.`;
  switch (outcome.code) {
    case 'deleted':
    case 'accepted':
      return doubt === null ? 0 : `The response for ${label} ${doubt}.`;
    case 'gone':
      return isFirst ? `The first instance, ${label}, was not found.` : 0;
    case 'refused': {
      if (isTokenRejected) return 'The service no longer accepts the token.';
      if (outcome.status !== 429 || hasWaited) return `The service rejected the delete of ${label}.`;
      const waitMs = outcome.retryAt === null ? 0 : Date.parse(outcome.retryAt) - now;
      if (waitMs <= maxWaitMs) return Math.max(waitMs, minWaitMs);
      return `The service asks to wait ${Math.ceil(waitMs / 60_000)} minutes.`;
    }
    case 'unknown':
      return `We don't know whether ${label} was deleted.`;
    case 'mismatch':
      return `The response for ${label} names a different workspace.`;
    case 'not-sent':
      return `${label} wasn't sent.`;
  }
}
