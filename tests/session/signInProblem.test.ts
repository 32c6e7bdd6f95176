import { expect, it } from 'vitest';
import { ServiceError, type ServiceErrorKind } from '../../src/api/errors.ts';
import { signInProblem } from '../../src/session/signIn.ts';

const own = 'What the wire said.';
const elsewhere = /^A login page of your network .* service address is wrong\.$/;

it.each<[ServiceErrorKind, string, RegExp, 'workspace' | 'token' | null]>([
  ['rejected-token', own, /^Check that it was copied whole .* paste it again\.$/, 'token'],
  ['forbidden', 'This token has no permission for the workspace “acme”.', /^Use a token of that/, 'token'],
  [
    'not-found',
    'There is no workspace “acme”, or it is not visible to this token.',
    /^Check the spelling/,
    'workspace',
  ],
  ['bad-path', own, /^Enter the slug/, 'workspace'],
  ['offline', own, /^Connect to the network/, null],
  ['unreachable', own, /^The network, a browser extension .* ask who runs this console\.$/, null],
  ['timeout', own, /^Try again in a moment\.$/, null],
  ['too-many-requests', own, /^Wait a minute/, null],
  ['service-failure', own, /^Nothing is wrong with your token .* Try again in a moment\.$/, null],
  ['not-the-service', own, elsewhere, null],
  ['unreadable', own, elsewhere, null],
  ['conflict', own, /^Check both fields, then try again\.$/, null],
  ['refused', own, /^Check both fields/, null],
  ['aborted', own, /^Check both fields/, null],
  ['too-large', own, /^Check both fields/, null],
])('%s: %s %s', (kind, title, next, field) => {
  const problem = signInProblem(new ServiceError({ kind, message: own }), 'acme');
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
])('after %s ms: %s', (retryAfterMs, next) => {
  const error = new ServiceError({ kind: 'too-many-requests', message: own, retryAfterMs });
  expect(signInProblem(error, 'acme').next).toBe(next);
});

it.each<[ServiceErrorKind, boolean]>([
  ['bad-path', false],
  ['offline', false],
  ['signed-out', false],
  ['rejected-token', true],
  ['unreachable', true],
])('of %s there is something to report: %s', (kind, wasSent) => {
  const error = new ServiceError({ kind, message: own });
  expect(signInProblem(error, 'acme').sent).toEqual(wasSent ? { workspaceSlug: 'acme', error } : null);
});
