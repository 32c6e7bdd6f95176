import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ServiceRequest, sendRequest } from '../../src/api/http.ts';
import { readList } from '../../src/api/readList.ts';
import { isValidToken } from '../../src/rules/connection.ts';
import { blankOutcome } from '../../src/rules/outcome.ts';
import {
  confirmedDelete,
  connectionTo,
  sendDelete,
  sendRead,
  servePageFrom,
  startService,
} from '../support/scriptedService.ts';
import { jsonResponse, rawResponse } from '../support/rawResponses.ts';

const request: ServiceRequest = { method: 'DELETE', path: '/a', timeoutMs: 5000, maxBytes: 1000 };

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('sendRequest with an invalid connection', () => {
  it('sends nothing with an invalid token, and never shows the token', async () => {
    const server = await startService(() => [jsonResponse({})]);
    const outcome = await sendDelete(server.url, { token: 'secret\n' });
    expect(outcome.kind).toBe('not-sent');
    expect(outcome.reason).not.toContain('secret');
    expect(server.connections.opened).toBe(0);
  });

  it('sends nothing from a page without an origin', async () => {
    servePageFrom('null');
    expect(await sendDelete('/api')).toMatchObject({ kind: 'not-sent' });
  });

  it.each([
    ['sends nothing after sign-out', () => false, 'not-sent', "You're signed out. No request was sent."],
    [
      'has the outcome unknown if the console has a bug',
      () => expect.fail('bug'),
      'unknown',
      'Something went wrong in this console during the request.',
    ],
  ])('%s', async (_, isOpen, kind, reason) => {
    const server = await startService(() => [jsonResponse({ id: 'i-1' })]);
    expect(await sendDelete(server.url, { isOpen })).toEqual({ ...blankOutcome, kind, reason });
    expect(server.connections.opened).toBe(0);
  });
});

it('a read ends after 5 minutes even if a piece arrives every 14 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const encoder = new TextEncoder();
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 14_000));
        if (!signal.aborted) controller.enqueue(encoder.encode('[]'));
      },
    });
    return new Response(body);
  });
  const onEnd = vi.fn();
  const result = sendRead('regions', 'http://service.test').finally(onEnd);
  await vi.advanceTimersByTimeAsync(299_999);
  expect(onEnd).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toMatchObject({ error: { kind: 'timeout', status: 200 } });
});

describe('sendRequest', () => {
  it.each([
    ['http://h', 'omit'],
    ['http://localhost', 'same-origin'],
  ])('sends the token to %s with credentials "%s", and follows no redirect', async (url, credentials) => {
    const fetchSpy = vi.fn(async () => new Response('[]'));
    vi.stubGlobal('fetch', fetchSpy);
    await sendRequest(connectionTo(url), request);
    expect(fetchSpy).toHaveBeenCalledWith(`${url}/a`, {
      method: 'DELETE',
      headers: { accept: 'application/json', authorization: 'Bearer token-1' },
      cache: 'no-store',
      credentials,
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      signal: expect.any(AbortSignal),
    });
  });

  it('sends service ID, idempotency key and reason only to the origin of the page', async () => {
    const server = await startService(() => [jsonResponse([])]);
    const serviceId = 'svc-1';
    const reason = 'INC-7: größer, 50 %\ud800';
    await sendDelete(server.url, { serviceId }, { reason });
    servePageFrom(server.url);
    await sendRead('history', '/api', { serviceId });
    await sendDelete('/api', { serviceId }, { reason });
    await sendDelete('/api');
    const names = ['console-service-id', 'idempotency-key', 'console-reason'];
    expect(server.requests.map(({ headers }) => names.map((name) => headers[name]))).toEqual([
      [undefined, undefined, undefined],
      ['svc-1', undefined, undefined],
      ['svc-1', confirmedDelete.id, 'INC-7%3A%20gr%C3%B6%C3%9Fer%2C%2050%20%25%EF%BF%BD'],
      [undefined, confirmedDelete.id, undefined],
    ]);
  });

  it('an opaque redirect from the origin of the page comes from a proxy', async () => {
    vi.stubGlobal('fetch', async () => Object.defineProperty(new Response(null), 'status', { value: 0 }));
    expect(await sendDelete('http://localhost')).toMatchObject({ status: null, fromProxy: true });
    expect(await sendDelete('http://h')).toMatchObject({ kind: 'unknown', fromProxy: false });
  });
});

