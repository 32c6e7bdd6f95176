import { afterEach, expect, it, vi } from 'vitest';
import { deleteComputeInstance } from '../../src/api/computeInstances.ts';
import { blankOutcome as blank } from '../../src/api/deleteOutcome.ts';
import { connectionTo, failureServer, intentKey, sendDelete, target } from '../support/apiCalls.ts';
import { jsonResponse, rawResponse } from '../support/rawResponses.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  ['after sign-out', { isOpen: () => false }, true, 'You’re signed out. No request was sent.'],
  ['while offline', {}, false, 'You’re offline. No request was sent.'],
])('sends no DELETE %s', async (_, more, onLine, reason) => {
  vi.stubGlobal('navigator', { onLine });
  const server = await failureServer(() => [rawResponse({ status: 204, type: null })]);
  expect(await sendDelete(server.url, more)).toEqual({ ...blank, kind: 'not-sent', reason });
  expect(server.connections.opened).toBe(0);
});

it('compares the returned name with the expected name', async () => {
  const server = await failureServer(() => [jsonResponse({ id: 'i-1', name: 'eu-2' })]);
  const send = (name: string) => deleteComputeInstance(connectionTo(server.url), target, intentKey, name);
  expect(await send('eu-1')).toMatchObject({ kind: 'deleted', differentName: 'eu-2' });
  expect(await send('eu-2')).toMatchObject({ kind: 'deleted', differentName: null });
});

it('reports an unknown outcome if the console fails', async () => {
  const server = await failureServer(() => [rawResponse({ status: 204, type: null })]);
  const isOpen = () => {
    throw new Error('words of an engine');
  };
  expect(await sendDelete(server.url, { isOpen })).toEqual({
    ...blank,
    kind: 'unknown',
    reason: 'Something went wrong in this console while it waited for the response.',
  });
});
