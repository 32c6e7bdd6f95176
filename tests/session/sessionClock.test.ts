import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  longestSessionMs,
  type SessionTimes,
  sessionEnd,
  sessionWarning,
  tokenExpiry,
  warningMs,
} from '../../src/session/sessionClock.ts';

const minute = 60_000;
const nine = Date.UTC(2026, 2, 2, 9);

function times(change: Partial<SessionTimes> = {}): SessionTimes {
  return {
    signedInAt: nine,
    activeAt: nine,
    workEndedAt: 0,
    idleMs: 15 * minute,
    expiresAt: null,
    ...change,
  };
}

describe('sessionEnd', () => {
  it('is 15 minutes after the last activity', () => {
    expect(sessionEnd(times())).toEqual({ why: 'idle', at: nine + 15 * minute });
    expect(sessionEnd(times({ activeAt: nine + 7 }))).toEqual({ why: 'idle', at: nine + 7 + 15 * minute });
  });

  it('is at most 8 hours after the sign-in, and names that limit if both coincide', () => {
    const late = nine + longestSessionMs - 15 * minute;
    expect(sessionEnd(times({ activeAt: late - 1 }))).toEqual({
      why: 'idle',
      at: nine + 8 * 60 * minute - 1,
    });
    expect(sessionEnd(times({ activeAt: late }))).toEqual({ why: 'too-long', at: nine + 8 * 60 * minute });
    expect(sessionEnd(times({ activeAt: nine + longestSessionMs }))).toMatchObject({ why: 'too-long' });
  });

  it('is 8 hours after the sign-in if idle time never ends a session', () => {
    const never = times({ idleMs: Number.POSITIVE_INFINITY });
    expect(sessionEnd(never)).toEqual({ why: 'too-long', at: nine + longestSessionMs });
    expect(sessionWarning(never, nine + longestSessionMs - warningMs - 1)).toBeNull();
    expect(sessionWarning(never, nine + longestSessionMs - warningMs)).toMatchObject({ why: 'too-long' });
  });
});

describe('sessionWarning', () => {
  it('comes two minutes ahead, not a millisecond sooner', () => {
    expect(sessionWarning(times(), nine + 13 * minute - 1)).toBeNull();
    expect(sessionWarning(times(), nine + 13 * minute)).toEqual({ why: 'idle', at: nine + 15 * minute });
  });

  it('comes at half of a short idle time', () => {
    const short = times({ idleMs: minute });
    expect(sessionWarning(short, nine + 30_000 - 1)).toBeNull();
    expect(sessionWarning(short, nine + 30_000)).toEqual({ why: 'idle', at: nine + minute });
  });

  it('comes two minutes before the eighth hour even with a short idle time', () => {
    const last = times({ idleMs: minute, activeAt: nine + longestSessionMs - 3 * minute + 150_000 });
    expect(sessionWarning(last, nine + longestSessionMs - 2 * minute)).toMatchObject({ why: 'too-long' });
  });

  it('announces the expiry of a token, unless the session ends first', () => {
    const expiresAt = nine + 5 * minute;
    expect(sessionWarning(times({ expiresAt }), nine + 3 * minute - 1)).toBeNull();
    expect(sessionWarning(times({ expiresAt }), nine + 3 * minute)).toEqual({ why: 'token', at: expiresAt });
    expect(sessionWarning(times({ expiresAt }), nine + 6 * minute)).toEqual({ why: 'token', at: expiresAt });
    expect(sessionWarning(times({ expiresAt }), nine + 13 * minute)).toMatchObject({ why: 'idle' });
  });

  it('ignores a token that had expired before the sign-in', () => {
    expect(sessionWarning(times({ expiresAt: nine }), nine + minute)).toBeNull();
    expect(sessionWarning(times({ expiresAt: nine + 1 }), nine + minute)).toMatchObject({ why: 'token' });
  });
});

describe('tokenExpiry', () => {
  const jwt = (claims: unknown) =>
    ['eyJhbGciOiJIUzI1NiJ9', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'c2ln'].join('.');

  it('reads exp in seconds, also from base64url', () => {
    expect(tokenExpiry(jwt({ exp: 1_772_442_000 }))).toBe(1_772_442_000_000);
    expect(tokenExpiry(jwt({ sub: '>>>???ÿþ~~', exp: 1_772_442_000.5 }))).toBe(1_772_442_000_500);
  });

  it.each([
    ['an opaque token', 'sandbox-token'],
    ['two parts', jwt({ exp: 5 }).split('.').slice(0, 2).join('.')],
    ['four parts', `${jwt({ exp: 5 })}.x`],
    ['no JSON', 'a.bm90IGpzb24.c'],
    ['no base64', 'a.%%%.c'],
    ['null', jwt(null)],
    ['no exp', jwt({ iat: 5 })],
    ['a text', jwt({ exp: '1772442000' })],
    ['zero', jwt({ exp: 0 })],
    ['a time that no date can name', jwt({ exp: 8.64e12 })],
  ])('gives null for %s', (_, token) => {
    expect(tokenExpiry(token)).toBeNull();
  });

  it('never throws, whatever the token', () => {
    fc.assert(fc.property(fc.string(), (text) => void tokenExpiry(`a.${text}.c`)));
    fc.assert(fc.property(fc.jsonValue(), (claims) => void tokenExpiry(jwt(claims))));
  });
});
