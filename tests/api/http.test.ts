import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteComputeInstance } from '../../src/api/computeInstances.ts';
import { isToken, type RequestRecord } from '../../src/api/connection.ts';
import { request, type ServiceRequest } from '../../src/api/http.ts';
import { readList } from '../../src/api/readList.ts';
import { connectionTo, failureServer, intentKey, sendDelete, sendRead, target } from '../support/apiCalls.ts';
import { errorResponse, jsonResponse, rawResponse } from '../support/rawResponses.ts';

const call: ServiceRequest = { method: 'DELETE', path: '/a', timeoutMs: 5000, maxBytes: 1000 };

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('an invalid connection', () => {
  it.each(['', 'a b', 'a\r\nX: y', 'ä', 'x'.repeat(8193), 'tok\n'])(
    'sends no request with the token %j and does not repeat it',
    async (token) => {
      const server = await failureServer(() => [jsonResponse({})]);
      const outcome = await sendDelete(server.url, { token });
      expect(outcome.kind).toBe('not-sent');
      if (token.length > 2) expect(JSON.stringify(outcome)).not.toContain(token);
      expect(server.connections.opened).toBe(0);
    },
  );

  it('sends no request with an idempotency key that is no header value', async () => {
    const server = await failureServer(() => [jsonResponse({})]);
    vi.stubGlobal('location', { origin: server.url });
    const outcome = await deleteComputeInstance(connectionTo('/api'), target, 'a\nb');
    expect(outcome).toMatchObject({
      kind: 'not-sent',
      reason: expect.stringContaining('No request was sent'),
    });
    expect(server.connections.opened).toBe(0);
  });

  it('sends no request from a page without an origin', async () => {
    vi.stubGlobal('location', { origin: 'null' });
    expect(await sendDelete('/api')).toMatchObject({ kind: 'not-sent' });
  });
});

describe('a slow list', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

  it.each([
    [5, 10_000, 50_000],
    [1_000, 14_000, 300_000],
    [5, 15_001, 15_000],
  ])('of %i pieces every %i ms ends after %i ms', async (pieces, apartMs, endedMs) => {
    vi.stubGlobal('fetch', slowly(pieces, apartMs));
    const ended = vi.fn();
    const end = sendRead('regions', 'http://service.test').finally(ended);
    await vi.advanceTimersByTimeAsync(endedMs - 1);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledOnce();
    const isWhole = pieces * apartMs === endedMs;
    const items = Array.from({ length: pieces }, () => 'CLOUDA_EAST_1');
    expect(await end).toMatchObject(
      isWhole ? { list: { items } } : { error: { kind: 'timeout', status: 200 } },
    );
  });

  /** Responds at once and then sends one piece at a time. */
  function slowly(pieces: number, apartMs: number): typeof fetch {
    return async (_, init) => {
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
          for (let piece = 1; piece <= pieces && init?.signal?.aborted === false; piece += 1) {
            await new Promise((resolve) => setTimeout(resolve, apartMs));
            const text = `${piece === 1 ? '[' : ','}"CLOUDA_EAST_1"${piece === pieces ? ']' : ''}`;
            if (!init.signal.aborted) controller.enqueue(new TextEncoder().encode(text));
          }
          if (!init?.signal?.aborted) controller.close();
        },
      });
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    };
  }
});

