import { describe, expect, it } from 'vitest';
import {
  getSessionEnd,
  getWarning,
  maxSessionMs,
  readTokenExpiry,
  type SessionTimes,
  warningMs,
} from '../../src/session/sessionClock.ts';
import { minuteMs, startMs } from './testSession.ts';

/** Returns the times of a session that began at `startMs`. */
function times(changes: Partial<SessionTimes> = {}): SessionTimes {
  return {
    signedInAt: startMs,
    activeAt: startMs,
    workEndedAt: 0,
    idleMs: 15 * minuteMs,
    tokenExpiresAt: null,
    ...changes,
  };
}

describe('getSessionEnd', () => {
  it('returns the earlier of the idle limit and the 8-hour limit', () => {
    const endsAt = startMs + 8 * 60 * minuteMs;
    const activeAt = endsAt - 15 * minuteMs;
    expect(getSessionEnd(times({ activeAt: activeAt - 1 }))).toEqual({ reason: 'idle', endsAt: endsAt - 1 });
    expect(getSessionEnd(times({ activeAt }))).toEqual({ reason: 'too-long', endsAt });
    expect(getSessionEnd(times({ activeAt: endsAt }))).toEqual({ reason: 'too-long', endsAt });
  });

  it('returns 8 hours after the sign-in if the idle time is infinite', () => {
    const endlessTimes = times({ idleMs: Number.POSITIVE_INFINITY });
    expect(getSessionEnd(endlessTimes)).toEqual({ reason: 'too-long', endsAt: startMs + maxSessionMs });
    expect(getWarning(endlessTimes, startMs + maxSessionMs - warningMs - 1)).toBeNull();
    expect(getWarning(endlessTimes, startMs + maxSessionMs - warningMs)).toMatchObject({
      reason: 'too-long',
    });
  });
});

describe('getWarning', () => {
  it('returns the idle warning after half of a short idle time', () => {
    const shortTimes = times({ idleMs: minuteMs });
    expect(getWarning(shortTimes, startMs + 30_000 - 1)).toBeNull();
    expect(getWarning(shortTimes, startMs + 30_000)).toEqual({ reason: 'idle', endsAt: startMs + minuteMs });
  });

  it('returns the 8-hour warning two minutes before the end despite a short idle time', () => {
    const active = times({ idleMs: minuteMs, activeAt: startMs + maxSessionMs - minuteMs / 2 });
    expect(getWarning(active, startMs + maxSessionMs - 2 * minuteMs)).toMatchObject({ reason: 'too-long' });
  });

  it('returns the token warning from two minutes before expiry until the idle warning', () => {
    const tokenExpiresAt = startMs + 5 * minuteMs;
    const warnAfter = (minutes: number) =>
      getWarning(times({ tokenExpiresAt }), startMs + minutes * minuteMs);
    expect(warnAfter(2.99)).toBeNull();
    expect(warnAfter(3)).toEqual({ reason: 'token', endsAt: tokenExpiresAt });
    expect(warnAfter(6)).toEqual({ reason: 'token', endsAt: tokenExpiresAt });
    expect(warnAfter(13)).toMatchObject({ reason: 'idle' });
  });

  it('ignores a token that had expired before the sign-in', () => {
    expect(getWarning(times({ tokenExpiresAt: startMs }), startMs + minuteMs)).toBeNull();
    const warning = getWarning(times({ tokenExpiresAt: startMs + 1 }), startMs + minuteMs);
    expect(warning).toMatchObject({ reason: 'token' });
  });
});

describe('readTokenExpiry', () => {
  const jwt = (claims: unknown) =>
    ['eyJhbGciOiJIUzI1NiJ9', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'c2ln'].join('.');

  it('reads the claim exp in seconds, even from base64url', () => {
    expect(readTokenExpiry(jwt({ exp: 1_772_442_000 }))).toBe(1_772_442_000_000);
    expect(readTokenExpiry(jwt({ sub: '>>>???ÿþ~~', exp: 1_772_442_000.5 }))).toBe(1_772_442_000_500);
  });

  it.each([
    ['has one part', 'sandbox-token'],
    ['has two parts', jwt({ exp: 5 }).split('.').slice(0, 2).join('.')],
    ['has four parts', `${jwt({ exp: 5 })}.x`],
    ['contains no JSON', 'a.bm90IGpzb24.c'],
    ['contains no base64', 'a.%%%.c'],
    ['contains null', jwt(null)],
    ['has no claim exp', jwt({ iat: 5 })],
    ['has a string as exp', jwt({ exp: '1772442000' })],
    ['expires at 0', jwt({ exp: 0 })],
    ['expires after the last possible date', jwt({ exp: 8.64e12 })],
  ])('returns null if the token %s', (_, token) => {
    expect(readTokenExpiry(token)).toBeNull();
  });
});
