import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Policy } from '../../src/rules/policy.ts';
import { removeOldDeletions, removeOldDeletionsDaily } from '../../src/server/deletions/retention.ts';
import type { RefusalError } from '../../src/server/refusal.ts';
import { SessionStore } from '../../src/server/sessions/sessionStore.ts';
import { openForTest } from '../support/postgres.ts';
import { createServers, createSession, describeEachDatabase, requestFor, token } from './deletionServers.ts';

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];

describeEachDatabase((getDatabase) => {
  const createServer = (policy: Partial<Policy> = {}) => createServers(getDatabase(), policy);
  type Changes = (servers: Awaited<ReturnType<typeof createServer>>, id: string) => Promise<unknown>;

  it('two bodies with one ID on two servers at once → one is sent, once', async () => {
    const { first, other, service, finish, anna, ben } = await createServer();
    const id = randomUUID();
    const toCode = ({ code, status }: RefusalError) => `${status} ${code}`;
    const puts = [
      first.runner.put(anna, id, requestFor('one')).then(() => 'sent', toCode),
      other.runner.put(ben, id, requestFor('two')).then(() => 'sent', toCode),
    ];
    expect((await finish(Promise.all(puts))).toSorted()).toEqual(['409 different-body', 'sent']);
    expect(service.sent).toHaveLength(1);
  });

  it('a request is answered after 25 s, and its outcome is in the log later', async () => {
    const { service, world, put, listItems, anna } = await createServer();
    service.answers = [{ code: 'refused', status: 409, message: 'Busy.', ms: 40_000 }];
    const putAgain = async (id: string) => {
      const startedAt = world.time;
      const { deletion, isStored } = await put(requestFor('one'), anna, id);
      return [deletion.items[0]?.stage, isStored, world.time - startedAt];
    };
    const id = randomUUID();
    expect(await putAgain(id)).toEqual(['sending', true, 25_000]);
    await world.advance(20_000);
    expect(await listItems()).toMatchObject([{ stage: 'refused', outcome: { message: 'Busy.' } }]);
    expect(await putAgain(id)).toEqual(['refused', true, expect.toSatisfy((ms) => ms < 1_000)]);
  });

  it('a stop ends one deletion, and a 429 pauses another', async () => {
    const { begin, service, world, other, ben, list } = await createServer();
    service.answers = [{ ms: 1_000 }, { ms: 1_000 }, { code: 'refused', status: 429 }, {}];
    const id = await begin(requestFor('one', 'two'));
    await begin(requestFor('three', 'four', 'five'));
    await other.runner.stop(ben, id);
    await world.advance(5_000);
    const items = [{ stage: 'deleted' }, { stage: 'refused' }, { stage: 'deleted' }];
    const stopped = { stopReason: 'ben stopped this delete.' };
    expect(await list()).toMatchObject([stopped, { stopReason: null, items }]);
  });

  it('at most 2,000 items of a workspace are open', async () => {
    const { put, begin, service } = await createServer();
    service.answers = [{ ms: 50_000 }];
    for (const count of [500, 500, 500, 499])
      await begin(requestFor(...Array.from({ length: count }, randomUUID)));
    await expect(put(requestFor('one', 'two'))).rejects.toMatchObject({ code: 'limit', status: 409 });
    await begin(requestFor('one'));
    expect(service.sent).toHaveLength(5);
  });

  it('MAX_PER_HOUR counts what was sent or waits, but not what was refused or not sent', async () => {
    const { put, begin, world, service, ben, workspace } = await createServer({ maxPerHour: 4 });
    const limit = { code: 'limit', status: 403 };
    service.answers = [{ code: 'refused' }, { code: 'not-sent' }, { ms: 20_000 }];
    await put(requestFor('one', 'two'));
    await put(requestFor('one', 'two'));
    await begin(requestFor('three', 'four', 'five'), 100);
    const message = expect.stringMatching(/You have had 3\. Nothing was sent\. Try again after 01:01 UTC\.$/);
    await expect(put(requestFor('six', 'seven'))).rejects.toMatchObject({ ...limit, message });
    await expect(put(requestFor(...'abcde'))).rejects.toThrow(/ Nothing was sent\.$/);
    await put(requestFor('six'));
    await expect(put(requestFor('seven'))).rejects.toMatchObject(limit);
    await put(requestFor('seven'), ben);
    const sameAnna = await createSession(getDatabase(), workspace, 'ANNA');
    await expect(put(requestFor('eight'), sameAnna)).rejects.toMatchObject(limit);
    await world.advance(hourMs);
    await put(requestFor('eight'));
  });

  it('MAX_PER_HOUR doesn’t count what was sent while the clock was years ahead', async () => {
    const { put, world } = await createServer({ maxPerHour: 1 });
    world.clockStepMs = 2 * 365 * dayMs;
    await put(requestFor('one'));
    await expect(put(requestFor('two'))).rejects.toMatchObject({ code: 'limit' });
    world.clockStepMs = 0;
    await put(requestFor('two'));
    await expect(put(requestFor('three'))).rejects.toMatchObject({ code: 'limit' });
  });

  it("an outcome that can't be stored → the answer says so, it is stored later, and the rest isn't sent", async () => {
    const { first, begin, world, stages, finish, anna, auditLines } = await createServer();
    const id = await begin(requestFor('one', 'two'), 50);
    first.replica.fault = 'refuses writes';
    const answer = await finish(first.runner.put(anna, id, requestFor('one', 'two')));
    const items = [{ stage: 'deleted' }, { stage: 'waiting' }];
    expect(answer).toMatchObject({ isStored: false, deletion: { items } });
    expect(await stages()).toEqual(['sending', 'waiting']);
    first.replica.fault = 'none';
    await world.advance(minuteMs);
    expect(await stages()).toEqual(['deleted', 'not-sent']);
    expect(auditLines).toEqual(Object.entries({ deleted: true, 'not-sent': false }));
  });

  it('an outcome that the database refuses as such → its code alone is stored', async () => {
    const { first, service, put, errors, listItems } = await createServer();
    first.replica.fault = 'refuses texts';
    service.answers = [{ code: 'refused', status: 409, message: 'unstorable' }];
    await put(requestFor('one'));
    expect(errors).toHaveLength(1);
    expect(await listItems()).toMatchObject([{ stage: 'refused', outcome: { message: '', status: null } }]);
  });

  it('a failover loses a row → it is stored anew with its outcome, and that is logged', async () => {
    const { service, begin, world, listItems, workspace, errors } = await createServer();
    service.answers = [{ ms: 1_000 }];
    await begin({ ...requestFor('one'), reason: 'old' }, 500);
    const { db } = getDatabase();
    for (const table of ['deletionItems', 'deletions'] as const)
      await db.deleteFrom(table).where('workspace', '=', workspace).execute();
    await world.advance(1_000);
    expect(await listItems()).toMatchObject([{ instanceId: 'one', stage: 'deleted' }]);
    expect(errors).toMatchObject([{ name: 'LostEntryError' }]);
  });

  it('a new sign-in of the same actor takes over what runs', async () => {
    const { begin, world, service, anna, first, workspace, stages } = await createServer();
    service.answers = [{ ms: 1_000 }];
    await begin(requestFor('one', 'two'), 500);
    const sessions = new SessionStore(first.replica.database, 'never');
    await sessions.create({ workspace, userName: 'anna', token }, [{ name: '', secret: anna.sessionId }], []);
    await world.advance(5_000);
    expect(await stages()).toEqual(['deleted', 'deleted']);
  });

  const signOut: Changes = ({ anna, first }) =>
    new SessionStore(first.replica.database, 'never').end(anna.sessionId);
  const protectBoth: Changes = ({ other, ben }) => other.protections.set(ben, requestFor('one', 'TWO'));
  const closeFirst: Changes = async ({ first }) => void first.runner.background.close();
  it.each<[what: string, change: Changes, stopReason: string]>([
    ['a sign-out', signOut, 'anna was signed out during this delete.'],
    ['a protection', protectBoth, "name of two wasn't sent: Protected by ben."],
    ['the end of the server', closeFirst, 'The console was restarted during this delete.'],
  ])('%s while the first of two is sent → “%s”', async (_, change, stopReason) => {
    const servers = await createServer();
    const { service, world, begin, list } = servers;
    service.answers = [{ ms: 1_000 }];
    const id = await begin(requestFor('one', 'two'), 500);
    await change(servers, id);
    await world.advance(5_000);
    const items = [{ stage: 'deleted' }, { stage: 'not-sent' }];
    expect(await list()).toMatchObject([{ stage: 'ended', stopReason, items }]);
  });

  const sleepFirst: Changes = ({ world, first, list }) => {
    first.replica.sleepsUntil = world.time + 3 * minuteMs;
    return world.advance(2.5 * minuteMs).then(list);
  };
  const endedByOther = 'The console was paused before the request, and a different server ended this delete.';
  const tooLate = "The request couldn't leave in time, so nothing was sent.";
  it.each<[what: string, change: Changes, message: string]>([
    ['a sign-out', signOut, 'anna was signed out during this delete.'],
    ['a stop', ({ other, ben }, id) => other.runner.stop(ben, id), 'ben stopped this delete.'],
    ['a protection', protectBoth, 'Protected by ben.'],
    ['half a minute', ({ world }) => world.advance(30_000), tooLate],
    ['the end by a different server', sleepFirst, endedByOther],
  ])('%s between the mark and the connection → not sent', async (_, change, message) => {
    const servers = await createServer();
    const { service, world, begin, listItems } = servers;
    service.connectMs = 31_000;
    const id = await begin(requestFor('one'));
    await change(servers, id);
    await world.advance(2 * minuteMs);
    expect(service.sent).toEqual([]);
    expect(await listItems()).toMatchObject([{ stage: 'not-sent', sentAt: null, outcome: { message } }]);
  });

  it('a later deletion closes an earlier unknown of exactly its instance', async () => {
    const { put, service, listItems } = await createServer();
    const codes = ['unknown', 'unknown', 'refused', 'unknown', 'deleted'] as const;
    service.answers = codes.map((code) => ({ code }));
    const isOpen = async () => {
      const unknown = (await listItems()).filter(({ stage }) => stage === 'unknown');
      return unknown.map((each) => each.dismissedAt === null);
    };
    for (const id of ['ONE', 'one', 'one']) await put(requestFor(id));
    expect(await isOpen()).toEqual([true, true]);
    await put(requestFor('one'));
    expect(await isOpen()).toEqual([true, false, true]);
    await put(requestFor('one'));
    expect(await isOpen()).toEqual([true, false, false]);
  });

  it("the sender's result replaces an assumed one, and takes its dismissal back", async () => {
    const { begin, service, world, first, other, ben, listItems } = await createServer();
    service.answers = [{ code: 'mismatch', ms: 200_000 }];
    const id = await begin(requestFor('one'));
    first.replica.sleepsUntil = world.time + 180_000;
    await world.advance(150_000);
    const message = "The console was restarted during this delete, or wasn't heard of for two minutes.";
    expect(await listItems()).toMatchObject([{ stage: 'unknown', dismissedAt: null, outcome: { message } }]);
    await other.runner.dismiss(ben, id, 0);
    await world.advance(100_000);
    expect(await listItems()).toMatchObject([{ stage: 'mismatch', dismissedAt: null }]);
  });

  it('a server slept before it took back what it left → not sent replaces unknown', async () => {
    const { begin, service, world, first, stages } = await createServer();
    Object.assign(first.replica, { fault: 'loses answers', sleepSoon: { statements: 3, ms: 180_000 } });
    await begin(requestFor('one'));
    await world.advance(150_000);
    expect(await stages()).toEqual(['unknown']);
    first.replica.fault = 'none';
    await world.advance(100_000);
    expect([await stages(), service.sent]).toEqual([['not-sent'], []]);
  });

  it('a server died → its items are in the way for 2 min, then unknown and not sent', async () => {
    const { begin, service, world, first, other, ben, finish, stages, auditLines } = await createServer();
    service.answers = [{ ms: 50_000 }, {}];
    await begin(requestFor('one', 'two'));
    first.replica.kill();
    const put = () => finish(other.runner.put(ben, randomUUID(), requestFor('one')));
    await world.advance(110_000);
    await expect(put()).rejects.toMatchObject({ code: 'in-flight', status: 409 });
    await world.advance(11_000);
    await put();
    expect(await stages()).toEqual(['unknown', 'not-sent', 'deleted']);
    expect(auditLines.filter(([, isOwn]) => !isOwn).map(([code]) => code)).toEqual(['not-sent', 'unknown']);
  });

  it('a protection refuses deletes in any letters, until exactly this one is removed', async () => {
    const { put, first, anna, ben } = await createServer();
    const set = (id: string) => first.protections.set(anna, { ...requestFor(id), reason: 'audit' });
    for (const id of ['one', 'one', 'ONE']) await set(id);
    const refused = { code: 'protected', message: 'Protected by anna: audit' };
    // What a service may take for it, too.
    for (const spelling of ['oNe', 'one ', 'o\u200bne', 'ｏne']) {
      await expect(put(requestFor(spelling), ben)).rejects.toMatchObject(refused);
      await expect(put(requestFor('two', spelling, 'one'))).rejects.toThrow('An instance is named twice');
    }
    const left = await first.protections.remove(ben, requestFor('ONE'));
    expect(left).toMatchObject([{ instanceId: 'one', actor: 'anna', isOwn: false, reason: 'audit' }]);
    await expect(put(requestFor('ONE'), ben)).rejects.toMatchObject(refused);
    expect(await first.protections.remove(ben, requestFor('one'))).toEqual([]);
    await put(requestFor('one'), ben);
  });

  it('the log finds words of name, ID, database, actor and reason', async () => {
    const { put, first, workspace, ben } = await createServer();
    const named = { databaseName: 'orders', instanceId: 'one', name: 'Énergie-Straße_100%!', created: null };
    await put({ items: [named], reason: 'Cleanup' });
    await put(requestFor('two', 'three'), ben);
    const find = async (search: string) =>
      (await first.list(workspace, { search })).map(({ items }) => items.length);
    for (const search of ['cleanup ORDERS', 'energie-STRASSE_100%!', 'one anna'])
      expect(await find(search)).toEqual([1]);
    for (const search of ['ben', 'three', 'name']) expect(await find(search)).toEqual([2]);
    for (const search of ['e_e', '_100!', '\0', 'cleanup ben']) expect(await find(search)).toEqual([]);
    expect(await find('orders')).toEqual([1, 2]);
  });

  describe('retention', () => {
    beforeEach(async () => {
      for (const table of ['deletionItems', 'deletions'] as const)
        await getDatabase().db.deleteFrom(table).execute();
    });

    it('after an hour, removes what is resolved and old, and keeps the rest', async () => {
      const { put, service, world, first, stages, anna } = await createServer();
      await first.protections.set(anna, requestFor('kept'));
      service.answers = [{ code: 'unknown' }, { code: 'mismatch' }, {}];
      for (const id of ['one', 'two', 'three']) await put(requestFor(id));
      world.time += 3 * dayMs;
      await put(requestFor('new', 'newer'));
      expect(await removeOldDeletions(first.replica.database, 3)).toBe(0);
      const lines: string[] = [];
      const log = (line: string) => lines.push(line);
      void removeOldDeletionsDaily(first.replica.database, 2, first.runner.background, log);
      await world.advance(hourMs - 1);
      expect(await stages()).toHaveLength(5);
      await world.advance(1);
      expect(await stages()).toEqual(['unknown', 'mismatch', 'deleted', 'deleted']);
      expect(lines).toEqual(['1 deletions older than 2 days were removed from the log.']);
      expect(await first.protections.list(anna)).toHaveLength(1);
    });

    it('a withdrawn ID is removed after a day', async () => {
      const { put, world, first, anna } = await createServer();
      const id = randomUUID();
      await first.runner.withdraw(anna, id);
      world.time += dayMs - hourMs;
      await put(requestFor('one'));
      expect(await removeOldDeletions(first.replica.database, 30)).toBe(0);
      await world.advance(2 * hourMs);
      await put(requestFor('two'));
      expect(await removeOldDeletions(first.replica.database, 30)).toBe(0);
      await put(requestFor('three'), anna, id);
    });

    it('a clock that is years ahead removes nothing', async () => {
      const { put, world, first, stages } = await createServer();
      await put(requestFor('one'));
      world.clockStepMs = 2 * 365 * dayMs;
      expect(await removeOldDeletions(first.replica.database, 1)).toBe(0);
      expect(await stages()).toEqual(['deleted']);
    });
  });
});

it('SQLite → what a server left open is settled at its next start', async () => {
  const servers = await createServers(await openForTest(), { isShared: false });
  const { start, first, begin, service, world, auditLines, anna, finish } = servers;
  service.answers = [{ ms: 60_000 }];
  const id = await begin(requestFor('one', 'two'));
  first.replica.kill();
  const next = start();
  await world.settle();
  expect(auditLines).toEqual(Object.entries({ 'not-sent': false, unknown: false }));
  const { deletion } = await finish(next.runner.put(anna, id, requestFor('one', 'two')));
  expect(deletion.items.map(({ stage, outcome }) => [stage, outcome?.message])).toEqual([
    ['unknown', 'The console was restarted during this delete.'],
    ['not-sent', 'The delete had stopped: The console was restarted during this delete.'],
  ]);
});
