import { describe, expect, it, vi } from 'vitest';
import { errorAnswer, jsonAnswer } from '../support/faultServerAnswers.ts';
import { faultServer, intent, sendDelete, sendRead, target } from '../support/matrixCase.ts';

const reads = ['history', 'regions'] as const;

describe('records that are not as expected', () => {
  it.each([
    { id: 'i-1' },
    { id: 'i-1', name: null, workspace: null, created: null, expandable: null },
    { id: 'i-1', workspace: { slug: null } },
    { id: 'i-1', workspace: 'acme', created: 7, sharded: 'yes' },
  ])('[12 DELETE] missing, null and wrongly typed fields are deleted: %j', async (body) => {
    const server = await faultServer(() => [jsonAnswer(body)]);
    expect(await sendDelete(server.url)).toMatchObject({
      kind: 'deleted',
      record: body,
    });
  });

  it('[12 history] missing and null fields are blanks', async () => {
    const server = await faultServer(() => [jsonAnswer([{}, { level: null, validFrom: 5 }])]);
    const blank = { workspace: null, level: null, validFrom: null, validTo: null };
    // A date that is no text is not missing: it is kept as it came, to be shown as what it is.
    const odd = { ...blank, validFrom: '5' };
    expect(await sendRead('history', server.url)).toMatchObject({
      list: { items: [blank, odd], unreadable: [] },
    });
  });

  it('[12 regions] an empty list is a list', async () => {
    const server = await faultServer(() => [jsonAnswer([])]);
    expect(await sendRead('regions', server.url)).toEqual({ list: { items: [], unreadable: [] } });
  });

  it.each([
    [200, { id: 'i-1', workspace: { slug: 'globex' } }, 'globex'],
    [202, { id: 'i-1', workspace: { slug: 'globex' } }, 'globex'],
    [200, { id: 'i-1', workspace: { slug: 'ACME' } }, 'ACME'],
    [200, { id: 'i-1', workspace: { slug: 'acme\u200e' } }, 'acme\ufffd'],
    [200, { instanceId: 'i-1', database: { workspace: { slug: 'globex' } } }, 'globex'],
    [200, { id: 'i-1', workspace: { slug: '' } }, ''],
  ])('[13 DELETE] a %s that names another workspace is a mismatch: %j', async (status, body, shown) => {
    const server = await faultServer(() => [jsonAnswer(body, { status })]);
    const outcome = await sendDelete(server.url);
    expect(outcome.kind).toBe('mismatch');
    expect(outcome.reason).toBe(
      `Requested in workspace “acme”, but the response names workspace “${shown}”.`,
    );
  });

  it.each([
    [{ id: 7 }, 'isn’t a string: “7”'],
    [{ id: 2 ** 60 }, 'isn’t a string'],
    [{ instanceId: 9 }, 'isn’t a string: “9”'],
    [{ id: { is: 1 } }, 'isn’t a string: a structure'],
    [{ name: 'a' }, 'no ID'],
    [{ id: 'other' }, 'different ID: “other”'],
  ])('[14 DELETE] %j is deleted, and noted', async (body, note) => {
    const server = await faultServer(() => [jsonAnswer({ ...body, dbHost: 'h', sharded: true })]);
    const outcome = await sendDelete(server.url);
    expect(outcome.kind).toBe('deleted');
    expect(outcome.notes).toEqual([expect.stringContaining(note)]);
  });

  it('[14 history] a record with a numeric workspace is kept', async () => {
    const server = await faultServer(() => [jsonAnswer([{ workspace: 9, level: 'pro' }])]);
    expect(await sendRead('history', server.url)).toMatchObject({
      list: { items: [{ workspace: null, level: 'pro', raw: { workspace: 9 } }] },
    });
  });

  it('[14 regions] a numeric identifier is no identifier', async () => {
    const server = await faultServer(() => [jsonAnswer([1, 'CLOUDB_EASTUS'])]);
    expect(await sendRead('regions', server.url)).toEqual({
      list: { items: ['CLOUDB_EASTUS'], unreadable: [1] },
    });
  });

  it('[23 DELETE] a 404 after an unknown is gone', async () => {
    const server = await faultServer(({ number }) =>
      number === 1 ? ['reset'] : [errorAnswer(404, 'No such instance')],
    );
    expect((await sendDelete(server.url)).kind).toBe('unknown');
    expect(await sendDelete(server.url)).toMatchObject({ kind: 'gone', status: 404 });
    expect(server.requests).toHaveLength(2);
  });

  it('[33 DELETE] impossible dates stay the texts they are', async () => {
    const body = { id: 'i-1', created: '0000-13-45', deleted: '9999-12-31T23:59:60Z' };
    const server = await faultServer(() => [jsonAnswer(body)]);
    expect(await sendDelete(server.url)).toMatchObject({ kind: 'deleted', record: body });
  });

  it('[33 history] duplicates and impossible dates are all kept, in order; nulls are counted', async () => {
    const row = { workspace: 'acme', level: 'pro', validFrom: 'yesterday', validTo: '0000-00-00' };
    const server = await faultServer(() => [jsonAnswer([row, null, row, [], { ...row, validFrom: '' }])]);
    const end = await sendRead('history', server.url);
    expect(end).toMatchObject({
      list: { items: [row, row, { ...row, validFrom: '' }], unreadable: [null, []] },
    });
  });

  it('[33 regions] duplicates are kept, in order; nulls are counted', async () => {
    const server = await faultServer(() => [jsonAnswer(['B_B', 'A_A', 'B_B', null, ''])]);
    expect(await sendRead('regions', server.url)).toEqual({
      list: { items: ['B_B', 'A_A', 'B_B', ''], unreadable: [null] },
    });
  });
});

describe('what goes out', () => {
  it('is the documented method, path and bearer, and no cookie, body or query', async () => {
    const server = await faultServer(({ method }) => [jsonAnswer(method === 'DELETE' ? { id: 'i-1' } : [])]);
    await sendDelete(server.url);
    for (const read of reads) await sendRead(read, server.url);
    expect(server.requests.map((request) => `${request.method} ${request.target}`)).toEqual([
      `DELETE /workspaces/${target.workspaceSlug}/databases/${target.databaseName}/compute/${target.instanceId}`,
      'GET /workspaces/acme/subscription/history',
      'GET /workspaces/acme/regions',
    ]);
    for (const request of server.requests) {
      expect(request.headers.get('authorization')).toBe('Bearer token-1');
      expect(request.headers.get('accept')).toBe('application/json');
      expect(request.body).toBe('');
      for (const name of ['cookie', 'referer', 'content-type', 'idempotency-key'])
        expect(request.headers.get(name)).toBeUndefined();
    }
  });

  it('carries the key of the intent to the own origin, on a delete only', async () => {
    const server = await faultServer(({ method }) => [jsonAnswer(method === 'DELETE' ? { id: 'i-1' } : [])]);
    vi.stubGlobal('location', { origin: server.url });
    await sendDelete('/api');
    await sendRead('regions', '/api');
    vi.unstubAllGlobals();
    expect(server.requests.map((request) => request.headers.get('idempotency-key'))).toEqual([
      intent,
      undefined,
    ]);
    expect(server.requests[0]?.target).toBe('/api/workspaces/acme/databases/orders/compute/i-1');
  });
});
