import { describe, expect, it } from 'vitest';
import { ServiceError, type ServiceErrorKind } from '../../src/rules/errors.ts';
import { cleanToken, toSignInProblem } from '../../src/session/signInProblem.ts';

const serviceMessage = 'The message of the service.';

describe('toSignInProblem', () => {
  it.each<[ServiceErrorKind, string, RegExp, 'workspace' | 'token' | null]>([
    ['rejected-token', serviceMessage, /^Check that you copied the whole token .* expired\.$/, 'token'],
    ['forbidden', "This token can't access workspace “acme”.", /^Use a token for that/, 'token'],
    ['not-found', "Workspace “acme” wasn't found.", /^Check the spelling/, 'workspace'],
    ['bad-path', serviceMessage, /^Enter the workspace slug/, 'workspace'],
    ['offline', serviceMessage, /^Reconnect/, null],
    ['unreachable', serviceMessage, /^A firewall, a browser extension .* contact your operator\.$/, null],
    ['unreadable', serviceMessage, /^Your network may require you .* check the service URL\.$/, null],
    ['proxy-in-front', serviceMessage, /^$/, null],
    ['refused', serviceMessage, /^Check the workspace and the token, then try again\.$/, null],
  ])('explains the error %s with the title “%s” and the advice %s', (kind, title, advice, field) => {
    const error = new ServiceError({ kind, message: serviceMessage });
    expect(toSignInProblem(error, 'acme')).toEqual({
      title,
      advice: expect.stringMatching(advice),
      field,
      // No request was sent.
      error: ['offline', 'bad-path'].includes(kind) ? null : error,
    });
  });

  it.each([
    [null, 'Wait a minute, then try again.'],
    [0, 'Wait 1 second, then try again.'],
    [1_001, 'Wait 2 seconds, then try again.'],
    [121_000, 'Wait 3 minutes, then try again.'],
  ])('turns a retryAfterMs of %s into the advice “%s”', (retryAfterMs, advice) => {
    const error = new ServiceError({ kind: 'too-many-requests', message: serviceMessage, retryAfterMs });
    expect(toSignInProblem(error, 'acme').advice).toBe(advice);
  });

  it('asks the admin to reload after an error of the console itself', () => {
    const advice = 'Reload the page and try again.';
    expect(toSignInProblem(new Error(), 'acme')).toMatchObject({ advice, field: null, error: null });
  });
});

describe('cleanToken', () => {
  it.each([
    ['Authorization : Bearer sandbox-token', 'sandbox-token'],
    ['\ufeff" \'BEARER\tsandbox-token\'\r\n"\u00a0', 'sandbox-token'],
    ['`Bearer "authorization:Bearer sandbox-token"`', 'sandbox-token'],
    // A quote without a pair belongs to the token, as does a word that only begins with "bearer".
    ['"sandbox-token', '"sandbox-token'],
    ['sandbox"token"', 'sandbox"token"'],
    ['bearertoken', 'bearertoken'],
    ['"Authorization: Bearer"', ''],
  ])('changes the pasted text %j to %j', (pasted, token) => {
    expect(cleanToken(pasted)).toBe(token);
  });
});
