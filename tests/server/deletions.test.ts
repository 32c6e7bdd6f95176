import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { noPolicy } from '../../src/rules/policy.ts';
import { openDatabase } from '../../src/server/database/database.ts';
import { createFolder } from '../support/createFolder.ts';
import {
  type Answer,
  anna,
  ben,
  bulkRequestFor,
  confirmationBy,
  createServer,
  createServers,
  describeEachDatabase,
  requestFor,
  token,
  wholeLog,
} from './deletionServers.ts';

describeEachDatabase((getDatabase) => {
  it('a hundred requests on two servers, with one ID or many → one DELETE', async () => {
    const { start, service, finish } = createServers(getDatabase());
    const { deletions } = start();
    const servers = [deletions, start().deletions];
    const putHundred = (instanceId: string, createId: () => string) => {
      const puts = Array.from({ length: 100 }, (_, index) =>
        servers[index % 2]?.put(anna, createId(), requestFor(instanceId)),
      );
      return finish(Promise.allSettled(puts));
    };
    const id = randomUUID();
    for (const result of await putHundred('one', () => id))
      expect(result).toMatchObject({ value: { deletion: { id, stage: 'deleted' }, isStored: true } });
    expect(service.sent).toEqual([
      {
        target: { workspaceSlug: 'acme', databaseName: 'orders', instanceId: 'one' },
        ...{ name: 'name of one', token, tokens: [token], deletionId: id, requestId: 'request' },
      },
    ]);
    const results = await putHundred('two', randomUUID);
    expect(service.sent).toHaveLength(2);
    const refusals = results.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(refusals).toEqual(Array(99).fill('in-flight'));
    const refused = { status: 409, code: 'different-body' };
    for (const changes of [{ instanceId: 'two' }, { reason: 'x' }, { name: null }])
      await expect(deletions.put(anna, id, requestFor('one', changes))).rejects.toMatchObject(refused);
    for (const other of [ben, confirmationBy('anna', 'beta')])
      await expect(deletions.put(other, id, requestFor('one'))).rejects.toMatchObject(refused);
  });

  it('a request is answered after 25 s, and its outcome is in the log later', async () => {
    const { service, world, deletions, put } = createServer(getDatabase());
    service.answers = [{ code: 'refused', status: 409, message: 'Busy.', ms: 40_000 }];
    const startedAt = world.time;
    const { deletion, isStored } = await put('one');
    expect([deletion.stage, isStored, world.time - startedAt]).toEqual(['sending', true, 25_000]);
    await world.advance(20_000);
    const [ended] = (await deletions.list(ben.access, wholeLog)).deletions;
    const outcome = { message: 'Busy.', status: 409 };
    expect(ended).toMatchObject({ stage: 'refused', isOwn: false, actor: 'anna', outcome });
  });

  it('what cannot be stored is not sent, and an outcome that cannot is stored later', async () => {
    const { service, world, put, list, replica, auditLines, ...rest } = createServer(getDatabase());
    const message = "The deletion log can't be written, so nothing was sent.";
    for (const fault of ['refuses writes', 'loses commits', 'loses answers'] as const) {
      replica.fault = fault;
      await expect(put(fault)).rejects.toMatchObject({ status: 503, code: 'storage', message });
    }
    replica.fault = 'none';
    expect([service.sent, auditLines]).toEqual([[], []]);
    const answer = rest.deletions.put(anna, randomUUID(), requestFor('one'));
    await world.advance(50);
    replica.fault = 'refuses writes';
    expect(await rest.finish(answer)).toMatchObject({ deletion: { stage: 'deleted' }, isStored: false });
    const stages = async () => (await list()).map(({ stage }) => stage);
    expect(await stages()).toContain('sending');
    replica.fault = 'none';
    await world.advance(3 * 60_000);
    // The lost answer is of a delete that was stored after all.
    expect(await stages()).toEqual(['deleted', 'unknown']);
    expect(auditLines).toEqual(Object.entries({ deleted: true, unknown: false }));
  });

  it.each([
    [{ readOnly: { reason: 'Migration.' } }, {}, 'read-only', 403],
    [{ protected: ['NAME of *'] }, {}, 'protected', 403],
    [{ reason: 'required' as const }, { reason: '\u200b\u2800 ' }, 'reason', 403],
    [{}, { instanceId: '..' }, 'path', 422],
  ])('policy %j and request %j → %s', async (policy, request, code, status) => {
    const { put, list, service } = createServer(getDatabase(), { policy: { ...noPolicy, ...policy } });
    await expect(put('one', request)).rejects.toMatchObject({ code, status });
    expect([service.sent, await list()]).toEqual([[], []]);
  });

  it('a later deletion closes an `unknown`, and a `mismatch` refuses a new one', async () => {
    const { service, deletions, put, list } = createServer(getDatabase());
    const codes = ['unknown', 'refused', 'unknown', 'gone', 'mismatch'] as const;
    service.answers = codes.map((code) => ({ code }));
    const newestFirst = async () =>
      (await list()).map(({ stage, dismissedAt }) => `${stage} ${dismissedAt !== null}`);
    for (const _ of [1, 2, 3]) await put('one');
    expect(await newestFirst()).toEqual(['unknown false', 'refused false', 'unknown true']);
    await put('one');
    expect(await newestFirst()).toEqual(['gone false', 'unknown true', 'refused false', 'unknown true']);
    const { id } = (await put('two')).deletion;
    await expect(put('two')).rejects.toMatchObject({ code: 'mismatch', status: 409 });
    for (const _ of ['once', 'again'])
      expect((await deletions.dismiss(ben.access, id)).dismissedAt).not.toBeNull();
    service.answers = [{ code: 'refused' }];
    const refused = (await put('two')).deletion.id;
    const dismiss = (by: typeof ben, wrongId: string) =>
      expect(deletions.dismiss(by.access, wrongId)).rejects;
    await dismiss(ben, refused).toMatchObject({ code: 'invalid', status: 422 });
    await dismiss(confirmationBy('ben', 'beta'), id).toMatchObject({ code: 'invalid', status: 404 });
  });

  it('a `deleted` or `accepted` removes the added instance, and a rejected token is reported', async () => {
    const { service, serviceId, put, rejectedTokens } = createServer(getDatabase());
    const { db } = getDatabase();
    const place = { serviceId, workspace: 'acme', databaseName: 'orders' };
    for (const instanceId of ['one', 'two', 'three']) {
      const row = { ...place, instanceId, name: null, actor: 'a', addedAt: 0 };
      await db.insertInto('addedInstances').values(row).execute();
    }
    const refused: Answer = { code: 'refused', status: 401, isTokenRejected: true };
    service.answers = [refused, { code: 'deleted' }, { code: 'accepted' }];
    for (const instanceId of ['two', 'one', 'three']) await put(instanceId);
    const added = db.selectFrom('addedInstances').select('instanceId').where('serviceId', '=', serviceId);
    expect(await added.execute()).toEqual([{ instanceId: 'two' }]);
    expect(rejectedTokens).toEqual(['acme']);
  });

  it('a protection refuses deletes until it is removed, and the log says who did it', async () => {
    const { deletions, put } = createServer(getDatabase());
    const protect = () =>
      deletions.setProtection(anna.access, requestFor('one', { name: '\0', reason: 'audit' }));
    await protect();
    expect(await protect()).toMatchObject([{ actor: 'anna', isOwn: true, reason: 'audit', removedAt: null }]);
    const refused = { code: 'protected', message: 'Protected by anna: audit' };
    await expect(put('one', {}, ben)).rejects.toMatchObject(refused);
    expect(await deletions.removeProtection(ben.access, requestFor('one'))).toEqual([]);
    expect((await put('one', {}, ben)).deletion.stage).toBe('deleted');
    const { protections } = await deletions.list(ben.access, wholeLog);
    expect(protections).toMatchObject([{ actor: 'anna', isOwn: false, removedBy: 'ben' }]);
    const wrong = deletions.setProtection(anna.access, requestFor('one', { reason: token }));
    await expect(wrong).rejects.toMatchObject({ code: 'invalid' });
  });

  it('the log has pages and a search, and its first page has what is unresolved', async () => {
    const { deletions, service, world, put } = createServer(getDatabase());
    service.answers = [{ code: 'unknown' }, { code: 'deleted' }];
    await put('unclear', { name: 'Énergie-Straße_100%' });
    await world.advance(60 * 60_000);
    const bulk = await deletions.putBulk(ben, randomUUID(), bulkRequestFor(['b1', 'b2', 'b3'], 'Cleanup'));
    await world.advance(10_000);
    await put('x', { reason: 'cleanup too' });
    await world.advance(60 * 60_000);
    await put('last');
    const list = async (more: object) => {
      const page = await deletions.list(anna.access, { ...wholeLog, ...more });
      return { ids: page.deletions.map(({ instanceId }) => instanceId), ...page };
    };
    const first = await list({ limit: 1 });
    expect(first.ids).toEqual(['last', 'unclear']);
    await world.advance(10);
    await put('just now');
    expect((await list({ limit: 1 })).ids).toEqual(['just now', 'unclear']);
    expect((await list({ limit: null })).ids).toEqual(['just now', 'last', 'x', 'b1', 'b2', 'b3', 'unclear']);
    const second = await list({ limit: 2, before: Number(first.next) });
    expect(second.ids).toEqual(['x', 'b1', 'b2', 'b3']);
    expect(second.bulkDeletions).toMatchObject([{ id: bulk.bulkDeletion.id, stage: 'ended', isOwn: false }]);
    const third = await list({ limit: 2, before: Number(second.next) });
    expect([third.ids, third.next]).toEqual([['unclear'], null]);
    const searches = {
      'CLEANUP orders': ['x', 'b1', 'b2', 'b3'],
      'energie–STRASSE_100%': ['unclear'],
      e_e: [],
      '\0': [],
      ben: ['b1', 'b2', 'b3'],
    };
    for (const [search, ids] of Object.entries(searches)) expect((await list({ search })).ids).toEqual(ids);
    expect((await list({ isMine: true })).ids).toEqual(['just now', 'last', 'x', 'unclear']);
    expect((await deletions.list(confirmationBy('anna', 'beta').access, wholeLog)).deletions).toEqual([]);
  });

  it('old entries are removed once a day, but none that is open or unresolved', async () => {
    const { deletions, service, world, put, serviceId } = createServer(getDatabase(), { keepDays: 2 });
    for (const instanceId of ['kept', 'removed'])
      await deletions.setProtection(anna.access, requestFor(instanceId));
    await deletions.removeProtection(anna.access, requestFor('removed'));
    service.answers = [{ code: 'unknown' }, { code: 'mismatch' }, { code: 'deleted' }];
    for (const instanceId of ['one', 'two', 'three']) await put(instanceId);
    await deletions.putBulk(anna, randomUUID(), bulkRequestFor(['four', 'five']));
    await world.advance(24 * 60 * 60_000);
    const list = () => deletions.list(anna.access, wholeLog);
    expect((await list()).deletions).toHaveLength(5);
    await world.advance(3 * 24 * 60 * 60_000);
    const { deletions: left, bulkDeletions } = await list();
    expect([left.map(({ stage }) => stage), bulkDeletions]).toEqual([['mismatch', 'unknown'], []]);
    const stored = (table: 'bulkDeletions' | 'protections') =>
      getDatabase().db.selectFrom(table).selectAll().where('serviceId', '=', serviceId).execute();
    expect(await stored('bulkDeletions')).toEqual([]);
    expect(await stored('protections')).toMatchObject([{ instanceId: 'kept' }]);
  });

  it('a server that sleeps between storing and sending → nothing is sent', async () => {
    const { service, world, replica, put } = createServer(getDatabase());
    // The statements of the start are not counted.
    await world.settle();
    replica.sleepSoon = { statements: 3, ms: 60_000 };
    const message =
      'The console was paused for more than 30 seconds before the request, so nothing was sent.';
    expect(await put('one')).toMatchObject({
      deletion: { stage: 'not-sent', sentAt: null, outcome: { message } },
    });
    expect(service.sent).toEqual([]);
  });

  it('the result of the sender replaces one that was assumed, and is open again', async () => {
    const { start, service, world } = createServers(getDatabase());
    const [sender, other] = [start().deletions, start().deletions];
    service.answers = [{ code: 'mismatch', ms: 200_000 }];
    const id = randomUUID();
    void sender.put(anna, id, requestFor('one'));
    await world.advance(150_000);
    const read = async () => (await other.list(ben.access, wholeLog)).deletions;
    expect(await read()).toMatchObject([{ id, stage: 'unknown', dismissedAt: null }]);
    await other.dismiss(ben.access, id);
    await world.advance(100_000);
    expect(await read()).toMatchObject([{ id, stage: 'mismatch', dismissedAt: null }]);
  });

  it('a delete whose server died is in the way of the next one for two minutes', async () => {
    const { start, service, world, finish } = createServers(getDatabase());
    const [dying, other] = [start(), start().deletions];
    service.answers = [{ ms: 60_000 }, { code: 'deleted' }];
    void dying.deletions.put(anna, randomUUID(), requestFor('one'));
    await world.advance(10);
    dying.replica.kill();
    await world.advance(60_000);
    const put = () => finish(other.put(ben, randomUUID(), requestFor('one')));
    await expect(put()).rejects.toMatchObject({ code: 'in-flight', status: 409 });
    await world.advance(61_000);
    expect(await put()).toMatchObject({ deletion: { stage: 'deleted' } });
    const { deletions } = await other.list(ben.access, wholeLog);
    expect(deletions.map(({ stage }) => stage)).toEqual(['deleted', 'unknown']);
  });
});

