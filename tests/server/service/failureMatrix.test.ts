import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { regionsQuery } from '../../../src/api/useRegions.ts';
import { subscriptionHistoryQuery } from '../../../src/api/useSubscriptionHistory.ts';
import { chunk, chunkedHead, jsonResponse } from '../../support/rawResponses.ts';
import { startService } from '../../support/scriptedService.ts';
import { failures } from './failures.ts';
import { sendDelete, startReads } from './serviceCalls.ts';

type Operation = 'DELETE' | 'history' | 'regions';

/** The result of an operation: what our server stores of a DELETE, and what the browser makes of a read. */
async function resultOf(operation: Operation, url: string, isSilent = false) {
  const ms = isSilent ? 300 : 20_000;
  if (operation === 'DELETE') return (await sendDelete(url, { deleteMs: ms })).outcome;
  const { url: origin } = await startReads(url, ms);
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(`${origin}${path}`, init));
  const client = new QueryClient();
  const read: Promise<unknown> =
    operation === 'history'
      ? client.fetchQuery(subscriptionHistoryQuery('acme'))
      : client.fetchQuery(regionsQuery('acme'));
  return read.then((list) => ({ list })).catch((error) => ({ error }));
}

describe.each<Operation>(['DELETE', 'history', 'regions'])('the result of %s', (operation) => {
  const tested = failures.filter((failure) => failure[operation] !== undefined);
  it.each(tested)('[$row] after $name is as expected', async (failure) => {
    const server = await startService(failure.script);
    const result = await resultOf(operation, failure.url ?? server.url, failure.isSilent);
    expect(result).toMatchObject(failure[operation] ?? {});
    expect(server.requests).toHaveLength(failure.row === 2 ? 0 : 1);
  });
});

const MB = 1_000_000;
const endlessBody = { forever: chunk(' '.repeat(65_536)) };
const message = 'The response (HTTP 200) is too large to read.';
it.each<[status: number, operation: Operation, result: object, maxSent: number]>([
  [200, 'DELETE', { status: 200, code: 'unknown' }, 20 * MB],
  [202, 'DELETE', { status: 202, code: 'unknown' }, 20 * MB],
  [403, 'DELETE', { status: 403, code: 'refused' }, 20 * MB],
  [200, 'regions', { error: { message, status: 200, isTransient: false } }, 100 * MB],
])('an endless %i of %s → a part is read, in under 400 MB', async (status, operation, result, maxSent) => {
  const server = await startService(() => [chunkedHead({ status }), endlessBody]);
  const rssBefore = process.memoryUsage().rss;
  expect(await resultOf(operation, server.url)).toMatchObject(result);
  await server.waitForDisconnects();
  expect(server.getSentByteCount()).toBeLessThan(maxSent);
  expect(process.memoryUsage().rss - rssBefore).toBeLessThan(400 * MB);
});

it('a list of 100 000 records and 50 MB is read completely', async () => {
  const records = Array.from({ length: 100_000 }, (_, n) => ({ level: `${n}`, note: 'x'.repeat(480) }));
  const server = await startService(() => [jsonResponse(records)]);
  const result = await resultOf('history', server.url);
  expect(result).toMatchObject({ list: { items: { length: 100_000, 99999: { level: '99999' } } } });
});
