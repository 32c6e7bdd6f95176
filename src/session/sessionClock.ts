import * as v from 'valibot';

/** The times that decide when a session ends, in ms. */
export type SessionTimes = {
  signedInAt: number;
  activeAt: number;
  /** The end of the last deletion; 0 if there was none. */
  workEndedAt: number;
  idleMs: number;
  expiresAt: number | null;
};

type SessionEnd = { why: 'idle' | 'too-long'; at: number };

export const longestSessionMs = 8 * 60 * 60_000;
export const warningMs = 2 * 60_000;

/**
 * Returns when and why a session ends: after the idle time, and at the latest 8 hours after the sign-in. After a deletion
 * the admin always has two minutes to read its result.
 */
export function sessionEnd({ signedInAt, activeAt, workEndedAt, idleMs }: SessionTimes): SessionEnd {
  const idleAt = activeAt + idleMs;
  const longAt = signedInAt + longestSessionMs;
  const end: SessionEnd = idleAt < longAt ? { why: 'idle', at: idleAt } : { why: 'too-long', at: longAt };
  return workEndedAt === 0 ? end : { ...end, at: Math.max(end.at, workEndedAt + warningMs) };
}

export type SessionWarning = { why: SessionEnd['why'] | 'token'; at: number };

/** Returns the warning that is due, two minutes ahead, or null. With an idle time below 4 minutes it comes after half of it. */
export function sessionWarning(times: SessionTimes, now: number): SessionWarning | null {
  const end = sessionEnd(times);
  const ahead = end.why === 'idle' ? Math.min(warningMs, times.idleMs / 2) : warningMs;
  if (now >= end.at - ahead) return end;
  const { expiresAt, signedInAt } = times;
  // Don't warn about a token that was already expired when the service accepted it.
  if (expiresAt === null || expiresAt <= signedInAt || now < expiresAt - warningMs) return null;
  return { why: 'token', at: expiresAt };
}

/** Reads the expiry of a JWT (ms since the epoch). It is only a hint, because the service decides which tokens it accepts. */
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

const maxDateSeconds = 8.64e12;
const claimsSchema = v.object({ exp: v.pipe(v.number(), v.gtValue(0), v.ltValue(maxDateSeconds)) });
