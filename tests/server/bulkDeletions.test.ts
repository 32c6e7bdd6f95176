import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { blankOutcome, type OutcomeCode } from '../../src/rules/deletion.ts';
import { noPolicy } from '../../src/rules/policy.ts';
import { decideBulkStep } from '../../src/server/deletions/bulkDeletions.ts';
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
  wholeLog,
} from './deletionServers.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];
const now = Date.parse('2026-03-01T00:00:00Z');

type Case = { doubt?: string; isFirst?: boolean; isTokenRejected?: boolean };
it.each<[code: OutcomeCode, changes: object, more: Case, next: string | number | null]>([
  ['deleted', {}, { isFirst: true }, null],
  ['accepted', {}, {}, null],
  ['gone', {}, {}, null],
  ['deleted', {}, { doubt: 'has a different name' }, 'The response for x-1 has a different name.'],
  ['gone', {}, { isFirst: true }, 'The first instance, x-1, was not found.'],
  ['refused', { status: 401 }, { isTokenRejected: true }, 'The service no longer accepts the token.'],
  ['refused', { status: 409 }, {}, 'The service rejected the delete of x-1.'],
  ['refused', { status: 429 }, {}, 30_000],
  ['refused', { status: 429, retryAt: '2026-03-01T00:01:00Z' }, {}, 60_000],
  ['refused', { status: 429, retryAt: '2026-03-01T00:01:01Z' }, {}, 'The service asks to wait 2 minutes.'],
  ['unknown', {}, {}, "We don't know whether x-1 was deleted."],
  ['mismatch', {}, {}, 'The response for x-1 names a different workspace.'],
  ['not-sent', {}, {}, "x-1 wasn't sent."],
])(
  'decideBulkStep %s %j %j → goes on, waits or stops: %s',
  (code, changes, { isFirst = false, ...more }, next) => {
    const outcome = { ...blankOutcome, code, ...changes };
    const result = { outcome, doubt: null, isTokenRejected: false, ...more };
    const stop = { step: 'stop', reason: { reason: next } };
    const wait = { step: 'wait', waitMs: next };
    const step = next === null ? { step: 'go on' } : typeof next === 'number' ? wait : stop;
    expect(decideBulkStep(result, 'x-1', { isFirst, now })).toMatchObject(step);
  },
);

