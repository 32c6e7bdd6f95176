import { expect, it } from 'vitest';
import { ServiceError, type ServiceErrorKind } from '../../src/api/errors.ts';
import { problemOf } from '../../src/session/signInProblem.ts';

const own = 'What the wire said.';
const elsewhere = /^Your network may require you .* check the service URL\.$/;

it.each<[ServiceErrorKind, string, RegExp, 'workspace' | 'token' | null]>([
  ['rejected-token', own, /^Check that you copied the whole token .* expired\.$/, 'token'],
  ['forbidden', 'This token can’t access workspace “acme”.', /^Use a token for that/, 'token'],
  ['not-found', 'Workspace “acme” wasn’t found.', /^Check the spelling/, 'workspace'],
  ['bad-path', own, /^Enter the workspace slug/, 'workspace'],
  ['offline', own, /^Reconnect, then try again/, null],
  ['unreachable', own, /^A firewall, a browser extension .* contact your operator\.$/, null],
  ['timeout', own, /^Try again in a moment\.$/, null],
  ['too-many-requests', own, /^Wait a minute/, null],
  ['service-failure', own, /^Your token is probably fine\. Try again in a moment\.$/, null],
  ['not-the-service', own, elsewhere, null],
  ['unreadable', own, elsewhere, null],
  ['conflict', own, /^Check both fields, then try again\.$/, null],
  ['refused', own, /^Check both fields/, null],
  ['aborted', own, /^Check both fields/, null],
  ['too-large', own, /^Check both fields/, null],
])('%s: %s %s', (kind, title, next, field) => {
  const problem = problemOf(new ServiceError({ kind, message: own }), 'acme');
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
  expect(problemOf(error, 'acme').next).toBe(next);
});

it.each<[ServiceErrorKind, boolean]>([
  ['bad-path', false],
  ['offline', false],
  ['signed-out', false],
  ['rejected-token', true],
  ['unreachable', true],
])('keeps the error of %s for a report: %s', (kind, wasSent) => {
  const error = new ServiceError({ kind, message: own });
  expect(problemOf(error, 'acme').error).toBe(wasSent ? error : null);
});
