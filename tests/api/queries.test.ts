import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { createInstancesQuery } from '../../src/api/computeInstances.ts';
import { readList } from '../../src/api/readList.ts';
import { createRegionsQuery } from '../../src/api/regions.ts';
import { createHistoryQuery } from '../../src/api/subscriptionHistory.ts';
import { connectionTo, startService } from '../support/scriptedService.ts';
import { jsonResponse, rawResponse } from '../support/rawResponses.ts';

const template = '/workspaces/{workspaceSlug}/databases/{databaseName}/compute';
const pathValues = { workspaceSlug: 'acme', databaseName: 'a/b' };

it('query keys are different and contain service and workspace but no token', () => {
  const connection = connectionTo('/api');
  const keys = [
    createRegionsQuery(connection, 'acme').queryKey,
    createHistoryQuery(connection, 'acme').queryKey,
    createInstancesQuery(connection, template, pathValues).queryKey,
  ];
  expect(keys.map((key) => key.join(' '))).toEqual([
    '/api workspaces acme regions',
    '/api workspaces acme subscription history',
    '/api workspaces acme databases a/b compute',
  ]);
});

it('a cancelled query cancels its request', async () => {
  const server = await startService(() => []);
  const connection = connectionTo(server.url);
  const queryClient = new QueryClient();
  const reads = [
    queryClient.fetchQuery(createRegionsQuery(connection, 'acme')),
    queryClient.fetchQuery(createHistoryQuery(connection, 'acme')),
    queryClient.fetchQuery(createInstancesQuery(connection, template, pathValues)),
  ];
  const results = Promise.allSettled(reads);
  await expect.poll(() => server.requests.length).toBe(3);
  await queryClient.cancelQueries();
  expect(await results).toMatchObject(Array(3).fill({ status: 'rejected' }));
  await server.waitForDisconnects();
});

describe('createInstancesQuery', () => {
  const client = new QueryClient();

  it('contains decoded records and unreadable items', async () => {
    const body = [{ id: 'a' }, { instanceId: 'b' }, { id: 3 }, 'c'];
    const server = await startService(() => [jsonResponse(body)]);
    const query = createInstancesQuery(connectionTo(server.url), template, pathValues);
    const list = await client.fetchQuery(query);
    expect(list.items.map((item) => item.id)).toEqual(['a', 'b', null]);
    expect(list.unreadable).toEqual(['c']);
  });

  it('ignores the database if the template has no {databaseName}', async () => {
    const server = await startService(() => [jsonResponse([])]);
    const target = { ...pathValues, databaseName: '..' };
    await client.fetchQuery(createInstancesQuery(connectionTo(server.url), '/w/{workspaceSlug}/all', target));
    expect(server.requests[0]?.target).toBe('/w/acme/all');
  });
});

it('readList reads an array, also with status 299, and the date of the response', async () => {
  const headers = { Date: 'Mon, 02 Mar 2026 14:02:00 GMT' };
  const server = await startService(() => [rawResponse({ status: 299, body: '["a"]', headers })]);
  const servedAt = Date.parse('2026-03-02T14:02:00Z');
  const list = { items: ['a'], unreadable: [], isComplete: true, servedAt };
  expect(await readList(connectionTo(server.url), '/a', String)).toEqual(list);
});