describeEachDatabase((getDatabase) => {
  /** Starts a bulk delete whose service gives these answers, and a second server. */
  async function run(answers: Answer[], chosen: readonly string[] = ids) {
    const servers = createServers(getDatabase());
    const { start, service, world } = servers;
    service.answers = answers;
    const first = start();
    const other = start();
    const id = randomUUID();
    const request = bulkRequestFor(chosen);
    const { bulkDeletion, deletions } = await first.deletions.putBulk(anna, id, request);
    expect([bulkDeletion.stage, deletions.map(({ instanceId }) => instanceId)]).toEqual(['running', chosen]);
    await world.advance(50);
    const read = async () => {
      const page = await other.deletions.list(anna.access, wholeLog);
      const [bulk] = page.bulkDeletions;
      return { stages: page.deletions.map(({ stage }) => stage), page, bulk };
    };
    return { ...servers, first, other, id, request, read };
  }

  it('the first instance is deleted alone, then three at a time, in their order', async () => {
    const { service, world, read } = await run([{ ms: 5_000 }]);
    expect(service.sent).toHaveLength(1);
    await world.advance(5_000);
    expect(service.sent).toHaveLength(4);
    await world.advance(20_000);
    // Requests that leave together may overtake each other on the way to the database.
    expect(service.sent.map(({ target }) => target.instanceId).sort()).toEqual(ids);
    const { stages, bulk } = await read();
    expect(stages).toEqual(ids.map(() => 'deleted'));
    expect(bulk).toMatchObject({ stage: 'ended', stopReason: null, isOwn: true });
  });

  it.each<[sentCount: number, answers: Answer[]]>([
    [1, [{ code: 'deleted', doubt: 'has a different name' }]],
    [4, [{ code: 'deleted' }, { code: 'unknown' }, { ms: 5_000 }]],
    [4, [{ code: 'deleted' }, { code: 'gone' }, { code: 'not-sent', ms: 50 }, { ms: 5_000 }]],
  ])('after %i requests, it stops at the first doubt: %j', async (sentCount, answers) => {
    const { service, world, read } = await run(answers);
    await world.advance(10_000);
    expect(service.sent).toHaveLength(sentCount);
    const { page, bulk } = await read();
    expect(bulk?.stage).toBe('ended');
    const outcome = { message: `The bulk delete had stopped: ${bulk?.stopReason}` };
    for (const each of page.deletions.slice(sentCount))
      expect(each).toMatchObject({ stage: 'not-sent', sentAt: null, outcome });
  });

  it('after a 429 to the first, the next one waits as the log says, and is alone too', async () => {
    const retryAt = new Date(now + 2_150).toISOString();
    const { service, world, read } = await run([{ code: 'refused', status: 429, retryAt }, { ms: 5_000 }]);
    await world.advance(1_000);
    expect((await read()).bulk?.waitsUntil).toBe(retryAt);
    expect(service.sent).toHaveLength(1);
    await world.advance(1_500);
    expect(service.sent).toHaveLength(2);
    await world.advance(30_000);
    expect((await read()).stages).toEqual(['refused', 'deleted', 'deleted', 'deleted', 'deleted']);
  });

  it('any admin stops it on any server, also while it waits for the service', async () => {
    const { service, world, other, id, read } = await run([{}, { code: 'refused', status: 429 }]);
    await world.advance(500);
    expect(service.sent).toHaveLength(4);
    await other.deletions.stopBulk(ben.access, id);
    expect((await read()).stages).toEqual(['deleted', 'refused', 'refused', 'refused', 'not-sent']);
    await world.advance(1_100);
    const { bulk, page } = await read();
    expect(bulk).toMatchObject({ stage: 'ended', stopReason: 'ben stopped this bulk delete.' });
    expect(page.deletions.at(-1)?.outcome?.message).toBe('ben stopped this bulk delete.');
    await other.deletions.stopBulk(ben.access, id);
    const elsewhere = confirmationBy('ben', 'beta').access;
    await expect(other.deletions.stopBulk(elsewhere, id)).rejects.toMatchObject({ status: 404 });
  });

  it.each([
    ['anna signed out during this bulk delete.', 'sign-out'],
    ['The console was restarted during this bulk delete.', 'close'],
  ])('%s', async (reason, action) => {
    const { service, world, first, other, finish, read } = await run([{}, { ms: 20_000 }]);
    await world.advance(100);
    if (action === 'close') await finish(first.deletions.close());
    else await other.deletions.stopBulksOfSession(anna.access.sessionId);
    await world.advance(25_000);
    expect(service.sent).toHaveLength(4);
    const { stages, bulk } = await read();
    expect(stages).toEqual([...ids.slice(1).map(() => 'deleted'), 'not-sent']);
    expect(bulk).toMatchObject({ stage: 'ended', stopReason: reason });
    const late = () => first.deletions.put(anna, randomUUID(), requestFor('z'));
    if (action === 'close') await expect(late()).rejects.toMatchObject({ code: 'service' });
  });

  it('a server dies → what was sent is `unknown` after 2 minutes, the rest `not-sent`', async () => {
    const { world, first, read } = await run([{}, { ms: 30_000 }]);
    await world.advance(1_000);
    first.replica.kill();
    await world.advance(2.2 * 60_000);
    expect((await read()).stages).toEqual(['deleted', 'unknown', 'unknown', 'unknown', 'waiting']);
    await world.advance(3 * 60_000);
    const stopReason = 'The console was restarted during this bulk delete.';
    const page = { deletions: expect.arrayContaining([expect.objectContaining({ stage: 'not-sent' })]) };
    expect(await read()).toMatchObject({ page, bulk: { stage: 'ended', stopReason } });
  });

  it('a protection that is set meanwhile stops it', async () => {
    const { service, world, other, read } = await run([{ ms: 1_000 }]);
    await other.deletions.setProtection(ben.access, requestFor('c'));
    await world.advance(20_000);
    const { stages, bulk } = await read();
    expect([service.sent.length, bulk?.stopReason]).toEqual([3, "name of c wasn't sent."]);
    expect(stages).toEqual(['deleted', 'deleted', 'not-sent', 'deleted', 'not-sent']);
  });

  it('a repeated request gets the same run, and one runs at a time', async () => {
    const { service, world, other, id, request, read } = await run([{ ms: 1_000 }]);
    const again = await other.deletions.putBulk(anna, id, request);
    expect([again.bulkDeletion.id, again.deletions.length]).toEqual([id, 5]);
    const put = (by: typeof anna, bulkId: string, body: typeof request) =>
      other.deletions.putBulk(by, bulkId, body);
    await expect(put(ben, id, request)).rejects.toMatchObject({ code: 'different-body' });
    const message = 'A bulk delete is running in this workspace already.';
    const second = put(anna, randomUUID(), bulkRequestFor(['z']));
    await expect(second).rejects.toMatchObject({ code: 'in-flight', status: 409, message });
    await world.advance(20_000);
    expect(service.sent).toHaveLength(5);
    const items = request.items.slice(0, 1).map((item) => ({ ...item, instanceId: 'z' }));
    const used = put(anna, randomUUID(), { items, reason: '' });
    await expect(used).rejects.toMatchObject({ code: 'different-body' });
    expect((await read()).page.deletions).toHaveLength(5);
  });

  it('is refused as a whole, with the names and reasons', async () => {
    const policy = { ...noPolicy, protected: ['prod-*'] };
    const { deletions, service, put: putOne } = createServer(getDatabase(), { policy });
    await deletions.setProtection(ben.access, requestFor('kept'));
    service.answers = [{ code: 'mismatch' }];
    await putOne('odd');
    const put = (instanceIds: readonly string[]) =>
      deletions.putBulk(anna, randomUUID(), bulkRequestFor(instanceIds));
    const operators = 'name of prod-1: Your operator protects instances that match “prod-*”.';
    const open = 'name of kept: Protected by ben. name of odd: An earlier response';
    for (const [instanceIds, code, status, sentence] of [
      [['a', 'a'], 'invalid', 422, 'An instance or an ID is in this bulk delete twice.'],
      [['a', 'prod-1', '..'], 'protected', 403, operators],
      [['a', 'kept', 'odd'], 'protected', 403, open],
    ] as const) {
      const message = expect.stringContaining(sentence);
      await expect(put(instanceIds)).rejects.toMatchObject({ code, status, message });
    }
    expect(service.sent).toHaveLength(1);
    expect((await deletions.list(anna.access, wholeLog)).bulkDeletions).toEqual([]);
  });

  it('a refusal names 20 instances, or none if the reason is the same for all', async () => {
    const many = Array.from({ length: 22 }, (_, index) => `prod-${index}`);
    for (const [policy, message] of [
      [
        { protected: ['prod-*'] },
        /^Nothing was sent\. name of prod-0: .* name of prod-19: [^:]* And 2 more\.$/,
      ],
      [{ readOnly: { reason: 'Migration.' } }, /^[^:]*Migration\.$/],
    ] as const) {
      const { deletions } = createServer(getDatabase(), { policy: { ...noPolicy, ...policy } });
      const put = deletions.putBulk(anna, randomUUID(), bulkRequestFor(many));
      await expect(put).rejects.toMatchObject({ message: expect.stringMatching(message) });
    }
  });
});
