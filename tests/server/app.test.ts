import { describe, expect, it, onTestFinished } from 'vitest';
import { type Limits, limits } from '../../src/server/settings.ts';
import {
  bearer,
  consoleWithHeldService,
  consoleWithService,
  idempotencyKey,
  instancePath,
  listenConsole,
  regionsPath,
} from '../support/listenConsole.ts';
import { connect, rawCall, rawRequest } from '../support/rawCall.ts';
import { jsonResponse } from '../support/rawResponses.ts';

async function startConsole(limits: Partial<Limits> = {}) {
  const host = await listenConsole({}, limits);
  onTestFinished(host.end);
  const get = (target: string) =>
    rawCall(host.port, rawRequest('GET', target, ['Authorization: Bearer sandbox-token']));
  return { ...host, get };
}

const keepAliveRequest = (method: string, target: string) =>
  rawRequest(method, target, [bearer, idempotencyKey]).replace('Connection: close\r\n', '');

describe('the console server', () => {
  it('closes the connection of a request that arrives too slowly', async () => {
    const { port } = await startConsole({ headersMs: 200, requestMs: 200 });
    const { socket, received, closed } = connect(port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const writeTimer = setInterval(() => socket.write('X'), 20);
    await closed;
    clearInterval(writeTimer);
    expect(received.text).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('rejects a request with a body without reading the body', async () => {
    const { port, get } = await startConsole();
    const head = `DELETE ${instancePath} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const { socket, received, closed } = connect(port, head);
    const writeTimer = setInterval(() => socket.write(`10000\r\n${'x'.repeat(65_536)}\r\n`), 5);
    await closed;
    clearInterval(writeTimer);
    expect(received.text).toMatch(/^HTTP\/1\.1 413 /);
    const request = rawRequest('POST', '/', ['Expect: 100-continue', 'Content-Length: 9']);
    expect((await rawCall(port, request)).status).toBe(405);
    expect((await get('/healthz')).status).toBe(200);
  });

  it('responds to an internal error with a 500 that contains no details', async () => {
    const deleteMs = Object.assign(1, {
      valueOf(): number {
        throw new TypeError('with canary-token-1');
      },
    });
    const { host, send } = await consoleWithService(() => {}, { deleteMs });
    const response = await send('DELETE', instancePath);
    expect([response.status, JSON.parse(response.body).statusCode]).toEqual([500, 500]);
    expect(response.raw).not.toContain('canary');
    expect((await send('GET', '/healthz')).status).toBe(200);
    await expect.poll(() => host.logLines.length).toBe(2);
  });

  it('keeps an idle connection longer than the limits for a running request', async () => {
    expect(limits.keepAliveMs).toBeGreaterThanOrEqual(11 * 60_000);
    const { port } = await startConsole({ headersMs: 100, requestMs: 100, silentMs: 100 });
    const request = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
    const { socket, received } = connect(port, request);
    await expect.poll(() => received.text).toMatch(/\r\nKeep-Alive: timeout=660\r\n/);
    await expect.poll(() => received.text).toContain('"ok"');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    socket.write(request);
    await expect.poll(() => received.text.match(/"ok"/g)).toHaveLength(2);
    socket.destroy();
  });

  it.each([
    ['garbage', 'garbage\r\n\r\n'],
    ['endless headers', `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(70_000)}`],
    ['half a request', 'GET / HTTP/1.1\r\nX-Slow: '],
  ])('closes the connection of a running DELETE after it receives %s', async (_, bytes) => {
    const shortLimits = { headersMs: 300, requestMs: 300 };
    const { service, host, sendDelete, firstRequest } = await consoleWithHeldService(shortLimits);
    const { socket, received, closed } = connect(host.port, keepAliveRequest('DELETE', instancePath));
    const sendResponse = await firstRequest;
    socket.write(bytes);
    await closed;
    expect(received.text).toBe('');
    sendResponse();
    expect(await sendDelete()).toMatchObject({ status: 200, body: '{"id":"i-1"}' });
    expect(service.requests).toHaveLength(1);
  });
});

const slowPath = '/api/workspaces/slow/regions';
const slowRead = keepAliveRequest('GET', slowPath);

it('pipelined requests get their own responses, in order', async () => {
  const { host } = await consoleWithService(({ target }, socket) => {
    const body = { path: target };
    setTimeout(() => socket.write(jsonResponse(body)), target.includes('slow') ? 200 : 0);
  });
  const paths = [slowPath, regionsPath, instancePath];
  const requests = paths.map((path) => keepAliveRequest(path === instancePath ? 'DELETE' : 'GET', path));
  const { socket, received } = connect(host.port, requests.join(''));
  await expect
    .poll(() => received.text.match(/"path":"[^"]*"/g))
    .toEqual(paths.map((path) => `"path":"${path.slice('/api'.length)}"`));
  socket.destroy();
});

it('pipelined requests are logged when their connection closes', async () => {
  const { service, host } = await consoleWithService(() => {});
  const requests = [
    slowRead,
    keepAliveRequest('GET', regionsPath),
    keepAliveRequest('GET', '/'),
    keepAliveRequest('DELETE', instancePath),
  ];
  const { socket } = connect(host.port, requests.join(''));
  await expect.poll(() => service.requests.length).toBe(3);
  socket.destroy();
  // The DELETE was sent before its client disconnected, so it is logged only after the service responds.
  await expect.poll(() => host.logLines.length).toBe(3);
  expect(host.logLines.map((line) => JSON.parse(line).path).sort()).toEqual(['/', regionsPath, slowPath]);
  await service.close();
  await expect.poll(() => host.logLines.length).toBe(4);
});

it('a connection closes if it has more pipelined requests than the limit', async () => {
  const { service, host } = await consoleWithService(() => {}, { pipelinedRequests: 3 });
  const { socket } = connect(host.port, slowRead.repeat(3));
  await expect.poll(() => service.requests.length).toBe(3);
  await connect(host.port, slowRead.repeat(1_000)).closed;
  expect(socket.destroyed).toBe(false);
  expect(service.requests.length).toBeLessThanOrEqual(6);
  await expect.poll(() => host.logLines.length).toBe(3);
});

it('pipelined requests do not keep a closing server open', async () => {
  const { host, firstRequest } = await consoleWithHeldService();
  const requests = [slowRead, keepAliveRequest('GET', '/'), keepAliveRequest('GET', '/healthz')];
  const { received } = connect(host.port, requests.join(''));
  const sendResponse = await firstRequest;
  const hostClosed = host.close();
  sendResponse();
  await hostClosed;
  await expect.poll(() => received.text).toContain('200 OK');
});

it('close() ends idle, unfinished and kept-alive connections', async () => {
  const host = await listenConsole({}, { graceMs: 50 });
  onTestFinished(host.end);
  for (const unfinishedRequest of ['', 'GET / HTTP/1.1\r\n']) connect(host.port, unfinishedRequest);
  const { received } = connect(host.port, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => received.text).toContain('200 OK');
  await host.close();
}, 5_000);

it('close() ends a read whose response never ends', async () => {
  const { host, service, send } = await consoleWithService(
    (_, socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const writeTimer = setInterval(() => socket.write('1\r\n \r\n'), 20);
      socket.once('close', () => clearInterval(writeTimer));
    },
    { deleteMs: 100, graceMs: 100 },
  );
  const response = send('GET', regionsPath);
  await expect.poll(() => service.requests.length).toBe(1);
  await host.close();
  expect(await response).toMatchObject({ isComplete: false });
}, 5_000);
