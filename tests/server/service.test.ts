import { describe, expect, it } from 'vitest';
import { bearer, consoleWithService, regionsPath } from '../support/listenConsole.ts';
import { rawJson } from '../support/rawService.ts';

describe('a service over HTTP', () => {
  it('receives the raw path below its base URL and only the known headers', async () => {
    const { service, send } = await consoleWithService((_, socket) => socket.write(rawJson(200, ['A_B'])));
    const headers = [
      bearer,
      'Cookie: session=1',
      'Accept: text/html',
      'Accept-Encoding: br',
      'X-Forwarded-For: 1.2.3.4',
      'X-Request-Id: req-12345678',
      'Referer: http://localhost/x',
    ];
    const answer = await send('GET', '/api/workspaces/a%2Fb%2520c/regions', headers);
    expect(answer).toMatchObject({ status: 200, body: '["A_B"]', isWhole: true });
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

  it('keeps the path of its base URL', async () => {
    const { service, send } = await consoleWithService((_, socket) => socket.write(rawJson(200, [])));
    const behind = await consoleWithService(() => {}, {}, { SERVICE_URL: `${service.url}/v1/a%2Fb/` });
    await behind.send('GET', regionsPath);
    await send('GET', regionsPath);
    const targets = ['/v1/a%2Fb/workspaces/acme/regions', '/workspaces/acme/regions'];
    expect(service.requests.map(({ target }) => target)).toEqual(targets);
  });

  it('gets each DELETE on a separate connection', async () => {
    const { service, remove } = await consoleWithService((_, socket) =>
      socket.write(rawJson(200, { id: 'i-1' })),
    );
    for (const key of ['k-1', 'k-2']) await remove([bearer, `Idempotency-Key: ${key}`]);
    expect(service.requests).toMatchObject([
      { connection: 1, headers: { 'idempotency-key': 'k-1', connection: 'close' } },
      { connection: 2, headers: { 'idempotency-key': 'k-2', connection: 'close' } },
    ]);
    expect(service.requests[0]?.headers).not.toHaveProperty('content-length');
    expect(service.requests[0]?.headers).not.toHaveProperty('transfer-encoding');
  });

  it('gets a read again if a kept-alive connection was dropped', async () => {
    const { service, send } = await consoleWithService((request, socket) => {
      if (request.number === 2) socket.resetAndDestroy();
      else socket.write(rawJson(200, [request.number]));
    });
    await send('GET', regionsPath);
    expect(await send('GET', regionsPath)).toMatchObject({ status: 200, body: '[3]' });
    expect(service.requests.map(({ connection }) => connection)).toEqual([1, 1, 2]);
  });
});
