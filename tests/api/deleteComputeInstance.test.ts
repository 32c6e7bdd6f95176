import { expect, it } from 'vitest';
import { blankOutcome } from '../../src/api/outcome.ts';
import { sendDelete, startService } from '../support/apiCalls.ts';
import { jsonResponse } from '../support/rawResponses.ts';

const signedOutReason = "You're signed out. No request was sent.";
const bugReason = 'Something went wrong in this console during the request.';

it.each([
  ['sends no DELETE after sign-out', () => false, 'not-sent', signedOutReason],
  ['returns an unknown outcome if the console has a bug', () => expect.fail('bug'), 'unknown', bugReason],
])('deleteComputeInstance %s', async (_, isOpen, kind, reason) => {
  const server = await startService(() => [jsonResponse({ id: 'i-1' })]);
  expect(await sendDelete(server.url, { isOpen })).toEqual({ ...blankOutcome, kind, reason });
  expect(server.connections.opened).toBe(0);
});
