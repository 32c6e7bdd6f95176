import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { callServer } from '../../support/listenConsole.ts';
import { chunk, chunkedHead, errorResponse, jsonResponse, rawResponse } from '../../support/rawResponses.ts';
import { startService, type WireScript } from '../../support/scriptedService.ts';
import { requestedAt, startProxy, startReads } from './serviceCalls.ts';

const path = '/workspaces/acme/regions';

async function start(script: WireScript, readMs?: number, proxyUrl?: string) {
  const service = await startService(script);
  const reads = await startReads(service.url, readMs, proxyUrl);
  return { ...reads, service, read: () => callServer(reads.port, path) };
}

it('the service gets path and known headers, and its compressed body is passed on', async () => {
  const bytes = gzipSync('["A_B"]');
  const coding = { 'content-encoding': 'gzip' };
  const head = rawResponse({ headers: coding, length: bytes.length });
  const { service, read } = await start(() => [head, bytes]);
  expect(await read()).toMatchObject({ status: 200, headers: coding, bytes, isComplete: true });
  const sent = service.requests.map(({ target, headers }) => [target, ...Object.keys(headers).sort()]);
  const names = 'accept accept-encoding authorization cache-control connection host x-request-id';
  expect(sent).toEqual([[path, ...names.split(' ')]]);
});

it.each([200, 401])('of HTTP %i, the browser gets only the headers that it needs', async (status) => {
  const needed = {
    link: '<https://service.example/x?page=2>; rel="next"',
    ...{ 'x-total-count': '250', age: '72000', date: 'Tue, 24 Nov 2026 16:02:00 GMT' },
    ...{ 'retry-after': '7', 'x-request-id': 'from-service' },
  };
  const unneeded = { 'set-cookie': 'a=1', 'www-authenticate': 'Bearer', server: 'secret/1.0', etag: '"1"' };
  const { read } = await start(() => [jsonResponse([1], { status, headers: { ...needed, ...unneeded } })]);
  const { headers: received } = await read();
  // The list says how things were when the cache got it.
  expect(received).toMatchObject({ ...needed, 'console-requested-at': `${requestedAt - 72_000_000}` });
  expect(Object.keys(received).filter((name) => name in unneeded)).toEqual([]);
});

it('an error that repeats the token is redacted, also a compressed one', async () => {
  const bytes = gzipSync('{"message":"canary-token-1"}');
  const gzip = rawResponse({ status: 500, headers: { 'content-encoding': 'gzip' }, length: bytes.length });
  const plain = errorResponse(500, 'The header Bearer canary-token-1 – é, canary-token-1');
  const { read } = await start(({ requestNumber }) => (requestNumber === 1 ? [plain] : [gzip, bytes]));
  const message = 'The header Bearer [redacted] – é, [redacted]';
  expect(await read()).toMatchObject({ status: 500, json: { message, statusCode: 500 } });
  expect(await read()).toMatchObject({ status: 500, text: '{"message":"[redacted]"}', isComplete: true });
});

it.each(['', '{"mess'])('an error that is cut off after %j stays so', async (body) => {
  const { read } = await start(() => [rawResponse({ status: 500, body, length: 100 }), 'end']);
  expect(await read()).toMatchObject({ status: 500, isComplete: false });
});

const basic = { 'WWW-Authenticate': 'Basic realm="x"' };
it.each([
  ['a page as XHTML', { type: 'application/xhtml+xml', status: 404 }, 404, '404 and an HTML page'],
  ['a 401 as HTML', { type: ' Text/HTML; charset=utf-8', status: 401 }, 502, 'with 401 and an HTML page'],
  ['a 401 of a proxy', { headers: basic, type: null, status: 401 }, 502, 'asked for a password'],
  ['an unknown status', { status: 699 }, 502, 'an unexpected status (699)'],
])('%s, which a browser would misunderstand → an error as JSON', async (_, parts, status, message) => {
  const { read } = await start(() => [rawResponse(parts)]);
  const json = { message: expect.stringContaining(message), statusCode: status };
  expect(await read()).toMatchObject({ status, headers: { 'content-type': 'application/json' }, json });
});

it('interim responses, and then silence → 504 after one request; the page repeats it', async () => {
  const interim = 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early\r\n\r\nHTTP/1.1 200 O';
  const { read, service } = await start(() => [interim], 200);
  expect(await read()).toMatchObject({ status: 504, text: expect.stringContaining('within 0.2 seconds."') });
  expect(service.requests).toHaveLength(1);
});

it('each piece of a slow body restarts the limit', async () => {
  const slowBody = ['["A', '_B', '"]'].flatMap((text) => [{ waitMs: 400 }, chunk(text)]);
  const { read } = await start(() => [chunkedHead(), ...slowBody, '0\r\n\r\n'], 700);
  expect(await read()).toMatchObject({ status: 200, text: '["A_B"]', isComplete: true });
});

it('a browser that disconnects → the request to the service ends', async () => {
  const { url, service } = await start(() => []);
  const request = http.get(url + path).on('error', () => {});
  await expect.poll(() => service.requests.length).toBe(1);
  request.destroy();
  await service.waitForDisconnects();
});

it.each([[false], [true]])('reads share a connection, idle for at most 4 s (proxy: %s)', async (hasProxy) => {
  const script: WireScript = ({ requestNumber }) =>
    requestNumber === 3 ? ['reset'] : [jsonResponse([requestNumber])];
  const { service, read } = await start(script, undefined, hasProxy ? await startProxy() : undefined);
  expect([await read(), await read(), await read()].map(({ status }) => status)).toEqual([200, 200, 502]);
  expect([service.requests.length, service.connections.length]).toEqual([3, 1]);
  await read();
  await expect.poll(() => service.connections[1]?.closed, { timeout: 6_000 }).toBe(true);
});
