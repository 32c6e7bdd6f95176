import net from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { bearer, consoleWithService, idempotencyKey, regionsPath } from '../support/listenConsole.ts';
import { jsonResponse } from '../support/rawResponses.ts';
import { startProxy } from './startProxy.ts';

const noRequest = () => expect.fail('The service got a request.');

it('the service gets the raw path and only known headers', async () => {
  const { service, send } = await consoleWithService((_, socket) => socket.write(jsonResponse(['A_B'])));
  const headers = [
    bearer,
    'Cookie: session=1',
    'Accept: text/html',
    'Accept-Encoding: br',
    'X-Forwarded-For: 1.2.3.4',
    'X-Request-Id: req-12345678',
    'Referer: http://localhost/x',
  ];
  const response = await send('GET', '/api/workspaces/a%2Fb%2520c/regions', headers);
  expect(response).toMatchObject({ status: 200, body: '["A_B"]', isComplete: true });
  expect(service.requests).toHaveLength(1);
  expect(service.requests[0]).toMatchObject({ method: 'GET', target: '/workspaces/a%2Fb%2520c/regions' });
  const { host, connection, ...sent } = service.requests[0]?.headers ?? {};
  expect(sent).toEqual({
    authorization: 'Bearer canary-token-1',
    accept: 'application/json',
    'x-request-id': 'req-12345678',
  });
  expect([host, connection]).toEqual([service.url.slice('http://'.length), 'keep-alive']);
});

it('the service gets the path of its base URL unchanged', async () => {
  const { service } = await consoleWithService((_, socket) => socket.write(jsonResponse([])));
  const { send } = await consoleWithService(noRequest, {}, { SERVICE_URL: `${service.url}/v1/a%2Fb/` });
  await send('GET', regionsPath);
  expect(service.requests[0]?.target).toBe('/v1/a%2Fb/workspaces/acme/regions');
});

it('the service gets a read again after it closed the kept-alive connection', async () => {
  const { service, send } = await consoleWithService((request, socket) => {
    if (request.requestNumber === 2) socket.resetAndDestroy();
    else socket.write(jsonResponse([request.requestNumber]));
  });
  await send('GET', regionsPath);
  expect(await send('GET', regionsPath)).toMatchObject({ status: 200, body: '[3]' });
  expect(service.requests.map(({ connectionNumber }) => connectionNumber)).toEqual([1, 1, 2]);
});

