import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSendDelete } from '../../../src/server/service/sendDelete.ts';
import { findFreePort, listen } from '../../support/listen.ts';
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
    expect(service.connections.length).toBe(2);
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

const to = (changes: Partial<typeof target>) => ({ target: { ...target, ...changes } });
async function startHangUps() {
  const server = net.createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
  onTestFinished(() => void server.close());
  return `https://127.0.0.1:${await listen(server)}`;
}
async function startEarly() {
  const server = net.createServer((socket) => socket.end(rawResponse({ status: 204 })));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${await listen(server)}`;
}
const slow = { findObstacle: () => sleep(300, null) };
const ms = { deleteMs: 300 };
type Send = (url: string) => ReturnType<typeof sendDelete>;
const through =
  (proxy: () => Promise<string>, changes = {}): Send =>
  async (url) =>
    sendDelete(url, changes, await proxy());
const startSilence = async () => (await startService(() => [])).url;
it.each<[situation: string, send: Send, message: RegExp]>([
  ...[204, 404, 407].map((status): [string, Send, RegExp] => [
    `an outbound proxy that answers ${status}`,
    through(() => startProxy(errorResponse(status, 'No such instance.'))),
    new RegExp(`^The outbound proxy didn't connect to the service \\(${status}\\)\\. No request`),
  ]),
  ['a proxy that is down', through(async () => `http://127.0.0.1:${await findFreePort()}`), /ECONNREFUSED/],
  ['a silent proxy', through(startSilence, ms), /^No connection was made within 0.3 seconds\. No request/],
  ['a service without TLS', (url) => sendDelete(url.replace('p:', 'ps:'), ms), /No request was sent\.$/],
  ['an end of the handshake', async () => sendDelete(await startHangUps(), ms), /No request was sent\.$/],
  ['a dot segment', (url) => sendDelete(url, to({ instanceId: '..' })), /^The instance ID .*No request was/],
  ['an empty path', (url) => sendDelete(url, to({ databaseName: '' })), /^The database name is empty/],
  ['a line break', (url) => sendDelete(url, { token: 'canary\n' }), /^The service could not be reached/],
  [
    'a response',
    async () => sendDelete(await startEarly(), slow),
    /^The service responded before the request/,
  ],
])('%s, before the request leaves → not sent', async (_, send, message) => {
  const service = await startService(replyWithRecord);
  const result = await send(service.url);
  expect(result).toMatchObject(notSent(message));
  expect(JSON.stringify(result)).not.toMatch(/secret|canary/);
  expect(service.requests).toEqual([]);
});

it('a socket that fails at once → not sent', async () => {
  vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (this: net.Socket) {
    queueMicrotask(() => this.destroy(Object.assign(new Error('x'), { code: 'EMFILE' })));
    return this;
  });
  expect(await sendDelete('http://127.0.0.1:1')).toMatchObject(notSent(/\(EMFILE\)\. No request/));
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
  });
  const message = 'The connection to the service failed (ETIMEDOUT). It may have received the request.';
  expect((await send(deleteCall)).outcome).toMatchObject({ code: 'unknown', message });
});

it('a process stopped beyond the deadline → it reads what arrived meanwhile', async () => {
  const service = await startService(() => {
    const end = performance.now() + 900;
    while (performance.now() < end);
    return replyWithRecord();
  });
  expect((await sendDelete(service.url, { deleteMs: 300 })).outcome.code).toBe('deleted');
});
