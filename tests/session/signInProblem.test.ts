import { expect, it } from 'vitest';
import { ServiceError, type ServiceErrorKind } from '../../src/api/errors.ts';
import { signInProblem } from '../../src/session/signIn.ts';

const own = 'What the wire said.';

it.each<[ServiceErrorKind, string, 'workspace' | 'token' | null]>([
  ['rejected-token', 'The service does not accept this access token.', 'token'],
  ['forbidden', 'This token has no permission for the workspace “acme”.', 'token'],
  ['not-found', 'There is no workspace “acme”, or it is not visible to this token.', 'workspace'],
  ['bad-path', own, 'workspace'],
  ['offline', 'This browser is offline.', null],
  ['unreachable', 'The service could not be reached.', null],
  ['timeout', own, null],
  ['too-many-requests', 'The service is receiving too many requests.', null],
  ['service-failure', own, null],
  ['not-the-service', 'A web page answered instead of the service.', null],
  ['unreadable', 'The answer did not come from the service.', null],
  ['conflict', own, null],
  ['refused', own, null],
  ['aborted', own, null],
  ['too-large', own, null],
])('%s: %s', (kind, title, field) => {
  const problem = signInProblem(new ServiceError({ kind, message: own }), 'acme');
  expect(problem.title).toBe(title);
  expect(problem.field).toBe(field);
  expect(problem.next).toMatch(/^[A-Z].{10,}\.$/);
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

it('does not call a service unreachable that began to answer', () => {
  const message = 'The answer (HTTP 200) broke off before its end.';
  expect(signInProblem(new ServiceError({ kind: 'unreachable', message, status: 200 }), 'acme').title).toBe(
    message,
  );
});

it('repeats what the service said', () => {
  const error = new ServiceError({ kind: 'service-failure', message: own, serviceMessage: 'Back at noon.' });
  expect(signInProblem(error, 'acme').said).toBe('Back at noon.');
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