describe('a token that the response repeats', () => {
  const token = 'sec/ret"token-1';
  const spellings = [token, encodeURIComponent(token)];

  it.each([200, 403])('the token is removed from a response with status %i', async (status) => {
    const parts = { status, reason: token, headers: { 'X-Request-Id': `r ${token}` } };
    const body = { id: 'i-1', message: spellings.join() };
    const server = await startService(() => [jsonResponse(body, parts)]);
    const outcome = await sendDelete(server.url, { token });
    expect(outcome.requestId).toBe('r [redacted]');
    const response = await sendRequest(connectionTo(server.url, { token }), request);
    expect(response.statusText).toBe('[redacted]');
    const visibleText = JSON.stringify([outcome, response]);
    for (const spelling of spellings)
      expect(visibleText).not.toContain(JSON.stringify(spelling).slice(1, -1));
  });

  it('a short token is not removed, because other words may contain it', async () => {
    const server = await startService(() => [jsonResponse({ workspace: 'token-1' })]);
    const { body } = await sendRequest(connectionTo(server.url), request);
    expect(body).toMatchObject({ value: { workspace: 'token-1' } });
  });
});

it('a read that is aborted during its body rejects and closes its connection', async () => {
  const server = await startService(() => [rawResponse({ body: '["A', length: 90 })]);
  const controller = new AbortController();
  const listRead = readList(connectionTo(server.url), '/a', String, controller.signal);
  const message = 'The request was cancelled.';
  const rejection = expect(listRead).rejects.toMatchObject({ kind: 'aborted', isTransient: false, message });
  await server.waitForRequests(1);
  // Give the client time to read the first piece of the body.
  await new Promise((resolve) => setTimeout(resolve, 50));
  controller.abort();
  await rejection;
  await server.waitForDisconnects();
});

it('a response has the status, the parsed body and the headers', async () => {
  const type = 'Application/JSON ; charset=utf-8';
  const body = '\ufeff{"ü":1}';
  const parts = { status: 418, reason: 'Tea', type, body, headers: { 'X-Total-Count': '7' } };
  const server = await startService(() => [rawResponse(parts)]);
  expect(await sendRequest(connectionTo(server.url), request)).toEqual({
    status: 418,
    statusText: 'Tea',
    body: { kind: 'json', value: { ü: 1 }, label: 'json' },
    requestId: null,
    retryAfterMs: null,
    servedAt: null,
    isPartial: false,
    totalCount: 7,
    isFromProxy: false,
  });
});

it('a body is too large only if it exceeds the maximum size', async () => {
  const server = await startService(({ requestNumber }) => [
    rawResponse({ body: 'x'.repeat(999 + requestNumber) }),
  ]);
  const send = () => sendRequest(connectionTo(server.url), request);
  expect(await send()).toMatchObject({ body: { kind: 'text' } });
  expect(await send()).toMatchObject({ body: { kind: 'incomplete', problem: 'too-large' } });
});

it('a body is decoded as UTF-8 even if each byte arrives in its own chunk', async () => {
  const bytes = new TextEncoder().encode('"aä€💾z"');
  const body = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body));
  expect(await sendRequest(connectionTo('http://h'), request)).toMatchObject({ body: { value: 'aä€💾z' } });
});

it('a valid token has 1 to 8192 visible ASCII characters', () => {
  expect([isValidToken('a'), isValidToken('!~'), isValidToken('x'.repeat(8192))]).toEqual([true, true, true]);
  expect(isValidToken('x'.repeat(8193))).toBe(false);
  for (const token of ['', ' ', 'a b', 'a\n', '\u007f', 'é', '😀']) expect(isValidToken(token)).toBe(false);
});
