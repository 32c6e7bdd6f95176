import * as v from 'valibot';

/** What the end of a session is worked out from. All in ms, times since the epoch. */
export type SessionTimes = {
  signedInAt: number;
  /** The last sign of life. */
  activeAt: number;
  /** When the last deletion ended; 0 where there was none. */
  workEndedAt: number;
  idleMs: number;
  /** When the token says that it expires; null where it does not say. */
  expiresAt: number | null;
};

type SessionEnd = { why: 'idle' | 'too-long'; at: number };

export const longestSessionMs = 8 * 60 * 60_000;
export const warningMs = 2 * 60_000;

/**
 * When a session ends by the wall clock, and why: so long after the last sign of life, and 8 hours after the sign-in in
 * any case. Whoever waited for a deletion is left the time of a warning to read what became of it.
 */
export function sessionEnd({ signedInAt, activeAt, workEndedAt, idleMs }: SessionTimes): SessionEnd {
  const idleAt = activeAt + idleMs;
  const longAt = signedInAt + longestSessionMs;
  const end: SessionEnd = idleAt < longAt ? { why: 'idle', at: idleAt } : { why: 'too-long', at: longAt };
  return workEndedAt === 0 ? end : { ...end, at: Math.max(end.at, workEndedAt + warningMs) };
}

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

/**
 * When a token says that it expires, where it is a readable JWT with `exp`: a hint, never proof, for the service alone
 * decides what it accepts (section 5 shows no lifetime).
 * @returns ms since the epoch, or null
 */
export function tokenExpiry(token: string): number | null {
  const [, payload = '', ...rest] = token.split('.');
  if (rest.length !== 1) return null;
  try {
    const json: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return v.parse(claimsSchema, json).exp * 1000;
  } catch {
    return null;
  }
}

/** The last second that a Date can name. */
const farthestSeconds = 8.64e12;
const claimsSchema = v.object({ exp: v.pipe(v.number(), v.gtValue(0), v.ltValue(farthestSeconds)) });
