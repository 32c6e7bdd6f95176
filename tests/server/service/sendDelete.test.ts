import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSendDelete } from '../../../src/server/service/deleteOutcome.ts';
import { findFreePort, listen } from '../../support/listen.mjs';
import { errorResponse, jsonResponse, rawResponse } from '../../support/rawResponses.ts';
import { startService } from '../../support/scriptedService.ts';
import { deleteCall, sendDelete, startProxy, target } from './serviceCalls.ts';

const record = { id: 'i-1', name: 'eu-1', dbHost: 'h' };
const replyWithRecord = () => [jsonResponse(record)];
const notSent = (message: RegExp) => ({
  outcome: { code: 'not-sent', status: null, message: expect.stringMatching(message) },
  doubt: null,
  isTokenRejected: false,
});

describe.each([[false], [true]])('a DELETE through an outbound proxy: %s,', (hasProxy) => {
  const proxyUrl = async () => (hasProxy ? startProxy() : undefined);

  it('has only known headers, the path of the base URL, and a connection of its own', async () => {
    const service = await startService(replyWithRecord);
    const [url, proxy] = [`${service.url}/v1/a%2Fb/`, await proxyUrl()];
    const changes = { target: { ...target, databaseName: 'a/b c', instanceId: '?#"' } };
    const outcome = { code: 'unknown', status: 200 };
    for (const _ of [1, 2]) expect(await sendDelete(url, changes, proxy)).toMatchObject({ outcome });
    expect(service.connections.opened).toBe(2);
    const path = '/v1/a%2Fb/workspaces/acme/databases/a%2Fb%20c/compute/%3F%23%22';
    const headers = { 'accept-encoding': 'identity', 'idempotency-key': deleteCall.idempotencyKey };
    const authorization = `Bearer ${deleteCall.token}`;
    expect(service.requests[0]).toMatchObject({ target: path, headers: { ...headers, authorization } });
    const names =
      'accept accept-encoding authorization cache-control connection host idempotency-key x-request-id';
    expect(Object.keys(service.requests[0]?.headers ?? {}).sort()).toEqual(names.split(' '));
  });

  it.each([
    ['100 Continue', 'deleted'],
    [`103 Early Hints\r\nLink: </${'x'.repeat(60_000)}>; rel=preload`, 'deleted'],
    ['101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x', 'unknown'],
  ])('and a response that begins with %.30s → %s', async (head, code) => {
    const service = await startService(() => [`HTTP/1.1 ${head}\r\n\r\n${jsonResponse(record)}`]);
    expect((await sendDelete(service.url, {}, await proxyUrl())).outcome.code).toBe(code);
    await service.waitForDisconnects();
  });

  it('and an obstacle when the connection stands → no byte leaves', async () => {
    const service = await startService(replyWithRecord);
    const findObstacle = async () => 'jo stopped this delete.';
    const result = await sendDelete(service.url, { findObstacle }, await proxyUrl());
    expect(result).toMatchObject(notSent(/^jo stopped this delete\.$/));
    expect(service.requests).toEqual([]);
  });
});

describe('a failure before the connection stands → not sent', () => {
  it.each([204, 404, 407])('an outbound proxy that answers %i', async (status) => {
    const proxy = await startProxy(errorResponse(status, 'No such instance.'));
    const service = await startService(replyWithRecord);
    const result = await sendDelete(service.url, {}, proxy);
    const sentence = `^The outbound proxy refused to connect to the service \\(${status}\\)\\. No request`;
    expect(result).toMatchObject(notSent(new RegExp(sentence)));
    expect(JSON.stringify(result)).not.toMatch(/secret|canary/);
    expect(service.requests).toEqual([]);
  });

  it('an outbound proxy that is down, or that is silent', async () => {
    const down = `http://127.0.0.1:${await findFreePort()}`;
    expect(await sendDelete('http://h', {}, down)).toMatchObject(notSent(/ECONNREFUSED/));
    const silent = await startService(() => []);
    const sentence = /^No connection was made within 0.2 seconds\. No request was sent\.$/;
    expect(await sendDelete('http://h', { deleteMs: 200 }, silent.url)).toMatchObject(notSent(sentence));
  });

  it.each(['EMFILE', 'ENETUNREACH', 'CERT_HAS_EXPIRED'])('the code %s of the socket', async (code) => {
    const connect = vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (this: net.Socket) {
      queueMicrotask(() => this.destroy(Object.assign(new Error('x'), { code })));
      return this;
    });
    onTestFinished(() => connect.mockRestore());
    const sentence = new RegExp(`\\(${code}\\)\\. No request`);
    expect(await sendDelete('http://127.0.0.1:1')).toMatchObject(notSent(sentence));
  });

  it('a service without TLS at an https URL, or that hangs up in the handshake', async () => {
    const plain = await startService(replyWithRecord);
    const closing = net.createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    onTestFinished(() => void closing.close());
    for (const url of [plain.url.replace('http:', 'https:'), `https://127.0.0.1:${await listen(closing)}`])
      expect(await sendDelete(url, { deleteMs: 300 })).toMatchObject(notSent(/No request was sent\.$/));
  });

  it.each([
    ['a dot segment', { target: { ...target, instanceId: '..' } }, /^The instance ID .*No request was sent/],
    ['a path that is empty', { target: { ...target, databaseName: '' } }, /^The database name is empty/],
    ['a token with a line break', { token: 'canary\n' }, /^The service could not be reached/],
  ])('%s', async (_, changes, message) => {
    const service = await startService(replyWithRecord);
    const result = await sendDelete(service.url, changes);
    expect(result).toMatchObject(notSent(message));
    expect(JSON.stringify(result)).not.toContain('canary');
    expect(service.connections.opened).toBe(0);
  });
});

it.each([
  ['gzip', 'deleted', gzipSync(JSON.stringify(record))],
  ['zstd', 'unknown', Buffer.from('(\xb5/\xfd')],
  ['gzip', 'unknown', gzipSync(JSON.stringify({ ...record, note: ' '.repeat(1_100_000) }))],
])('a record in %s, although we ask for no coding → %s', async (coding, code, bytes) => {
  const head = rawResponse({ headers: { 'content-encoding': coding }, length: bytes.length });
  const service = await startService(() => [head, bytes]);
  expect((await sendDelete(service.url)).outcome.code).toBe(code);
});

it('a connection that fails while the service works → it was reached', async () => {
  const send = createSendDelete(async (_, { beforeBytes }) => {
    await beforeBytes?.();
    throw Object.assign(new Error(), { code: 'ETIMEDOUT' });
  }, Date.now);
  const message = 'The connection to the service failed (ETIMEDOUT). It may have received the request.';
  expect((await send(deleteCall)).outcome).toMatchObject({ code: 'unknown', message });
});

it('a process that was stopped for longer than the deadline → it reads what arrived meanwhile', async () => {
  const service = await startService(() => {
    const end = performance.now() + 900;
    while (performance.now() < end);
    return replyWithRecord();
  });
  expect((await sendDelete(service.url, { deleteMs: 300 })).outcome.code).toBe('deleted');
});