describe('listeners', () => {
  const fail = () => {
    throw new Error('listener');
  };

  it('change no result if they throw, and the error is reported', async () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const server = await failureServer(() => [errorResponse(401, 'No')]);
    const refused = { kind: 'refused', status: 401, reason: 'No' };
    expect(await sendDelete(server.url)).toMatchObject(refused);
    expect(await sendDelete(server.url, { onRejectedToken: fail, onRequest: fail })).toMatchObject(refused);
    expect(reported).toHaveBeenCalledTimes(2);
    vi.stubGlobal('reportError', undefined);
    expect(await sendDelete(server.url, { onRequest: fail })).toMatchObject(refused);
  });

  it('receive each request without its token and body', async () => {
    const records: RequestRecord[] = [];
    const onRequest = (record: RequestRecord) => records.push(record);
    const server = await failureServer(({ number }) =>
      number === 1 ? [errorResponse(500, 'secret words', { 'X-Request-Id': 'r-7' })] : ['reset'],
    );
    const at = Date.now();
    await sendDelete(server.url, { onRequest });
    await sendRead('regions', server.url, { onRequest });
    await sendDelete(server.url, { onRequest, token: '' });
    const path = '/workspaces/acme/databases/orders/compute/i-1';
    expect(records).toMatchObject([
      { method: 'DELETE', path, status: 500, requestId: 'r-7', bytes: 43 },
      { method: 'GET', path: '/workspaces/acme/regions', status: null, requestId: null, bytes: 0 },
    ]);
    for (const record of records) {
      expect(record.at).toBeGreaterThanOrEqual(at);
      expect(record.durationMs).toBeLessThan(2000);
    }
    expect(JSON.stringify(records)).not.toMatch(/token-1|secret/);
  });
});

describe('a request', () => {
  it('excludes cookies, caches, redirects and the referrer', async () => {
    const spy = vi.fn(async () => new Response('[]'));
    vi.stubGlobal('fetch', spy);
    await request(connectionTo('http://h'), call);
    expect(spy).toHaveBeenCalledWith('http://h/a', {
      method: 'DELETE',
      headers: { accept: 'application/json', authorization: 'Bearer token-1' },
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: expect.any(AbortSignal),
    });
  });

  it('has the documented method, path and token, and no cookie, body or query', async () => {
    const server = await failureServer(() => [jsonResponse([])]);
    await sendDelete(server.url);
    await sendRead('history', server.url);
    await sendRead('regions', server.url);
    expect(server.requests.map((request) => `${request.method} ${request.target}`)).toEqual([
      'DELETE /workspaces/acme/databases/orders/compute/i-1',
      'GET /workspaces/acme/subscription/history',
      'GET /workspaces/acme/regions',
    ]);
    for (const { headers } of server.requests) {
      expect(headers).toMatchObject({ authorization: 'Bearer token-1', accept: 'application/json' });
      for (const name of ['cookie', 'referer', 'content-type', 'content-length'])
        expect(headers).not.toHaveProperty(name);
    }
  });

  it('sends the service ID and the idempotency key only to its own origin', async () => {
    const server = await failureServer(() => [jsonResponse([])]);
    const serviceId = 'svc-1';
    await sendDelete(server.url, { serviceId });
    vi.stubGlobal('location', { origin: server.url });
    await sendRead('regions', '/api', { serviceId });
    await sendDelete('/api', { serviceId });
    const sent = server.requests.map(({ headers }) => [
      headers['console-service-id'],
      headers['idempotency-key'],
    ]);
    expect(sent).toEqual([
      [undefined, undefined],
      ['svc-1', undefined],
      ['svc-1', intentKey],
    ]);
    expect(server.requests[2]?.target).toBe('/api/workspaces/acme/databases/orders/compute/i-1');
  });
});

describe('a response that repeats the token', () => {
  const token = 'sec/ret"token-1';
  // The responses in JSON contain the first form escaped.
  const forms = [token, encodeURIComponent(token)];

  it.each(['a message', 'a record', 'plain text'])('has it removed from headers and %s', async (kind) => {
    const headers = { 'X-Request-Id': `r ${token}` };
    const body = { 'a message': { message: forms.join() }, 'a record': { id: 'i-1', echo: forms } }[kind];
    const status = kind === 'a message' ? 403 : 200;
    const server = await failureServer(() => [
      body === undefined
        ? rawResponse({ body: forms.join(), reason: token, headers })
        : jsonResponse(body, { status, reason: token, headers }),
    ]);
    const onRequest = vi.fn();
    const outcome = await sendDelete(server.url, { token, onRequest });
    expect(outcome.requestId).toBe('r [redacted]');
    const kept = JSON.stringify([outcome, onRequest.mock.calls]);
    for (const form of forms) expect(kept).not.toContain(JSON.stringify(form).slice(1, -1));
    const response = await request(connectionTo(server.url, { token }), call);
    expect(response.statusText).toBe('[redacted]');
    for (const form of forms) expect(response.text).not.toContain(form);
  });

  it.each(['token-1', 'workspace'])('keeps the token %s, which can be part of other words', async (token) => {
    const body = JSON.stringify({ workspace: 'token-1' });
    const server = await failureServer(() => [rawResponse({ body })]);
    expect((await request(connectionTo(server.url, { token }), call)).text).toBe(body);
  });
});

