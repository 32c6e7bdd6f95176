import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError, type ServiceErrorKind } from '../../src/api/errors.ts';
import { cleanToken, problemOf } from '../../src/session/signInProblem.ts';

const serviceMessage = 'The message of the service.';
const networkAdvice = /^Your network may require you .* check the service URL\.$/;

it.each<[ServiceErrorKind, string, RegExp, 'workspace' | 'token' | null]>([
  ['rejected-token', serviceMessage, /^Check that you copied the whole token .* expired\.$/, 'token'],
  ['forbidden', 'This token can’t access workspace “acme”.', /^Use a token for that/, 'token'],
  ['not-found', 'Workspace “acme” wasn’t found.', /^Check the spelling/, 'workspace'],
  ['bad-path', serviceMessage, /^Enter the workspace slug/, 'workspace'],
  ['offline', serviceMessage, /^Reconnect, then try again/, null],
  ['unreachable', serviceMessage, /^A firewall, a browser extension .* contact your operator\.$/, null],
  ['timeout', serviceMessage, /^Try again in a moment\.$/, null],
  ['too-many-requests', serviceMessage, /^Wait a minute/, null],
  ['service-failure', serviceMessage, /^Your token is probably fine\. Try again in a moment\.$/, null],
  ['not-the-service', serviceMessage, networkAdvice, null],
  ['unreadable', serviceMessage, networkAdvice, null],
  ['conflict', serviceMessage, /^Check both fields, then try again\.$/, null],
])('explains %s: %s %s', (kind, title, next, field) => {
  const problem = problemOf(new ServiceError({ kind, message: serviceMessage }), 'acme');
  expect(problem).toMatchObject({ title, next: expect.stringMatching(next), field });
});

it.each([
  [null, 'Wait a minute, then sign in again.'],
  [0, 'Wait 1 second, then sign in again.'],
  [1_000, 'Wait 1 second, then sign in again.'],
  [1_001, 'Wait 2 seconds, then sign in again.'],
  [90_000, 'Wait 90 seconds, then sign in again.'],
  [120_000, 'Wait 2 minutes, then sign in again.'],
  [121_000, 'Wait 3 minutes, then sign in again.'],
])('names the wait after a 429 with a Retry-After of %s ms: %s', (retryAfterMs, next) => {
  const error = new ServiceError({ kind: 'too-many-requests', message: serviceMessage, retryAfterMs });
  expect(problemOf(error, 'acme').next).toBe(next);
});

it.each<[ServiceErrorKind, boolean]>([
  ['bad-path', false],
  ['offline', false],
  ['signed-out', false],
  ['rejected-token', true],
  ['unreachable', true],
])('keeps the error of %s for a report: %s', (kind, wasSent) => {
  const error = new ServiceError({ kind, message: serviceMessage });
  expect(problemOf(error, 'acme').error).toBe(wasSent ? error : null);
});

/** Valid tokens: visible ASCII that doesn't look like quotes or a prefix. */
const tokens = fc
  .string({ unit: fc.constantFrom(...'abcXYZ019-._~+/='), minLength: 1, maxLength: 80 })
  .filter((token) => !/^bearer$/i.test(token));
const spaces = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r\n', '\u00a0', '\ufeff') });
const quotes = fc.constantFrom('"', "'", '`');
const prefixes = fc.constantFrom(
  '',
  'Bearer ',
  'bearer\t',
  'BEARER  ',
  'Authorization: Bearer ',
  'authorization:Bearer ',
);

describe('cleanToken', () => {
  it.each([
    ['sandbox-token', 'sandbox-token'],
    ['Authorization : Bearer sandbox-token', 'sandbox-token'],
    ['""', ''],
    // Quotes that are no pair, and a word that only starts alike, belong to the token.
    ['"sandbox-token', '"sandbox-token'],
    ['sandbox"token"', 'sandbox"token"'],
    ['"sandbox"token', '"sandbox"token'],
    ['bearertoken', 'bearertoken'],
    ['token bearer x', 'token bearer x'],
    ['Bearer', ''],
    ['"Authorization: Bearer"', ''],
    ['two words', 'two words'],
  ])('cleans %j to %j', (pasted, token) => {
    expect(cleanToken(pasted)).toBe(token);
  });

  it('finds a token among quotes, spaces and prefixes', () => {
    const wrapped = fc.tuple(tokens, spaces, quotes, prefixes, fc.integer({ min: 0, max: 3 }));
    fc.assert(
      fc.property(wrapped, ([token, space, quote, prefix, layers]) => {
        let pasted = `${prefix}${token}`;
        for (let layer = 0; layer < layers; layer += 1)
          pasted = `${space}${quote}${space}${pasted}${space}${quote}`;
        expect(cleanToken(`${space}${pasted}${space}`)).toBe(token);
      }),
    );
  });
});
