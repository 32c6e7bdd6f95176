import { type SessionEnd, type SessionTimes, sessionEnd, warningMs } from './sessionEnd.ts';

/** What is about to happen, and when in ms since the epoch. `token`: the token itself says that it expires. */
export type SessionWarning = { why: SessionEnd['why'] | 'token'; at: number };

/**
 * What the admin has to be told now, 2 minutes ahead: null where nothing is near. With an idle time below 4 minutes the
 * warning comes at half of it, so that there is a time without one.
 * @param now ms since the epoch
 */
export function sessionWarning(times: SessionTimes, now: number): SessionWarning | null {
  const end = sessionEnd(times);
  const ahead = end.why === 'idle' ? Math.min(warningMs, times.idleMs / 2) : warningMs;
  if (now >= end.at - ahead) return end;
  const { expiresAt, signedInAt } = times;
  // A token that had expired by its own account before it was let in is the service's matter.
  if (expiresAt === null || expiresAt <= signedInAt || now < expiresAt - warningMs) return null;
  return { why: 'token', at: expiresAt };
}
