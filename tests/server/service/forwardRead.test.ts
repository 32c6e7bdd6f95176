import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { deferred } from '../../support/deferred.ts';
import { callServer } from '../../support/listenConsole.ts';
import {
  chunk,
  chunkedHead,
  errorResponse,
  htmlPage,
  jsonResponse,
  rawResponse,
} from '../../support/rawResponses.ts';
import { startService, type WireScript } from '../../support/scriptedService.ts';
import { createClient, startProxy, startReads } from './serviceCalls.ts';

const path = '/workspaces/acme/regions';
const now = Date.parse('2026-03-02T14:02:00Z');

async function start(script: WireScript, readMs?: number, proxyUrl?: string) {
  const service = await startService(script);
  const reads = await startReads(createClient(service.url, proxyUrl), readMs, () => now);
  return { ...reads, service, read: () => callServer(reads.port, path) };
}

it('the service gets the path as it is and only known headers, and a compressed body is passed on', async () => {
  const bytes = gzipSync('["A_B"]');
  const coding = { 'content-encoding': 'gzip' };
  const head = rawResponse({ headers: coding, length: bytes.length });
  const { service, read, statuses } = await start(() => [head, bytes]);
  const response = { status: 200, headers: coding, bytes, isComplete: true };
  expect(await read()).toMatchObject(response);
  const [{ target, headers }] = service.requests as [(typeof service.requests)[0]];
  const names = [
    'accept',
    'accept-encoding',
    'authorization',
    'cache-control',
    'connection',
    'host',
    'x-request-id',
  ];
  expect([target, ...Object.keys(headers).sort()]).toEqual([path, ...names]);
  await expect.poll(() => statuses).toEqual([200]);
});

it('the browser gets only the headers that the console needs', async () => {
  const needed = {
    ...{ link: '<https://service.example/x?page=2>; rel="next"', 'x-total-count': '250', age: '72000' },
    ...{ date: 'Tue, 24 Nov 2026 16:02:00 GMT', 'retry-after': '7', 'x-request-id': 'from-service' },
  };
  const unneeded = { 'set-cookie': 'a=1', 'www-authenticate': 'Bearer', server: 'secret/1.0', etag: '"1"' };
  const headers = { ...needed, ...unneeded };
  const type = 'application/json; charset=iso-8859-1';
  for (const status of [200, 401]) {
    const { read } = await start(() => [jsonResponse([1], { status, headers, type })]);
    const { headers: received } = await read();
    // The list says how things were when the cache got it.
    const requestedAt = `${now - 72_000_000}`;
    expect(received).toMatchObject({ ...needed, 'content-type': type, 'console-requested-at': requestedAt });
    for (const name of Object.keys(unneeded)) expect(received).not.toHaveProperty(name);
  }
});

it('an error that repeats the token is redacted, also a compressed one, and one that is cut off stays so', async () => {
  const bytes = gzipSync('{"message":"canary-token-1"}');
  const coding = { 'content-encoding': 'gzip' };
  const compressed = [rawResponse({ status: 500, headers: coding, length: bytes.length }), bytes];
  const { read, service } = await start(({ requestNumber, headers }) =>
    requestNumber === 1
      ? [errorResponse(500, `The header ${headers.authorization} – é, canary-token-1`)]
      : requestNumber === 2
        ? [rawResponse({ status: 500, body: '{"mess', length: 100 }), 'end']
        : compressed,
  );
  const message = 'The header Bearer [redacted] – é, [redacted]';
  expect(await read()).toMatchObject({ status: 500, json: { message, statusCode: 500 } });
  expect(await read()).toMatchObject({ status: 500, isComplete: false });
  expect(await read()).toMatchObject({ status: 500, text: '{"message":"[redacted]"}', isComplete: true });
  expect(service.requests).toHaveLength(3);
});

