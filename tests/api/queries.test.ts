import { describe, expect, it } from 'vitest';
import { instancesQuery } from '../../src/api/instancesQuery.ts';
import { listInstances } from '../../src/api/listInstances.ts';
import { regionsQuery } from '../../src/api/regionsQuery.ts';
import { subscriptionHistoryQuery } from '../../src/api/subscriptionHistoryQuery.ts';
import { workspaceKey } from '../../src/api/workspaceKey.ts';
import { jsonAnswer } from '../support/faultServerAnswers.ts';
import { connectionTo, faultServer } from '../support/matrixCase.ts';

const template = '/workspaces/{workspaceSlug}/databases/{databaseName}/compute';
const place = { workspaceSlug: 'acme', databaseName: 'a/b' };

describe('the reads as values', () => {
  it('have keys that start with service and workspace and never hold the token', () => {
    const connection = connectionTo('/api');
    const keys = [
      regionsQuery(connection, 'acme').queryKey,
      subscriptionHistoryQuery(connection, 'acme').queryKey,
      instancesQuery(connection, template, place).queryKey,
      instancesQuery(connection, template, { ...place, databaseName: 'c' }).queryKey,
    ];
    for (const key of keys) expect(key.slice(0, 3)).toEqual(workspaceKey(connection, 'acme'));
    expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(4);
    expect(JSON.stringify(keys)).not.toContain('token-1');
  });

  it('have keys that name what is read, so that a screen can address all of a kind', () => {
    const connection = connectionTo('/api');
    const start = ['/api', 'workspaces', 'acme'];
    expect(regionsQuery(connection, 'acme').queryKey).toEqual([...start, 'regions']);
    expect(subscriptionHistoryQuery(connection, 'acme').queryKey).toEqual([
      ...start,
      'subscription',
      'history',
    ]);
    expect(instancesQuery(connection, template, place).queryKey).toEqual([
      ...start,
      'databases',
      'a/b',
      'compute',
    ]);
  });

  it('fetch the addresses they stand for', async () => {
    const server = await faultServer(() => [jsonAnswer([])]);
    const connection = connectionTo(server.url);
    const { signal } = new AbortController();
    await regionsQuery(connection, 'acme').queryFn({ signal });
    await subscriptionHistoryQuery(connection, 'acme').queryFn({ signal });
    await instancesQuery(connection, template, place).queryFn({ signal });
    expect(server.requests.map((request) => request.target)).toEqual([
      '/workspaces/acme/regions',
      '/workspaces/acme/subscription/history',
      '/workspaces/acme/databases/a%2Fb/compute',
    ]);
  });

  it('are cancelled by the signal they are given', async () => {
    const server = await faultServer(() => []);
    const signal = AbortSignal.abort();
    const connection = connectionTo(server.url);
    for (const query of [
      regionsQuery(connection, 'acme'),
      subscriptionHistoryQuery(connection, 'acme'),
      instancesQuery(connection, template, place),
    ])
      await expect(query.queryFn({ signal })).rejects.toMatchObject({ kind: 'aborted' });
  });
});

describe('listInstances', () => {
  it('reads both shapes, and counts what is none', async () => {
    const server = await faultServer(() => [jsonAnswer([{ id: 'a' }, { instanceId: 'b' }, { id: 3 }, 'c'])]);
    const list = await listInstances(connectionTo(server.url), template, place);
    expect(list.items.map((item) => item.id)).toEqual(['a', 'b', null]);
    expect(list.unreadable).toEqual(['c']);
  });

  it('needs no database where the template names none', async () => {
    const server = await faultServer(() => [jsonAnswer([])]);
    await listInstances(connectionTo(server.url), '/w/{workspaceSlug}/all', { ...place, databaseName: '..' });
    expect(server.requests[0]?.target).toBe('/w/acme/all');
  });
});