describe('an aborted request', () => {
  it.each([
    ['before a response', []],
    ['during the body', [rawResponse({ body: '["A', length: 90 })]],
  ])('rejects and closes its connection %s', async (_, steps) => {
    const server = await failureServer(() => steps);
    const controller = new AbortController();
    const read = readList(connectionTo(server.url), '/a', String, controller.signal);
    const message = 'The request was cancelled.';
    const ended = expect(read).rejects.toMatchObject({ kind: 'aborted', transient: false, message });
    await server.arrived(1);
    // Time for the first piece of the body to arrive.
    await new Promise((resolve) => setTimeout(resolve, 50));
    controller.abort();
    await ended;
    await server.released();
  });

  it('is not sent if the signal was aborted before', async () => {
    const server = await failureServer(() => [jsonResponse([])]);
    const read = readList(connectionTo(server.url), '/a', String, AbortSignal.abort());
    await expect(read).rejects.toMatchObject({ kind: 'aborted' });
    expect(server.requests).toHaveLength(0);
  });
});

describe('a response', () => {
  it('keeps status, type and body', async () => {
    const type = 'Application/JSON ; charset=utf-8';
    const body = '\ufeff{"ü":1}';
    const server = await failureServer(({ number }) => [
      number === 1
        ? rawResponse({ status: 418, reason: 'Tea', type, body })
        : rawResponse({ status: 204, type: null }),
    ]);
    expect(await request(connectionTo(server.url), call)).toEqual({
      status: 418,
      statusText: 'Tea',
      mediaType: 'application/json',
      text: '{"ü":1}',
      bodyProblem: null,
      requestId: null,
      retryAfterMs: null,
      servedAt: null,
    });
    const empty = { mediaType: '', text: '', bodyProblem: null };
    expect(await request(connectionTo(server.url), call)).toMatchObject(empty);
  });

  it('can have the maximum size and no more', async () => {
    const server = await failureServer(({ number }) => [rawResponse({ body: 'x'.repeat(999 + number) })]);
    expect(await request(connectionTo(server.url), call)).toMatchObject({ bodyProblem: null });
    expect(await request(connectionTo(server.url), call)).toMatchObject({ bodyProblem: 'too-large' });
  });

  it('is decoded as UTF-8 across chunks', async () => {
    const bytes = new TextEncoder().encode('"aä€💾z"');
    for (let cut = 1; cut < bytes.length; cut++) {
      const body = new ReadableStream({
        start(controller) {
          for (const chunk of [bytes.subarray(0, cut), bytes.subarray(cut)]) controller.enqueue(chunk);
          controller.close();
        },
      });
      vi.stubGlobal('fetch', async () => new Response(body));
      expect((await request(connectionTo('http://h'), call)).text).toBe('"aä€💾z"');
    }
  });
});

describe('isToken', () => {
  it('accepts only 1 to 8192 visible ASCII characters', () => {
    expect([isToken('a'), isToken('!~'), isToken('x'.repeat(8192))]).toEqual([true, true, true]);
    expect(isToken('x'.repeat(8193))).toBe(false);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
        expect(isToken(text)).toBe(codes.length > 0 && codes.every((code) => code > 0x20 && code < 0x7f));
      }),
    );
  });
});