const page = { type: ' Text/HTML; charset=utf-8', body: htmlPage };
const basic = { headers: { 'WWW-Authenticate': 'Basic realm="x"' } };
it.each([
  ['a page as XHTML', { ...page, type: 'application/xhtml+xml', status: 404 }, 404, '404 and an HTML page'],
  ['a 401 as HTML', { ...page, status: 401 }, 502, 'with 401 and an HTML page'],
  ['a 401 that asks for a password', { ...basic, type: null, status: 401 }, 502, 'asked for a password'],
  ['an unknown status', { status: 699 }, 502, 'an unexpected status (699)'],
])('%s, which a browser would misunderstand → an error as JSON', async (_, parts, status, message) => {
  const { read, statuses } = await start(() => [rawResponse(parts)]);
  const response = await read();
  const json = { message: expect.stringContaining(message), statusCode: status };
  expect(response).toMatchObject({ status, headers: { 'content-type': 'application/json' } });
  expect(response.json).toEqual(json);
  await expect.poll(() => statuses).toEqual([status]);
});

it('a 401, a 508 of the console itself and a type like a/text/html are passed on', async () => {
  for (const response of [
    errorResponse(401, 'No.', basic.headers),
    errorResponse(508, 'SERVICE_URL is the address of this console.'),
    rawResponse({ status: 404, type: 'a/text/html', body: 'x' }),
  ]) {
    const { read } = await start(() => [response]);
    expect(response).toContain((await read()).text);
  }
});

it.each([
  ['silence', ''],
  ['half a head', 'HTTP/1.1 200 OK\r\nContent-Ty'],
  ['interim responses', 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early\r\n\r\n'],
])('%s → 504 after one request, because the page repeats it', async (_, bytes) => {
  const { read, service } = await start(() => [bytes], 200);
  const text = expect.stringContaining('within 0.2 seconds."');
  expect(await read()).toMatchObject({ status: 504, text });
  expect(service.requests).toHaveLength(1);
});

it('each piece of a slow body restarts the limit', async () => {
  const slowBody = ['["A', '_B', '"]'].flatMap((text) => [{ waitMs: 400 }, chunk(text)]);
  const { read, service } = await start(() => [chunkedHead(), ...slowBody, '0\r\n\r\n'], 700);
  expect(await read()).toMatchObject({ status: 200, text: '["A_B"]', isComplete: true });
  expect(service.requests).toHaveLength(1);
});

it('a browser that disconnects → the request to the service ends', async () => {
  const arrived = deferred<void>();
  const { url, service, statuses } = await start(() => {
    arrived.resolve();
    return [];
  });
  const request = http.get(url + path).on('error', () => {});
  await arrived.promise;
  request.destroy();
  await service.waitForDisconnects();
  await expect.poll(() => statuses).toEqual([null]);
});

describe.each([[false], [true]])('a kept connection (through an outbound proxy: %s)', (hasProxy) => {
  const startKept = async (script: WireScript) =>
    start(script, undefined, hasProxy ? (await startProxy()).url : undefined);
  const connectionsOf = ({ requests }: Awaited<ReturnType<typeof startService>>) =>
    requests.map(({ connectionNumber }) => connectionNumber);

  it('that the service has closed → the read is sent again', async () => {
    const { service, read } = await startKept(({ requestNumber }) =>
      requestNumber === 2 ? ['reset'] : [jsonResponse([requestNumber])],
    );
    await read();
    expect(await read()).toMatchObject({ status: 200, text: '[3]' });
    expect(connectionsOf(service)).toEqual([1, 1, 2]);
  });

  it.each([
    ['head', 502, 'HTTP/1.1 200 OK\r\nContent-Ty'],
    ['body', 200, rawResponse({ body: '[', length: 9 })],
  ])('with a reset in the %s of its response → no request again', async (_, status, bytes) => {
    const onRejection = vi.fn();
    process.on('unhandledRejection', onRejection);
    onTestFinished(() => void process.off('unhandledRejection', onRejection));
    const { service, read } = await startKept(({ requestNumber }) =>
      requestNumber === 2 ? [bytes, { waitMs: 50 }, 'reset'] : [jsonResponse([requestNumber])],
    );
    await read();
    expect((await read()).status).toBe(status);
    expect(connectionsOf(service)).toEqual([1, 1]);
    expect(onRejection).not.toHaveBeenCalled();
  });
});
