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
    // Without a connection, nothing is sent.
    expect(server.requests).toHaveLength(failure.row === 2 ? 0 : 1);
  });
});

const MB = 1_000_000;
const endlessBody = { forever: chunk(' '.repeat(65_536)) };
it.each([200, 202, 403])('an endless body of a DELETE with status %i stops at 1 MB', async (status) => {
  const server = await startService(() => [chunkedHead({ status }), endlessBody]);
  const code = status === 403 ? 'refused' : 'unknown';
  expect(await resultOf('DELETE', server.url)).toMatchObject({ status, code });
  await server.waitForDisconnects();
  expect(server.getSentByteCount()).toBeLessThan(20 * MB);
});

it('an endless body stops at 64 MiB and uses under 400 MB of memory', async () => {
  const server = await startService(() => [chunkedHead(), endlessBody]);
  const rssBefore = process.memoryUsage().rss;
  const result = await resultOf('regions', server.url);
  const message = 'The response (HTTP 200) is too large to read.';
  expect(result).toMatchObject({ error: { message, status: 200, isTransient: false } });
  await server.waitForDisconnects();
  expect(server.getSentByteCount()).toBeLessThan(100 * MB);
  expect(process.memoryUsage().rss - rssBefore).toBeLessThan(400 * MB);
});

it('a list of 100 000 records and 50 MB is read completely', async () => {
  const records = Array.from({ length: 100_000 }, (_, n) => ({ level: `${n}`, note: 'x'.repeat(480) }));
  const server = await startService(() => [jsonResponse(records)]);
  const result = await resultOf('history', server.url);
  expect(result).toMatchObject({ list: { items: { length: 100_000, 99999: { level: '99999' } } } });
});
