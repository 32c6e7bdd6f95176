import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { instancesQuery } from '../../src/api/computeInstances.ts';
import { regionsQuery } from '../../src/api/regions.ts';
import { subscriptionHistoryQuery } from '../../src/api/subscriptionHistory.ts';
import { connectionTo, failureServer } from '../support/apiCalls.ts';
import { jsonResponse } from '../support/rawResponses.ts';

const template = '/workspaces/{workspaceSlug}/databases/{databaseName}/compute';
const place = { workspaceSlug: 'acme', databaseName: 'a/b' };

describe('query options', () => {
  it('have distinct keys with service and workspace and without the token', () => {
    const connection = connectionTo('/api');
    const keys = [
      regionsQuery(connection, 'acme').queryKey,
      subscriptionHistoryQuery(connection, 'acme').queryKey,
      instancesQuery(connection, template, place).queryKey,
    ];
    expect(keys.map((key) => key.join(' '))).toEqual([
      '/api workspaces acme regions',
      '/api workspaces acme subscription history',
      '/api workspaces acme databases a/b compute',
    ]);
  });

  it('cancel the request when the query is cancelled', async () => {
    const server = await failureServer(() => []);
    const onRequest = vi.fn();
    const connection = connectionTo(server.url, { onRequest });
    const queryClient = new QueryClient();
    const reads = [
      queryClient.fetchQuery(regionsQuery(connection, 'acme')),
      queryClient.fetchQuery(subscriptionHistoryQuery(connection, 'acme')),
      queryClient.fetchQuery(instancesQuery(connection, template, place)),
    ];
    const ends = Promise.allSettled(reads);
    await expect.poll(() => server.requests.length).toBe(3);
    await queryClient.cancelQueries();
    expect(await ends).toMatchObject(Array(3).fill({ status: 'rejected' }));
    await expect.poll(() => onRequest.mock.calls.length).toBe(3);
  });
});

describe('instancesQuery', () => {
  const client = new QueryClient();

  it('decodes both record formats, collects other items and has its request time', async () => {
    const server = await failureServer(() => [
      jsonResponse([{ id: 'a' }, { instanceId: 'b' }, { id: 3 }, 'c']),
    ]);
    const before = Date.now();
    const list = await client.fetchQuery(instancesQuery(connectionTo(server.url), template, place));
    expect(list.items.map((item) => item.id)).toEqual(['a', 'b', null]);
    expect(list.unreadable).toEqual(['c']);
    expect(list.askedAt).toBeGreaterThanOrEqual(before);
  });

  it('ignores the database if the template does not contain it', async () => {
    const server = await failureServer(() => [jsonResponse([])]);
    const anywhere = { ...place, databaseName: '..' };
    await client.fetchQuery(instancesQuery(connectionTo(server.url), '/w/{workspaceSlug}/all', anywhere));
    expect(server.requests[0]?.target).toBe('/w/acme/all');
  });
});
