import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { forwardDelete } from '../../src/server/forwardCall.ts';
import { createService, type ServiceCall } from '../../src/server/service.ts';
import { limits, readSettings } from '../../src/server/settings.ts';
import { deferred } from '../support/deferred.ts';
import { bearer, consoleWithService, instancePath, regionsPath } from '../support/listenConsole.ts';
import { connect, rawRequest } from '../support/rawCall.ts';
import { errorResponse, jsonResponse } from '../support/rawResponses.ts';
import { startRawService } from '../support/rawService.ts';

const jsonHead = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

describe.each([
  ['DELETE', instancePath],
  ['GET', regionsPath],
])('a forwarded %s', (method, path) => {
  it.each([
    ['a 101', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', false],
    ['a closed connection', '', true],
    ['half a head, then silence', 'HTTP/1.1 200 OK\r\nContent-Ty', false],
    ['interim responses only', 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early\r\n\r\n', false],
    ['garbage', 'garbage\r\n\r\n', false],
  ])('ends by the deadline if the response is %s', async (_, bytes, closesConnection) => {
    // This limit rejects the second DELETE if the first DELETE is still counted.
    const shortLimits = { readMs: 150, deleteMs: 150, concurrentDeletesPerToken: 1 };
    const { host, send } = await consoleWithService((__, socket) => {
      socket.write(bytes);
      if (closesConnection) socket.end();
    }, shortLimits);
    for (const key of ['k-1', 'k-2']) {
      const response = await send(method, path, [bearer, `Idempotency-Key: ${key}`]);
      expect(response.status).toBeOneOf([502, 504]);
      expect(JSON.parse(response.body)).toMatchObject({ statusCode: response.status });
      expect(response.body).not.toContain('undefined');
    }
    await expect.poll(() => host.logLines.length).toBe(2);
  });

  it('the server returns 502 if the service does not run', async () => {
    const { service, send } = await consoleWithService(() => {});
    await service.close();
    const { status, body } = await send(method, path);
    expect([status, JSON.parse(body).statusCode]).toEqual([502, 502]);
    expect(body).toContain('The service could not be reached (ECONNREFUSED).');
    expect(body.includes('The request was probably not sent.')).toBe(method === 'DELETE');
  });

  it('the server returns a compressed body unchanged', async () => {
    const bytes = gzipSync('{"message":"No such instance.","statusCode":404}');
    const { send } = await consoleWithService((_, socket) => {
      socket.write('HTTP/1.1 404 X\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n');
      socket.write(`Content-Length: ${bytes.length}\r\n\r\n`);
      socket.write(bytes);
    });
    const response = await send(method, path);
    expect([response.status, response.headers['content-encoding']]).toEqual([404, 'gzip']);
    expect(Buffer.from(response.body, 'latin1')).toEqual(bytes);
  });
});

describe('forwardRead', () => {
  it('removes cookies and other unknown headers from the response', async () => {
    const unknownHeaders = { 'Set-Cookie': 'a=1', Server: 'secret/1.0', 'WWW-Authenticate': 'Basic' };
    const response = errorResponse(429, 'No.', {
      ...unknownHeaders,
      ...{ 'Retry-After': '7', 'X-Request-Id': 'from-service', 'Content-Security-Policy': 'default-src *' },
    });
    const { send } = await consoleWithService((_, socket) => socket.write(response));
    const { status, headers } = await send('GET', regionsPath);
    expect(status).toBe(429);
    expect(headers).toMatchObject({ 'retry-after': '7', 'x-request-id': 'from-service' });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    for (const name of Object.keys(unknownHeaders)) expect(headers).not.toHaveProperty(name.toLowerCase());
  });

  it.each([
    ['a short body', 'Content-Length: 100\r\n\r\n["A_B"', 'closes'],
    ['a bad chunk', 'Transfer-Encoding: chunked\r\n\r\n6\r\n["A_B"\r\nzz\r\n', 'stays open'],
    ['a body that stalls', 'Content-Length: 100\r\n\r\n["A_B"', 'stalls'],
  ])('cuts off the response if the service sends %s', async (_, responseEnd, connectionState) => {
    // One second is enough for the headers to arrive on a busy machine.
    const changedLimits = connectionState === 'stalls' ? { readMs: 1_000 } : {};
    const { host, send } = await consoleWithService((__, socket) => {
      if (connectionState === 'closes') socket.end(jsonHead + responseEnd);
      else socket.write(jsonHead + responseEnd);
    }, changedLimits);
    expect(await send('GET', regionsPath)).toMatchObject({ status: 200, isComplete: false });
    await expect.poll(() => host.logLines.length).toBe(1);
    expect(JSON.parse(host.logLines[0] ?? '')).toMatchObject({ status: 200, cut: true });
  });

  it('drops a queued read when its browser disconnects', async () => {
    const { service } = await consoleWithService(() => {});
    const send = createService(readSettings({ SERVICE_URL: service.url }));
    const sendRead = (signal: AbortSignal) => send({ method: 'GET', path: '/x', headers: {} }, signal);
    const otherClients = Array.from({ length: 256 }, () => new AbortController());
    const otherReads = otherClients.map(({ signal }) => sendRead(signal));
    await expect.poll(() => service.requests.length).toBe(256);
    const disconnectController = new AbortController();
    const queuedRead = sendRead(disconnectController.signal);
    disconnectController.abort();
    await expect(queuedRead).rejects.toThrow();
    for (const client of otherClients) client.abort();
    await Promise.allSettled(otherReads);
    expect(service.requests).toHaveLength(256);
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
    ['missing', () => {}, 504],
    ['a stall after the head', (socket) => socket.write(cutOffAfter(jsonHead)), 504],
    ['a cut-off 409', respondWith(cutOffAfter('HTTP/1.1 409 X\r\n')), 409],
    ['a cut-off 404', respondWith(cutOffAfter('HTTP/1.1 404 X\r\n')), 502],
    ['a 200 of 2 MB', respondWith(jsonResponse(longBody)), 502],
    ['a 409 of 2 MB', respondWith(jsonResponse(longBody, { status: 409 })), 409],
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

  it('drops an unsent DELETE when its last client disconnects', async () => {
    const call: ServiceCall = { method: 'DELETE', path: '/x', headers: {} };
    const requestArrived = deferred<() => void>();
    const service = await startRawService((_, socket) =>
      requestArrived.resolve(() => socket.write(jsonResponse({ id: 'i-1' }))),
    );
    onTestFinished(service.close);
    const send = createService(readSettings({ SERVICE_URL: service.url }));
    const disconnectController = new AbortController();
    const droppedDelete = forwardDelete(send, call, limits, disconnectController.signal);
    disconnectController.abort();
    expect(await droppedDelete).toMatchObject({ isSent: false });
    expect(service.requests).toEqual([]);
    const disconnectedLater = new AbortController();
    const sentDelete = forwardDelete(send, call, limits, disconnectedLater.signal);
    const respond = await requestArrived.promise;
    disconnectedLater.abort();
    respond();
    expect(await sentDelete).toMatchObject({ status: 200, isSent: true });
    expect(service.requests).toHaveLength(1);
  });
});
