import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { forwardDelete } from '../../src/server/forwardCall.ts';
import { type ServiceCall, serviceOf } from '../../src/server/service.ts';
import { limits, readSettings } from '../../src/server/settings.ts';
import { deferred } from '../support/deferred.ts';
import { bearer, consoleWithService, instancePath, regionsPath } from '../support/listenConsole.ts';
import { connect, rawRequest } from '../support/rawCall.ts';
import { rawJson, startRawService } from '../support/rawService.ts';

const jsonHead = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

describe.each([
  ['DELETE', instancePath],
  ['GET', regionsPath],
])('%s with a service that violates HTTP', (method, path) => {
  it.each([
    ['101', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', false],
    ['a closed connection', '', true],
    ['half a head, then silence', 'HTTP/1.1 200 OK\r\nContent-Ty', false],
    ['interim responses only', 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early\r\n\r\n', false],
    ['garbage', 'garbage\r\n\r\n', false],
  ])('ends by the deadline and releases its slot: %s', async (_, bytes, hangsUp) => {
    const short = { readMs: 150, deleteMs: 150, concurrentDeletesPerToken: 1 };
    const { host, send } = await consoleWithService((__, socket) => {
      socket.write(bytes);
      if (hangsUp) socket.end();
    }, short);
    for (const key of ['k-1', 'k-2']) {
      const answer = await send(method, path, [bearer, `Idempotency-Key: ${key}`]);
      expect(answer.status).toBeOneOf([502, 504]);
      expect(JSON.parse(answer.body)).toMatchObject({ statusCode: answer.status });
      expect(answer.body).not.toContain('undefined');
    }
    await expect.poll(() => host.lines.length).toBe(2);
  });

  it('reports a service that does not run', async () => {
    const { service, send } = await consoleWithService(() => {});
    await service.close();
    const { status, body } = await send(method, path);
    expect([status, JSON.parse(body).statusCode]).toEqual([502, 502]);
    expect(body).toContain('The service could not be reached (ECONNREFUSED).');
    expect(body.includes('The request was probably not sent.')).toBe(method === 'DELETE');
  });

  it('passes a compressed body unchanged', async () => {
    const bytes = gzipSync('{"message":"No such instance.","statusCode":404}');
    const { send } = await consoleWithService((_, socket) => {
      socket.write('HTTP/1.1 404 X\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n');
      socket.write(`Content-Length: ${bytes.length}\r\n\r\n`);
      socket.write(bytes);
    });
    const answer = await send(method, path);
    expect([answer.status, answer.headers['content-encoding']]).toEqual([404, 'gzip']);
    expect(Buffer.from(answer.body, 'latin1')).toEqual(bytes);
  });
});

describe('forwardRead', () => {
  it('drops cookies and hop-by-hop headers', async () => {
    const dropped = ['Set-Cookie: a=1', 'Server: secret/1.0', 'WWW-Authenticate: Basic'];
    const other = ['Retry-After: 7', 'X-Request-Id: from-service', 'Content-Security-Policy: default-src *'];
    const { send } = await consoleWithService((_, socket) =>
      socket.write(rawJson(429, { statusCode: 429 }, [...dropped, ...other])),
    );
    const { status, headers } = await send('GET', regionsPath);
    expect(status).toBe(429);
    expect(headers).toMatchObject({ 'retry-after': '7', 'x-request-id': 'from-service' });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    for (const name of ['set-cookie', 'server', 'www-authenticate']) expect(headers).not.toHaveProperty(name);
  });

  it.each([
    ['a short body', 'Content-Length: 100\r\n\r\n["A_B"', 'hangs up'],
    ['a bad chunk', 'Transfer-Encoding: chunked\r\n\r\n6\r\n["A_B"\r\nzz\r\n', 'stays'],
    ['a body that stalls', 'Content-Length: 100\r\n\r\n["A_B"', 'stalls'],
  ])('cuts the response if the service cuts it: %s', async (_, rest, then) => {
    // Long enough for the headers to arrive on a busy machine.
    const changed = then === 'stalls' ? { readMs: 1_000 } : {};
    const { host, send } = await consoleWithService((__, socket) => {
      if (then === 'hangs up') socket.end(jsonHead + rest);
      else socket.write(jsonHead + rest);
    }, changed);
    expect(await send('GET', regionsPath)).toMatchObject({ status: 200, isWhole: false });
    await expect.poll(() => host.lines.length).toBe(1);
    expect(JSON.parse(host.lines[0] ?? '')).toMatchObject({ status: 200, cut: true });
  });

  it('drops a queued read when its browser disconnects', async () => {
    const { service } = await consoleWithService(() => {});
    const send = serviceOf(readSettings({ SERVICE_URL: service.url }));
    const ask = (signal: AbortSignal) => send({ method: 'GET', path: '/x', headers: {} }, signal);
    const others = Array.from({ length: 256 }, () => new AbortController());
    const running = others.map(({ signal }) => ask(signal));
    await expect.poll(() => service.requests.length).toBe(256);
    const disconnected = new AbortController();
    const queued = ask(disconnected.signal);
    disconnected.abort();
    await expect(queued).rejects.toThrow();
    for (const other of others) other.abort();
    await Promise.allSettled(running);
    expect(service.requests).toHaveLength(256);
  });

  it('ends the call when the browser disconnects', async () => {
    const arrived = deferred<Socket>();
    const { host } = await consoleWithService((_, socket) => arrived.resolve(socket));
    const browser = connect(host.port, rawRequest('GET', regionsPath, [bearer]));
    const call = await arrived.promise;
    browser.socket.destroy();
    await expect.poll(() => call.destroyed).toBe(true);
  });
});

describe('forwardDelete', () => {
  const respondWith = (bytes: string) => (socket: Socket) => socket.end(bytes);
  const halfOf = (head: string) => `${head}Content-Length: 9\r\n\r\n{`;
  const long = 'x'.repeat(2_000_000);
  it.each<[string, (socket: Socket) => unknown, number]>([
    ['a reset', (socket) => socket.resetAndDestroy(), 502],
    ['a cut body', respondWith(halfOf(jsonHead)), 502],
    ['no response', () => {}, 504],
    ['a stall after the head', (socket) => socket.write(halfOf(jsonHead)), 504],
    ['a cut 409', respondWith(halfOf('HTTP/1.1 409 X\r\n')), 409],
    ['a cut 404', respondWith(halfOf('HTTP/1.1 404 X\r\n')), 502],
    ['2 MB', respondWith(rawJson(200, long)), 502],
    ['a 409 of 2 MB', respondWith(rawJson(409, long)), 409],
    ['a 410 of 2 MB', respondWith(rawJson(410, long)), 502],
    // Chromium resends a DELETE by itself after the next two.
    ['421', respondWith(rawJson(421, { statusCode: 421 })), 421],
    ['408', respondWith(rawJson(408, { statusCode: 408 }, ['Connection: close'])), 408],
  ])('sends one DELETE and repeats its response after %s', async (_, act, status) => {
    // Only a response that never comes gets a short deadline, because a busy machine must not miss the others.
    const changed = status === 504 ? { deleteMs: 120 } : {};
    const { service, remove } = await consoleWithService((__, socket) => act(socket), changed);
    const first = await remove();
    const second = await remove();
    expect(first.status).toBe(status);
    expect(JSON.parse(first.body)).toMatchObject({ statusCode: status });
    expect(second.body).toBe(first.body);
    expect(service.requests).toHaveLength(1);
  });

  it('drops an unsent DELETE when its last client disconnects', async () => {
    const call: ServiceCall = { method: 'DELETE', path: '/x', headers: {} };
    const arrived = deferred<() => void>();
    const service = await startRawService((_, socket) =>
      arrived.resolve(() => socket.write(rawJson(200, { id: 'i-1' }))),
    );
    onTestFinished(service.close);
    const http = serviceOf(readSettings({ SERVICE_URL: service.url }));
    const disconnected = new AbortController();
    const dropped = forwardDelete(http, call, limits, disconnected.signal);
    disconnected.abort();
    expect(await dropped).toMatchObject({ isSent: false });
    expect(service.requests).toEqual([]);
    const later = new AbortController();
    const sent = forwardDelete(http, call, limits, later.signal);
    const finish = await arrived.promise;
    later.abort();
    finish();
    expect(await sent).toMatchObject({ status: 200, isSent: true });
    expect(service.requests).toHaveLength(1);
  });
});
