import { afterEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import type { Connection } from '../../src/api/connection.ts';
import { failureServer, sendDelete, sendRead } from '../support/apiCalls.ts';
import type { FailureServer } from '../support/failureServer.ts';
import { freePort } from '../support/listen.mjs';
import { chunk, chunkedHead, errorResponse, jsonResponse, rawResponse } from '../support/rawResponses.ts';
import { type Failure, failures } from './failures.ts';

const operations = ['DELETE', 'history', 'regions'] as const;
const reads = ['history', 'regions'] as const;
type Operation = (typeof operations)[number];

const wait = (
  (realSetTimeout) => (ms: number) =>
    new Promise((resolve) => realSetTimeout(resolve, ms))
)(setTimeout);

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

for (const failure of failures)
  for (const operation of operations) {
    const result = failure[operation];
    const row = String(failure.row).padStart(2, '0');
    if (result !== undefined)
      it(`[${row} ${operation}] ${failure.name}`, async () => {
        const server = await failureServer(failure.script);
        expect(await resultOf(failure, operation, server)).toMatchObject(result);
        const method = operation === 'DELETE' ? 'DELETE' : 'GET';
        const before = failure.condition === 'reused socket' ? ['GET'] : [];
        const sent = Array(failure.sent ?? 1).fill(method);
        expect(server.requests.map((request) => request.method)).toEqual([...before, ...sent]);
        if (failure.sent === 0) expect(server.connections.opened).toBe(0);
        // Otherwise the socket was not reused.
        if (before.length > 0) expect(server.connections.opened).toBe(1);
      });
  }

function send(operation: Operation, url: string, more?: Partial<Connection>) {
  return operation === 'DELETE' ? sendDelete(url, more) : sendRead(operation, url, more);
}

async function resultOf(failure: Failure, operation: Operation, server: FailureServer) {
  switch (failure.condition) {
    case 'offline':
      vi.stubGlobal('navigator', { onLine: false });
      return send(operation, server.url);
    case 'refused connection':
      return send(operation, `http://127.0.0.1:${await freePort()}`);
    case 'unknown host':
      return send(operation, 'http://nowhere.invalid');
    case 'reused socket':
      server.respondWith(() => [jsonResponse([])]);
      await sendRead('regions', server.url);
      await wait(20);
      server.respondWith(failure.script);
      return send(operation, server.url);
    case 'time limit':
      return resultAtTimeLimit(operation, server, failure.row === 7);
    default:
      return send(operation, server.url);
  }
}

/** Returns the result at the time limit of the operation and checks that there is none before. */
async function resultAtTimeLimit(operation: Operation, server: FailureServer, hasStatus: boolean) {
  const bodyRead = vi.spyOn(ReadableStreamDefaultReader.prototype, 'read');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const ended = vi.fn();
  const result = send(operation, server.url).finally(ended);
  await server.arrived(1);
  // The first piece of the body restarts the clock, so it must arrive before time passes.
  if (hasStatus) await firstPieceRead(bodyRead);
  await vi.advanceTimersByTimeAsync(operation === 'DELETE' ? 59_900 : 14_900);
  await wait(20);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  const value = await result;
  await server.released();
  return value;
}

async function firstPieceRead({ mock }: MockInstance<ReadableStreamDefaultReader['read']>) {
  while (mock.results.length === 0) await wait(5);
  await mock.results[0]?.value;
  await wait(5);
}

describe('a rejected token', () => {
  it('[19 DELETE] reports a 401 once, before its body has arrived', async () => {
    const onRejectedToken = vi.fn();
    const reported = new Promise<void>((resolve) => onRejectedToken.mockImplementation(resolve));
    const head = rawResponse({ status: 401, length: 18 });
    const server = await failureServer(() => [head, { until: reported }, '{"message":"Late"}']);
    const outcome = await sendDelete(server.url, { onRejectedToken });
    expect(outcome).toMatchObject({ kind: 'refused', status: 401, reason: 'Late' });
    expect(onRejectedToken).toHaveBeenCalledOnce();
    expect(server.requests).toHaveLength(1);
  });

  it.each(reads)('[19 %s] reports a 401 once', async (read) => {
    const server = await failureServer(() => [errorResponse(401, 'No')]);
    const onRejectedToken = vi.fn();
    const result = await sendRead(read, server.url, { onRejectedToken });
    expect(result).toMatchObject({ error: { kind: 'rejected-token', status: 401, transient: false } });
    expect(onRejectedToken).toHaveBeenCalledOnce();
  });

  it.each(operations)('[20 %s] reports each of 20 parallel 401s', async (operation) => {
    const server = await failureServer(() => [errorResponse(401, 'No')]);
    const onRejectedToken = vi.fn();
    await Promise.all(Array.from({ length: 20 }, () => send(operation, server.url, { onRejectedToken })));
    expect(onRejectedToken).toHaveBeenCalledTimes(20);
    expect(server.requests).toHaveLength(20);
  });

  it.each([403, 404, 500, 200])('is not reported for a %i', async (status) => {
    const server = await failureServer(() => [errorResponse(status, 'No')]);
    const onRejectedToken = vi.fn();
    await sendRead('regions', server.url, { onRejectedToken });
    expect(onRejectedToken).not.toHaveBeenCalled();
  });
});

it('[23 DELETE] a 404 after an unknown outcome is gone', async () => {
  const server = await failureServer(({ number }) => (number === 1 ? ['reset'] : [errorResponse(404, 'No')]));
  expect(await sendDelete(server.url)).toMatchObject({ kind: 'unknown' });
  expect(await sendDelete(server.url)).toMatchObject({ kind: 'gone', status: 404 });
  expect(server.requests).toHaveLength(2);
});

describe('a long body', () => {
  const MB = 1_000_000;
  const endless = { forever: chunk(' '.repeat(65_536)) };

  it.each([
    [200, 'unknown'],
    [403, 'refused'],
  ])('[32 DELETE] reading an endless %i stops after 1 MB: %s', async (status, kind) => {
    const server = await failureServer(() => [chunkedHead({ status }), endless]);
    expect(await sendDelete(server.url)).toMatchObject({ status, kind, record: null });
    await server.released();
    expect(server.sentBytes()).toBeLessThan(20 * MB);
  });

  it.each(reads)('[32 %s] reading stops after 64 MiB without filling the memory', async (read) => {
    const server = await failureServer(() => [chunkedHead(), endless]);
    const before = process.memoryUsage().rss;
    const result = await sendRead(read, server.url);
    expect(result).toMatchObject({ error: { kind: 'too-large', status: 200, transient: false } });
    await server.released();
    expect(server.sentBytes()).toBeLessThan(90 * MB);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * MB);
  });

  it('[32 regions] a list of 50 MB is read', async () => {
    const body = `["CLOUDA_US_WEST_2","${'x'.repeat(50 * MB)}"]`;
    const slices = body.match(/.{1,262144}/gs) ?? [];
    const server = await failureServer(() => [rawResponse({ length: body.length }), ...slices]);
    expect(await sendRead('regions', server.url)).toMatchObject({ list: { unreadable: [] } });
  });

  it('[32 history] a list of 100 000 records and 21 MB is read', async () => {
    const record = (n: number) => ({
      workspace: 'acme',
      level: `level-${n % 7}`,
      validFrom: new Date(n * 3_600_000).toISOString(),
      note: 'x'.repeat(132),
    });
    const response = jsonResponse(Array.from({ length: 100_000 }, (_, n) => record(n)));
    expect(response.length).toBeGreaterThan(21 * MB);
    const server = await failureServer(() => [response]);
    const result = await sendRead('history', server.url);
    const items = 'list' in result ? result.list.items : [];
    expect(items).toHaveLength(100_000);
    expect(items[99_999]).toMatchObject({ level: 'level-4' });
  });
});
