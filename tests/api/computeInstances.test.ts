import { afterEach, expect, it, vi } from 'vitest';
import { deleteComputeInstance } from '../../src/api/computeInstances.ts';
import { connectionTo, failureServer, intentKey, sendDelete, target } from '../support/apiCalls.ts';
import { errorResponse, jsonResponse, rawResponse } from '../support/rawResponses.ts';

const blank = {
  status: null,
  requestId: null,
  retryAfterMs: null,
  record: null,
  notes: [],
  differentName: null,
};

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  ['after sign-out', { isOpen: () => false }, true, 'You’re signed out. No request was sent.'],
  [
    'with an unsupported token',
    { token: 'a b' },
    true,
    'The access token contains unsupported characters. No request was sent.',
  ],
  ['while offline', {}, false, 'You’re offline. No request was sent.'],
])('a DELETE %s is not sent', async (_, more, onLine, reason) => {
  vi.stubGlobal('navigator', { onLine });
  const server = await failureServer(() => [rawResponse({ status: 204, type: null })]);
  expect(await sendDelete(server.url, more)).toEqual({ ...blank, kind: 'not-sent', reason });
  expect(server.connections.opened).toBe(0);
});

it('a DELETE over an open connection is sent', async () => {
  const server = await failureServer(() => [rawResponse({ status: 204, type: null })]);
  const outcome = await sendDelete(server.url, { isOpen: () => true });
  expect(outcome).toEqual({ ...blank, kind: 'deleted', reason: '', status: 204 });
});

it('a DELETE compares the returned name with the expected one', async () => {
  const server = await failureServer(() => [jsonResponse({ id: 'i-1', name: 'eu-2' })]);
  const send = (name: string) => deleteComputeInstance(connectionTo(server.url), target, intentKey, { name });
  expect(await send('eu-1')).toMatchObject({ kind: 'deleted', differentName: 'eu-2' });
  expect(await send('eu-2')).toMatchObject({ kind: 'deleted', differentName: null });
});

it('a DELETE without a response was probably not sent', async () => {
  const server = await failureServer(() => ['reset']);
  expect(await sendDelete(server.url)).toEqual({
    ...blank,
    kind: 'unknown',
    reason:
      'Couldn’t reach the service. Your network or browser may be blocking the request.' +
      ' If you have no connection, the request was probably not sent, but that isn’t certain.',
  });
});

it('a DELETE is unknown if the console fails', async () => {
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

it('a rejected token needs no listener', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const server = await failureServer(() => [errorResponse(401, 'No')]);
  expect(await sendDelete(server.url)).toMatchObject({ kind: 'refused', reason: 'No' });
  expect(reported).not.toHaveBeenCalled();
});

it('a listener that throws changes no outcome without reportError', async () => {
  vi.stubGlobal('reportError', undefined);
  const server = await failureServer(() => [rawResponse({ status: 204, type: null })]);
  const onRequest = () => {
    throw new Error('listener');
  };
  expect(await sendDelete(server.url, { onRequest })).toMatchObject({ kind: 'deleted', status: 204 });
});
