import { expect, it } from 'vitest';
import { bearer, consoleWithService, regionsPath } from '../support/listenConsole.ts';
import { jsonResponse } from '../support/rawResponses.ts';

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
  const { send } = await consoleWithService(() => {}, {}, { SERVICE_URL: `${service.url}/v1/a%2Fb/` });
  await send('GET', regionsPath);
  expect(service.requests[0]?.target).toBe('/v1/a%2Fb/workspaces/acme/regions');
});

it('the service gets each DELETE on a new connection', async () => {
  const { service, sendDelete } = await consoleWithService((_, socket) =>
    socket.write(jsonResponse({ id: 'i-1' })),
  );
  for (const key of ['k-1', 'k-2']) await sendDelete([bearer, `Idempotency-Key: ${key}`]);
  expect(service.requests).toMatchObject([
    { connectionNumber: 1, headers: { 'idempotency-key': 'k-1', connection: 'close' } },
    { connectionNumber: 2, headers: { 'idempotency-key': 'k-2', connection: 'close' } },
  ]);
  expect(service.requests[0]?.headers).not.toHaveProperty('content-length');
  expect(service.requests[0]?.headers).not.toHaveProperty('transfer-encoding');
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
