/** What the end of a session is worked out from. All in ms, times since the epoch. */
export type SessionTimes = {
  signedInAt: number;
  /** The last sign of life. */
  activeAt: number;
  /** When the last deletion ended; 0 where there was none. */
  freeAt: number;
  idleMs: number;
  /** When the token says that it expires; null where it does not say. */
  expiresAt: number | null;
};

export type SessionEnd = { why: 'idle' | 'too-long'; at: number };

export const longestSessionMs = 8 * 60 * 60_000;
export const warningMs = 2 * 60_000;

/**
 * When a session ends by the wall clock, and why: so long after the last sign of life, and 8 hours after the sign-in in
 * any case. Whoever waited for a deletion is left the time of a warning to read what became of it.
 */
export function sessionEnd({ signedInAt, activeAt, freeAt, idleMs }: SessionTimes): SessionEnd {
  const idleAt = activeAt + idleMs;
  const longAt = signedInAt + longestSessionMs;
  const end: SessionEnd = idleAt < longAt ? { why: 'idle', at: idleAt } : { why: 'too-long', at: longAt };
  return freeAt === 0 ? end : { ...end, at: Math.max(end.at, freeAt + warningMs) };
}
