import { expect, it } from 'vitest';
import { ApiError } from '../../src/api/errors.ts';
import { toSignInProblem } from '../../src/session/signIn.ts';

it.each([
  [{ kind: 'other', code: 'service', status: 401 }, 'token', "doesn't accept", 'copied the whole token'],
  [{ kind: 'other', code: 'service', status: 404 }, 'workspace', "wasn't found", 'Check the spelling'],
  [{ kind: 'other', code: 'path', status: 422 }, 'workspace', 'A sentence.', ''],
  [{ kind: 'other', code: 'storage', status: 503 }, null, 'A sentence.', ''],
  [{ kind: 'other', status: 502 }, null, 'A sentence.', 'Try again'],
  [{ kind: 'unreachable' }, null, 'A sentence.', 'Try again'],
  [{ kind: 'proxy-in-front', status: 401 }, null, 'A sentence.', ''],
] as const)('%j → at the field %s', (fields, field, title, advice) => {
  const problem = toSignInProblem(new ApiError({ message: 'A sentence.', ...fields }), 'acme');
  expect(problem).toMatchObject({ field, title: expect.stringContaining(title) });
  expect(problem.advice).toContain(advice);
});

it('an error of the console itself → asks to reload', () => {
  const advice = 'Reload the page and try again.';
  expect(toSignInProblem(new Error(), 'acme')).toMatchObject({ advice, field: null, error: null });
});