it('what a server with a file left open is settled at its next start', async () => {
  const database = await openDatabase(`file:${createFolder()}/console.db`);
  onTestFinished(() => database.close());
  const { start, service, world, auditLines } = createServers(database);
  service.answers = [{ ms: 60_000 }];
  const { deletions, replica } = start();
  const id = randomUUID();
  void deletions.put(anna, id, requestFor('one'));
  await world.advance(10);
  await deletions.putBulk(anna, randomUUID(), bulkRequestFor(['two', 'three']));
  await world.advance(1_000);
  replica.kill();
  const next = start({ isExclusive: true, policy: { ...noPolicy, readOnly: { reason: '' } } });
  // Before anybody reads it.
  await world.settle();
  const line = ['unknown', false];
  expect(auditLines).toEqual([line, line]);
  // Although nothing may be deleted any longer, what was asked for before has its answer.
  const again = await next.deletions.put(anna, id, requestFor('one'));
  expect(again).toMatchObject({ deletion: { id, stage: 'unknown' }, isStored: true });
  const late = next.deletions.put(anna, randomUUID(), requestFor('six'));
  await expect(late).rejects.toMatchObject({ code: 'read-only' });
  const { deletions: listed, bulkDeletions } = await next.deletions.list(anna.access, wholeLog);
  expect(listed.map(({ instanceId, stage, outcome }) => [instanceId, stage, outcome?.message])).toEqual([
    ['two', 'unknown', "The console's server ended before it had a result."],
    ['three', 'not-sent', 'The console was restarted during this bulk delete.'],
    ['one', 'unknown', "The console's server ended before it had a result."],
  ]);
  expect(bulkDeletions).toMatchObject([{ stage: 'ended' }]);
});