it.each([
  ['in its head', 502, 'HTTP/1.1 200 OK\r\nContent-Ty'],
  ['in its body', 200, 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n['],
])(
  'the service gets no read again whose response on a kept-alive connection ends %s',
  async (_, status, bytes) => {
    const { service, send } = await consoleWithService((request, socket) => {
      if (request.requestNumber === 2) socket.end(bytes);
      else socket.write(jsonResponse([request.requestNumber]));
    });
    await send('GET', regionsPath);
    expect((await send('GET', regionsPath)).status).toBe(status);
    expect(service.requests.map(({ connectionNumber }) => connectionNumber)).toEqual([1, 1]);
  },
);

it('an address of the service has two seconds to accept a connection', async () => {
  const { send, sendDelete } = await consoleWithService((_, socket) => socket.write(jsonResponse([])));
  const connect = vi.spyOn(net.Socket.prototype, 'connect');
  onTestFinished(() => connect.mockRestore());
  await send('GET', regionsPath);
  await sendDelete();
  const calls: unknown[] = connect.mock.calls.flat(2);
  const hasTwoSeconds = expect.objectContaining({ autoSelectFamilyAttemptTimeout: 2_000 });
  expect(calls.filter((call) => hasTwoSeconds.asymmetricMatch(call))).toHaveLength(2);
});

describe.each([[false], [true]])('through an outbound proxy: %s,', (hasProxy) => {
  async function start(respond: Parameters<typeof consoleWithService>[0]) {
    const proxy = await startProxy();
    const started = await consoleWithService(respond, {}, hasProxy ? { HTTP_PROXY: proxy.url } : {});
    return { ...started, proxy };
  }

  it('reads share a connection, and each DELETE has its own', async () => {
    const { service, proxy, send, sendDelete } = await start((_, socket) =>
      socket.write(jsonResponse({ id: 'i-1' })),
    );
    for (const key of ['k-1', 'k-2']) await sendDelete([bearer, `Idempotency-Key: ${key}`]);
    for (let count = 0; count < 2; count += 1) await send('GET', regionsPath);
    expect(service.requests).toMatchObject([
      { connectionNumber: 1, headers: { 'idempotency-key': 'k-1', connection: 'close' } },
      { connectionNumber: 2, headers: { 'idempotency-key': 'k-2', connection: 'close' } },
      { connectionNumber: 3, headers: { connection: 'keep-alive' } },
      { connectionNumber: 3 },
    ]);
    expect(service.requests[0]?.headers).not.toHaveProperty('content-length');
    expect(service.requests[0]?.headers).not.toHaveProperty('transfer-encoding');
    const connects = proxy.heads.filter((head) => /^CONNECT 127\.0\.0\.1:\d+ HTTP/.test(head));
    expect(connects).toHaveLength(hasProxy ? 3 : 0);
    expect(proxy.heads.join()).not.toContain('canary');
  });

  it.each([
    ['100 Continue', 200],
    ['103 Early Hints\r\nLink: </x>; rel=preload', 200],
    ['101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x', 502],
  ])('a response that begins with %s ends with %i', async (head, status) => {
    const { send, sendDelete } = await start((_, socket) =>
      socket.write(`HTTP/1.1 ${head}\r\n\r\n${jsonResponse({ id: 'i-1' })}`),
    );
    for (const response of [await sendDelete(), await send('GET', regionsPath)]) {
      expect(response.status).toBe(status);
      expect(response.body).toContain(status === 200 ? '{"id":"i-1"}' : 'unexpected status (101)');
      expect(response.headers.link).toBeUndefined();
    }
  });

  it('[39 DELETE, history, regions] a response may have 60 KB of headers, but not 70 KB', async () => {
    const { send, sendDelete } = await start(({ requestNumber }, socket) => {
      const headers = { 'X-Long': 'x'.repeat(requestNumber <= 2 ? 60_000 : 70_000) };
      socket.write(jsonResponse({ id: 'i-1' }, { headers }));
    });
    expect(await send('GET', regionsPath)).toMatchObject({ status: 200, body: '{"id":"i-1"}' });
    expect(await sendDelete([bearer, 'Idempotency-Key: k-1'])).toMatchObject({ status: 200 });
    const message = 'The service responded with more than 64 KiB of headers.';
    expect(await send('GET', regionsPath)).toMatchObject({ status: 502 });
    const { status, body } = await sendDelete([bearer, 'Idempotency-Key: k-2']);
    expect(status).toBe(502);
    expect(JSON.parse(body).message).toBe(`${message} It may have received the request.`);
  });
});

describe('an outbound proxy that opens no connection', () => {
  it.each([
    ['204 No Content', '(204)'],
    ['404 Not Found', '(404)'],
  ])('with %s, ends with 502 and does not count as the service', async (line, code) => {
    const body = '{"message":"No such instance.","statusCode":404}';
    const proxy = await startProxy(`HTTP/1.1 ${line}\r\nContent-Type: application/json\r\n\r\n${body}`);
    const { host, send, sendDelete } = await consoleWithService(noRequest, {}, { HTTP_PROXY: proxy.url });
    for (const response of [await sendDelete([bearer, idempotencyKey]), await send('GET', regionsPath)]) {
      expect(response.status).toBe(502);
      expect(response.body).toContain(`The outbound proxy refused to connect to the service ${code}.`);
      expect(response.raw).not.toContain('secret');
    }
    await expect.poll(() => host.logLines.length).toBe(2);
    expect(JSON.parse(host.logLines[0] ?? '')).toMatchObject({ outcome: 'not-sent' });
  });
});
