import { expect, it } from 'vitest';
import { blankOutcome as blank } from '../../src/api/deleteOutcome.ts';
import { failureServer, sendDelete } from '../support/apiCalls.ts';
import { rawResponse } from '../support/rawResponses.ts';

const reason = 'Something went wrong in this console while it waited for the response.';

it.each([
  ['sends no DELETE after sign-out', () => false, 'not-sent', 'You’re signed out. No request was sent.'],
  ['reports an unknown outcome if the console fails', () => expect.fail('words'), 'unknown', reason],
])('%s', async (_, isOpen, kind, reason) => {
  const server = await failureServer(() => [rawResponse({ status: 204, type: null })]);
  expect(await sendDelete(server.url, { isOpen })).toEqual({ ...blank, kind, reason });
  if (kind === 'not-sent') expect(server.connections.opened).toBe(0);
});
