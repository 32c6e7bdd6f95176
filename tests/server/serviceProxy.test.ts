import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createBrowserConfig, readSettings } from '../../src/server/settings.ts';
import { deferred } from '../support/deferred.ts';
import {
  bearer,
  consoleWithService,
  idempotencyKey,
  instancePath,
  regionsPath,
} from '../support/listenConsole.ts';
import { connect, rawRequest } from '../support/rawCall.ts';
import { jsonResponse } from '../support/rawResponses.ts';

describe('createServiceProxy', { timeout: 60_000 }, () => {
  it.each([
    ['GET', '/api', 400],
    ['DELETE', '/api/unknown', 400],
    ['DELETE', regionsPath, 405],
    ['GET', '/api/unknown', 404],
    ['GET', `${regionsPath}?x=1`, 400],
    ['GET', '/api/x/../workspaces/acme/regions', 400],
  ])('responds to %s %s with %i and sends nothing', expectRejected);

  it.each([
    [401, 'GET', 'a token that is not ASCII', ['Authorization: Bearer caf\u00e9']],
    [401, 'GET', 'no headers', []],
    [401, 'GET', 'a password for a proxy in front', ['Authorization: Basic dTpw']],
    [401, 'DELETE', 'no token', [idempotencyKey]],
    [400, 'DELETE', 'no Idempotency-Key', [bearer]],
    [400, 'DELETE', 'a space in the Idempotency-Key', [bearer, 'Idempotency-Key: a b']],
    [400, 'DELETE', 'a key of 129 characters', [bearer, `Idempotency-Key: ${'k'.repeat(129)}`]],
    [400, 'DELETE', 'two Idempotency-Keys', [bearer, idempotencyKey, 'Idempotency-Key: second']],
  ])('responds with %i and sends nothing if a %s has %s', (status, method, _, headers) =>
    expectRejected(method, method === 'GET' ? regionsPath : instancePath, status, headers),
  );

  async function expectRejected(method: string, target: string, status: number, headers?: string[]) {
    const { service, send } = await consoleWithService((_, socket) => socket.write(jsonResponse([])));
    const response = await send(method, target, headers);
    expect(response.status).toBe(status);
    const message = expect.stringMatching(/\. No request was sent to the service\.$/);
    expect(JSON.parse(response.body)).toEqual({ message, statusCode: status });
    if (status === 405) expect(response.headers.allow).toBe('GET');
    expect(service.requests).toEqual([]);
  }

  it('sends nothing for a page with the configuration of another service', async () => {
    const { service, send, sendDelete } = await consoleWithService((_, socket) =>
      socket.write(jsonResponse({ id: 'i-1' })),
    );
    const { serviceId } = await createBrowserConfig(readSettings({ SERVICE_URL: service.url }));
    const wrongServiceId = [bearer, idempotencyKey, 'Console-Service-Id: other'];
    const rejectedResponses = await Promise.all([
      sendDelete(wrongServiceId),
      send('GET', regionsPath, wrongServiceId),
    ]);
    const message =
      'This console now uses a different service. Reload the page. No request was sent to the service.';
    for (const { status, body } of rejectedResponses)
      expect([status, JSON.parse(body)]).toEqual([422, { message, statusCode: 422 }]);
    expect(service.requests).toEqual([]);
    expect((await sendDelete([bearer, idempotencyKey, `Console-Service-Id: ${serviceId}`])).status).toBe(200);
    expect(service.requests[0]?.headers).not.toHaveProperty('console-service-id');
  });

  it('forwards nothing to a path outside /api', async () => {
    const { service, send } = await consoleWithService((_, socket) => socket.write(jsonResponse([])));
    const prefixes = ['/API', '/api/..', '/api/', '/ap%69', '/api/%2e%2e/api', '/api\\', '/x/../api'];
    for (const prefix of [...prefixes, 'http://127.0.0.1/api'])
      await send('GET', `${prefix}/workspaces/acme/regions`);
    expect(service.requests).toEqual([]);
  });

  it('returns the result to a repeated DELETE even if the first client has disconnected', async () => {
    const { promise: firstRequest, resolve } = deferred<Socket>();
    const { service, host, sendDelete } = await consoleWithService((_, socket) => resolve(socket));
    const countConnections = () =>
      new Promise<number>((resolve) => host.server.getConnections((_, count) => resolve(count)));
    const { socket } = connect(host.port, rawRequest('DELETE', instancePath, [bearer, idempotencyKey]));
    const serviceSocket = await firstRequest;
    socket.destroy();
    await expect.poll(countConnections).toBe(0);
    expect(host.logLines).toEqual([]);
    const repeatedDelete = sendDelete();
    await expect.poll(countConnections).toBe(1);
    serviceSocket.write(jsonResponse({ id: 'i-1' }));
    expect(await repeatedDelete).toMatchObject({ status: 200, body: '{"id":"i-1"}' });
    expect(service.requests).toHaveLength(1);
    await expect.poll(() => host.logLines.length).toBe(2);
  });
});
