import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox/app.ts';
import { openDatabase } from '../../src/server/database/database.ts';
import { deferred } from '../support/deferred.ts';
import { listenConsole } from '../support/listenConsole.ts';
import { connect, rawRequest } from '../support/rawCall.ts';

const log = '/api/workspaces/acme/deletions';
const names = '/api/workspaces/acme/databases';

describe('a request without a session', () => {
  it.each([
    ['GET', '/api', 404],
    ['GET', '/api/unknown', 404],
    ['HEAD', '/api/unknown', 404],
    ['DELETE', '/api/unknown', 400],
    ['DELETE', '/api/workspaces/acme/regions', 400],
    ['DELETE', '/api/workspaces/acme/databases/orders/compute/i-1', 400],
    ['PATCH', log, 400],
    ['POST', '/', 400],
    ['PUT', '/assets/main-abc123.js', 400],
    ['GET', '/api/x/../workspaces/acme/regions', 404],
    ['GET', '/api/workspaces/%2e%2e/regions', 422],
    ['GET', '/api/workspaces/%c3/regions', 422],
    ['GET', log, 401],
    ['GET', '/api/workspaces/acme/regions', 401],
    ['GET', '/api/session', 401],
    ['PUT', names, 401],
    ['POST', '/api/session/activity', 401],
    ['GET', `/api/workspaces/${'%2525'.repeat(12_000)}/regions`, 422],
    ['GET', `${log}?search=${'x'.repeat(17_000)}`, 414],
  ])('%s %.60s → %i', async (method, path, status) => {
    const { call } = await listenConsole();
    const response = await call(path, { method });
    expect(response.status).toBe(status);
    const json = { message: expect.stringMatching(/\.$/), statusCode: status, code: expect.any(String) };
    expect(response.json).toEqual(method === 'HEAD' ? null : json);
  });
});

describe('a request with a session', () => {
  async function signedIn() {
    const console = await listenConsole();
    const browser = console.browser();
    await browser.signIn();
    return { ...console, ...browser };
  }

  it.each<[title: string, status: number, headers: Record<string, string>]>([
    ['a foreign Origin', 403, { origin: 'https://evil.example' }],
    ['an opaque Origin', 403, { origin: 'null' }],
    ['Sec-Fetch-Site: cross-site', 403, { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site: same-site', 403, { 'sec-fetch-site': 'same-site' }],
    ['our own Via', 508, { via: '1.1 proxy, 1.1 workspace-console' }],
    ['a form as its body', 415, { 'content-type': 'application/x-www-form-urlencoded' }],
    ['text as its body', 415, { 'content-type': 'text/plain' }],
    ['no Console-Session', 401, { 'console-session': '' }],
    ['the ID of a different session', 401, { 'console-session': 'a1f3c52-7d1c' }],
  ])('%s → %i, and nothing is done', async (_, status, headers) => {
    const { send } = await signedIn();
    const response = await send(names, { method: 'PUT', body: { names: ['x'] }, headers });
    expect(response).toMatchObject({ status, json: { statusCode: status } });
    expect((await send(names)).json).toEqual({ names: ['orders', 'analytics', 'identity'] });
  });

  it('the Origin of the page, and a link from a different site, are accepted', async () => {
    const { send, port } = await signedIn();
    const origin = { origin: `http://localhost:${port}`, 'sec-fetch-site': 'same-origin' };
    expect((await send(names, { method: 'PUT', body: { names: ['x'] }, headers: origin })).status).toBe(200);
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect((await send('/workspaces/acme/compute', { headers: link })).status).toBe(200);
    expect((await send(log, { headers: link })).status).toBe(403);
  });

  it('a body that is too large, or no JSON → 413, 422', async () => {
    const { send } = await signedIn();
    const put = (body: unknown) => send(names, { method: 'PUT', body });
    expect((await put({ names: ['x'.repeat(66_000)] })).status).toBe(413);
    for (const body of ['{', '[]', '{"names":[1]}'])
      expect(await put(body)).toMatchObject({ status: 422, json: { code: 'invalid' } });
    expect(await put({ names: ['..'] })).toMatchObject({ status: 422, json: { code: 'path' } });
  });

  it.each([
    ['Content-Length: 70000', 70_000, 413],
    ['Transfer-Encoding: chunked', 70_000, 413],
    ['Transfer-Encoding: chunked', 1_000, 200],
  ])('a body with %s and %i bytes → %i after its end', async (length, size, status) => {
    const { state, port } = await signedIn();
    const session = [`Cookie: ${state.cookie}`, `Console-Session: ${state.sessionId}`];
    const headers = [...session, 'Content-Type: application/json', length];
    const head = rawRequest('PUT', names, headers).replace('Host: localhost', `Host: localhost:${port}`);
    const text = '{"names":["y"]}'.padEnd(size);
    const body = length.endsWith('chunked') ? `${size.toString(16)}\r\n${text}\r\n0\r\n\r\n` : text;
    const { socket, received, closed } = connect(port, head + body.slice(0, -100));
    await sleep(200);
    // A client that still sends would get a reset.
    expect(received.text).toBe('');
    socket.write(body.slice(-100));
    await closed;
    expect(received.text).toContain(`HTTP/1.1 ${status} `);
  });

  it('while the server stops, nothing is sent to the service', async () => {
    const [released, arrived] = [deferred<void>(), deferred<void>()];
    const sandbox = createSandbox();
    const fetch = async (request: Request) => {
      if (!request.url.endsWith('/subscription/history')) return sandbox.fetch(request);
      arrived.resolve();
      await released.promise;
      return sandbox.fetch(request);
    };
    const console = await listenConsole({ sandbox: { fetch } });
    const { send, signIn, state } = console.browser();
    await signIn();
    const keepAlive = (target: string) =>
      `GET ${target} HTTP/1.1\r\nHost: localhost:${console.port}\r\nCookie: ${state.cookie}\r\n\r\n`;
    const running = connect(console.port, keepAlive('/api/workspaces/acme/subscription/history'));
    const request = keepAlive(log);
    const { socket, received } = connect(console.port, request.slice(0, 20));
    await arrived.promise;
    const closed = console.close();
    socket.write(request.slice(20));
    await expect
      .poll(() => received.text)
      .toMatch(/^HTTP\/1.1 503[\s\S]*Connection: close[\s\S]*"code":"service"/);
    released.resolve();
    await running.closed;
    expect(running.received.text).toMatch(/^HTTP\/1.1 200[\s\S]*Connection: close/);
    await closed;
    await expect(send(log)).rejects.toThrow('ECONNREFUSED');
  });
});

it('a database that does not answer → 503 with a sentence, and /livez still answers', async () => {
  const database = await openDatabase(':memory:');
  const { browser, call } = await listenConsole({ database });
  const { send, signIn } = browser();
  await signIn();
  await database.close();
  const json = { message: expect.stringMatching(/database/), statusCode: 503, code: 'storage' };
  for (const response of [await send(log), await signIn()]) expect(response.json).toEqual(json);
  expect((await send('/workspaces/acme/compute')).status).toBe(503);
  expect((await call('/healthz')).status).toBe(503);
  expect(await call('/livez')).toMatchObject({ status: 200, json: { status: 'ok' } });
});
