import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addAbortSignal, PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { forwardRead } from '../../src/server/service/forwardCall.ts';
import type { ServiceCall, ServiceClient } from '../../src/server/service/service.ts';
import { deferred } from '../support/deferred.ts';
import { bearer, consoleWithService, instancePath, regionsPath } from '../support/listenConsole.ts';
import { connect, rawRequest } from '../support/rawCall.ts';
import { errorResponse, jsonResponse, rawResponse } from '../support/rawResponses.ts';

const jsonHead = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

describe.each([
  ['DELETE', instancePath],
  ['GET', regionsPath],
])('a forwarded %s', (method, path) => {
  it.each([
    ['half a head', 'HTTP/1.1 200 OK\r\nContent-Ty'],
    ['interim responses only', 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early\r\n\r\n'],
  ])('ends by the deadline if the response is %s', async (_, bytes) => {
    const limits = { readMs: 150, deleteMs: 150 };
    const { host, send } = await consoleWithService((__, socket) => socket.write(bytes), limits);
    const { status, body } = await send(method, path);
    expect([status, JSON.parse(body).statusCode]).toEqual([504, 504]);
    expect(body).toContain("The service didn't respond within 0.15 seconds.");
    await expect.poll(() => host.logLines.length).toBe(1);
  });

  it('the server returns 502 if the service does not run', async () => {
    const { service, send } = await consoleWithService(() => {});
    await service.close();
    const { status, body } = await send(method, path);
    expect([status, JSON.parse(body).statusCode]).toEqual([502, 502]);
    expect(body).toContain('The service could not be reached (ECONNREFUSED).');
    expect(body.includes('The request was probably not sent.')).toBe(method === 'DELETE');
  });

  it.each([
    ['two lengths', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n[]'],
    ['a header with a control character', 'HTTP/1.1 200 OK\r\nX-A: \u0001\r\nContent-Length: 2\r\n\r\n[]'],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ])(
    '[40 DELETE, history, regions] a malformed response with %s is not called unreachable',
    async (_, bytes) => {
      const { send } = await consoleWithService((__, socket) => socket.write(bytes));
      const { status, body } = await send(method, path);
      const note = method === 'DELETE' ? ' It may have received the request.' : '';
      expect([status, JSON.parse(body).message]).toEqual([
        502,
        `The service sent a malformed response.${note}`,
      ]);
    },
  );

  it('the browser gets only the headers that the console needs', async () => {
    const link = '<https://service.example/x?page=2>; rel="next"';
    const date = 'Tue, 24 Nov 2026 16:02:00 GMT';
    const neededHeaders = { Link: link, 'X-Total-Count': '250', Date: date, 'Retry-After': '7' };
    const unknownHeaders = {
      'Set-Cookie': 'a=1',
      'WWW-Authenticate': 'Basic',
      Server: 'secret/1.0',
      'Content-Security-Policy': 'default-src *',
    };
    const headers = { ...neededHeaders, ...unknownHeaders, 'X-Request-Id': 'from-service' };
    for (const response of [jsonResponse([1], { headers }), errorResponse(401, 'No.', headers)]) {
      const { send } = await consoleWithService((_, socket) => socket.write(response));
      const { headers: received } = await send(method, path);
      expect(received).toMatchObject({ link, 'x-total-count': '250', date, 'retry-after': '7' });
      expect(received['x-request-id']).toBe('from-service');
      expect(received['content-security-policy']).toContain("default-src 'none'");
      for (const name of ['set-cookie', 'www-authenticate', 'server'])
        expect(received).not.toHaveProperty(name);
    }
  });

  it('the server returns a compressed body unchanged', async () => {
    const bytes = gzipSync('{"message":"No such instance.","statusCode":404}');
    const { send } = await consoleWithService((_, socket) => {
      const headers = { 'Content-Encoding': 'gzip' };
      socket.write(rawResponse({ status: 404, headers, length: bytes.length }));
      socket.write(bytes);
    });
    const response = await send(method, path);
    expect([response.status, response.headers['content-encoding']]).toEqual([404, 'gzip']);
    expect(Buffer.from(response.body, 'latin1')).toEqual(bytes);
  });
});

describe('forwardRead', () => {
  it.each([
    ['a short body', 'Content-Length: 100\r\n\r\n["A_B"', 'closes'],
    ['a bad chunk', 'Transfer-Encoding: chunked\r\n\r\n6\r\n["A_B"\r\nzz\r\n', 'stays open'],
    ['a body that stalls', 'Content-Length: 100\r\n\r\n["A_B"', 'stalls'],
  ])('cuts off the response if the service sends %s', async (_, responseEnd, connectionState) => {
    // One second is enough for the headers to arrive on a busy machine.
    const changedLimits = connectionState === 'stalls' ? { readMs: 1_000 } : {};
    const { send } = await consoleWithService((__, socket) => {
      if (connectionState === 'closes') socket.end(jsonHead + responseEnd);
      else socket.write(jsonHead + responseEnd);
    }, changedLimits);
    expect(await send('GET', regionsPath)).toMatchObject({ status: 200, isComplete: false });
  });

  it('restarts its limit with each piece of a slow body', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const body = new PassThrough();
    const outgoing = Object.assign(new PassThrough(), { writeHead: () => {}, flushHeaders: () => {} });
    const headers = { 'content-type': 'application/json' };
    const service: ServiceClient = async (_, signal) => {
      addAbortSignal(signal, body);
      return { statusCode: 200, headers, body };
    };
    const call: ServiceCall = { method: 'GET', path: '/', headers: {} };
    const reading = forwardRead(service, call, outgoing as unknown as ServerResponse, 1_000);
    for (const piece of ['["A', '_B', '"]']) {
      await new Promise(setImmediate);
      vi.advanceTimersByTime(900);
      body.write(piece);
    }
    body.end();
    await reading;
    expect(`${outgoing.read()}`).toBe('["A_B"]');
  });

  it('cancels the call to the service when the browser disconnects', async () => {
    const requestArrived = deferred<Socket>();
    const { host } = await consoleWithService((_, socket) => requestArrived.resolve(socket));
    const browser = connect(host.port, rawRequest('GET', regionsPath, [bearer]));
    const serviceSocket = await requestArrived.promise;
    browser.socket.destroy();
    await expect.poll(() => serviceSocket.destroyed).toBe(true);
  });
});

describe('forwardDelete', () => {
  const respondWith = (bytes: string) => (socket: Socket) => socket.end(bytes);
  const cutOffAfter = (head: string) => `${head}Content-Length: 9\r\n\r\n{`;
  const longBody = 'x'.repeat(2_000_000);
  it.each<[string, (socket: Socket) => unknown, number]>([
    ['a reset', (socket) => socket.resetAndDestroy(), 502],
    ['a cut-off body', respondWith(cutOffAfter(jsonHead)), 502],
    ['a stall after the head', (socket) => socket.write(cutOffAfter(jsonHead)), 504],
    ['a cut-off 404', respondWith(cutOffAfter('HTTP/1.1 404 X\r\n')), 502],
    ['a 200 of 2 MB', respondWith(jsonResponse(longBody)), 502],
    ['a 410 of 2 MB', respondWith(jsonResponse(longBody, { status: 410 })), 502],
    // Chromium itself repeats a DELETE after these two responses.
    ['a 421', respondWith(errorResponse(421, 'No.')), 421],
    ['a 408', respondWith(errorResponse(408, 'No.', { Connection: 'close' })), 408],
  ])('sends a repeated DELETE only once if the response is %s', async (_, respond, status) => {
    // Use a short deadline only if no complete response arrives, because a complete response can be late on a busy machine.
    const changedLimits = status === 504 ? { deleteMs: 120 } : {};
    const { service, sendDelete } = await consoleWithService((__, socket) => respond(socket), changedLimits);
    const firstResult = await sendDelete();
    const secondResult = await sendDelete();
    expect(firstResult.status).toBe(status);
    expect(JSON.parse(firstResult.body)).toMatchObject({ statusCode: status });
    expect(secondResult.body).toBe(firstResult.body);
    expect(service.requests).toHaveLength(1);
  });
});
