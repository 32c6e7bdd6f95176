import { afterEach, expect, it, type MockInstance, vi } from 'vitest';
import type { Connection } from '../../src/rules/connection.ts';
import {
  type ScriptedService,
  sendDelete,
  sendRead,
  servePageFrom,
  startService,
} from '../support/apiCalls.ts';
import { findFreePort } from '../support/listen.mjs';
import { chunk, chunkedHead, errorResponse, jsonResponse } from '../support/rawResponses.ts';
import { type Failure, failures } from './failures.ts';

const reads = ['history', 'regions'] as const;
const operations = ['DELETE', ...reads] as const;
type Operation = (typeof operations)[number];

const realSetTimeout = setTimeout;
const wait = (ms: number) => new Promise((resolve) => realSetTimeout(resolve, ms));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

for (const failure of failures)
  for (const operation of operations) {
    const expectedResult = failure[operation];
    const row = String(failure.row).padStart(2, '0');
    // The title starts with the failure and the operation that this test covers in the failure matrix (see tests/README.md).
    if (expectedResult !== undefined)
      it(`[${row} ${operation}] ${failure.name} has the expected result`, async () => {
        const isReused = failure.condition === 'reused socket';
        const server = await startService((request) =>
          isReused && request.requestNumber === 1 ? [jsonResponse([])] : failure.script(request),
        );
        expect(await resultOf(failure, operation, server)).toMatchObject(expectedResult);
        const method = operation === 'DELETE' ? 'DELETE' : 'GET';
        const firstMethods = isReused ? ['GET'] : [];
        const sentMethods = Array(failure.sentCount ?? 1).fill(method);
        expect(server.requests.map((request) => request.method)).toEqual([...firstMethods, ...sentMethods]);
        if (failure.sentCount === 0) expect(server.connections.opened).toBe(0);
        if (isReused) expect(server.connections.opened).toBe(1);
      });
  }

function send(operation: Operation, url: string, changes: Partial<Connection> = {}) {
  return operation === 'DELETE' ? sendDelete(url, changes) : sendRead(operation, url, changes);
}

async function resultOf(failure: Failure, operation: Operation, server: ScriptedService) {
  switch (failure.condition) {
    case 'offline':
      vi.stubGlobal('navigator', { onLine: false });
      return send(operation, server.url);
    case 'refused connection':
      return send(operation, `http://127.0.0.1:${await findFreePort()}`);
    case 'unknown host':
      return send(operation, 'http://nowhere.invalid');
    case 'reused socket':
      await sendRead('regions', server.url);
      await wait(20);
      return send(operation, server.url);
    case 'own origin': {
      servePageFrom(server.url);
      const onRejectedToken = vi.fn();
      const result = await send(operation, '/api', { onRejectedToken });
      expect(onRejectedToken).not.toHaveBeenCalled();
      return result;
    }
    case 'time limit':
      return resultAtTimeLimit(operation, server, failure.row === 7);
    default:
      return send(operation, server.url);
  }
}

/** The result at the time limit of the operation. Checks that the operation doesn't end before the limit. */
async function resultAtTimeLimit(operation: Operation, server: ScriptedService, sendsPiece: boolean) {
  const bodyRead = vi.spyOn(ReadableStreamDefaultReader.prototype, 'read');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const onEnd = vi.fn();
  const result = send(operation, server.url).finally(onEnd);
  await server.waitForRequests(1);
  // Wait for the first piece of the body, because each piece restarts the timer.
  if (sendsPiece) await waitForFirstPiece(bodyRead);
  await vi.advanceTimersByTimeAsync(operation === 'DELETE' ? 59_900 : 14_900);
  await wait(20);
  expect(onEnd).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  const value = await result;
  await server.waitForDisconnects();
  return value;
}

async function waitForFirstPiece({ mock }: MockInstance<ReadableStreamDefaultReader['read']>) {
  while (mock.results.length === 0) await wait(5);
  await mock.results[0]?.value;
  await wait(5);
}

it('[19 DELETE] a 401 reports the rejected token once', async () => {
  const onRejectedToken = vi.fn();
  const server = await startService(() => [errorResponse(401, 'No', { 'WWW-Authenticate': 'Bearer' })]);
  servePageFrom(server.url);
  const outcome = await sendDelete('/api', { onRejectedToken });
  expect(outcome).toMatchObject({ kind: 'refused', status: 401, reason: 'No' });
  expect(onRejectedToken).toHaveBeenCalledOnce();
  expect(server.requests).toHaveLength(1);
});

it('[23 DELETE] after an unknown outcome, a 404 for a second DELETE means gone', async () => {
  const server = await startService(({ requestNumber }) =>
    requestNumber === 1 ? ['reset'] : [errorResponse(404, 'No')],
  );
  expect(await sendDelete(server.url)).toMatchObject({ kind: 'unknown' });
  expect(await sendDelete(server.url)).toMatchObject({ kind: 'gone', status: 404 });
  expect(server.requests).toHaveLength(2);
});

const MB = 1_000_000;
const endlessBody = { forever: chunk(' '.repeat(65_536)) };

it.each([
  [200, 'unknown'],
  [403, 'refused'],
])('[32 DELETE] an endless body with status %i stops at 1 MB with the outcome %s', async (status, kind) => {
  const server = await startService(() => [chunkedHead({ status }), endlessBody]);
  expect(await sendDelete(server.url)).toMatchObject({ status, kind, record: null });
  await server.waitForDisconnects();
  expect(server.getSentByteCount()).toBeLessThan(20 * MB);
});

it('[32 regions] an endless body stops at 64 MiB and uses under 300 MB of memory', async () => {
  const server = await startService(() => [chunkedHead(), endlessBody]);
  const rssBefore = process.memoryUsage().rss;
  const result = await sendRead('regions', server.url);
  expect(result).toMatchObject({ error: { kind: 'too-large', status: 200, isTransient: false } });
  await server.waitForDisconnects();
  expect(server.getSentByteCount()).toBeLessThan(90 * MB);
  expect(process.memoryUsage().rss - rssBefore).toBeLessThan(300 * MB);
});

it('[32 history] a list of 100 000 records and 50 MB is read completely', async () => {
  const records = Array.from({ length: 100_000 }, (_, n) => ({ level: `${n}`, note: 'x'.repeat(480) }));
  const response = jsonResponse(records);
  expect(response.length).toBeGreaterThan(50 * MB);
  const server = await startService(() => [response]);
  const result = await sendRead('history', server.url);
  const items = 'list' in result ? result.list.items : [];
  expect(items).toHaveLength(100_000);
  expect(items[99_999]).toMatchObject({ level: '99999' });
});
