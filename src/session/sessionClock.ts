import * as v from 'valibot';

/** The times that decide when a session ends and when a warning appears. Names with `At` are in ms since the epoch. */
export type SessionTimes = {
  signedInAt: number;
  activeAt: number;
  /** Time at which the last deletion ended; 0 if none has ended. */
  workEndedAt: number;
  idleMs: number;
  tokenExpiresAt: number | null;
};

type SessionEnd = { reason: 'idle' | 'too-long'; endsAt: number };

export const maxSessionMs = 8 * 60 * 60_000;
/** Longest time (ms) from a warning to the end of a session. After a deletion, a session lasts at least this long. */
export const warningMs = 2 * 60_000;

/**
 * Returns when and why a session ends: after the idle time, but at most 8 hours after the sign-in. After a deletion, the
 * session lasts at least two more minutes, so that the admin can read the result.
 */
export function getSessionEnd({ signedInAt, activeAt, workEndedAt, idleMs }: SessionTimes): SessionEnd {
  const idleAt = activeAt + idleMs;
  const tooLongAt = signedInAt + maxSessionMs;
  const end: SessionEnd =
    idleAt < tooLongAt ? { reason: 'idle', endsAt: idleAt } : { reason: 'too-long', endsAt: tooLongAt };
  return workEndedAt === 0 ? end : { ...end, endsAt: Math.max(end.endsAt, workEndedAt + warningMs) };
}

export type SessionWarning = { reason: SessionEnd['reason'] | 'token'; endsAt: number };

/** Returns the current warning, or null. Warnings start at most two minutes before the session ends or the token expires. */
export function getWarning(times: SessionTimes, now: number): SessionWarning | null {
  const end = getSessionEnd(times);
  // If the idle time is under 4 minutes, wait for half of it. Otherwise the warning would be shown most of the time.
  const leadMs = end.reason === 'idle' ? Math.min(warningMs, times.idleMs / 2) : warningMs;
  if (now >= end.endsAt - leadMs) return end;
  const { tokenExpiresAt, signedInAt } = times;
  // Ignore an expiry before the sign-in, because the service accepted the token after that expiry.
  if (tokenExpiresAt === null || tokenExpiresAt <= signedInAt || now < tokenExpiresAt - warningMs)
    return null;
  return { reason: 'token', endsAt: tokenExpiresAt };
}

/** Returns the expiry of a JWT (ms since the epoch), or null. It is only a hint, because the service decides. */
export function readTokenExpiry(token: string): number | null {
  const [, payload = '', ...laterParts] = token.split('.');
  if (laterParts.length !== 1) return null;
  try {
    const json: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return v.parse(claimsSchema, json).exp * 1000;
  } catch {
    return null;
  }
}

const maxDateSeconds = 8.64e12;
const claimsSchema = v.object({ exp: v.pipe(v.number(), v.gtValue(0), v.ltValue(maxDateSeconds)) });
