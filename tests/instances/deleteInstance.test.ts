import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noPolicy } from '../../src/config.ts';
import { deleteInstance } from '../../src/instances/delete/deleteInstance.ts';
import { type Deletion, decodeDeletion } from '../../src/rules/deletion.ts';
import type { DeleteOutcomeKind } from '../../src/rules/outcome.ts';
import { aNewDeletion, anEndedDeletion, anOutcome, type OpenPage, openPage } from './fixtures.ts';
import { createScriptedService } from './scriptedService.ts';
import { makeIndexedDbHang, runInTab, simulateBrowser, type Tab } from './simulateBrowser.ts';

let browser: ReturnType<typeof simulateBrowser>;
let service: ReturnType<typeof createScriptedService>;

beforeEach(() => {
  browser = simulateBrowser();
  service = createScriptedService(['a', 'b']);
  vi.stubGlobal('fetch', service.fetch);
});
afterEach(() => browser.restore());

function open(): { tab: Tab; page: OpenPage } {
  const tab = browser.open();
  return { tab, page: runInTab(tab, openPage) };
}

const confirm = ({ tab, page }: ReturnType<typeof open>, id: string, name = id) =>
  runInTab(tab, () => deleteInstance(page.sender, { ...aNewDeletion(id), name }));

async function read({ tab, page }: ReturnType<typeof open>) {
  const reading = runInTab(tab, () => page.log.read('acme'));
  await browser.advanceClock(100);
  return reading;
}

describe('a delete', () => {
  it('two tabs and a double call confirm one instance → one DELETE, and the others are not sent', async () => {
    const [first, second] = [open(), open()];
    const deleting = [confirm(first, 'a'), confirm(second, 'a'), confirm(first, 'a')];
    await browser.advanceClock(200);
    const kinds = (await Promise.all(deleting)).map(({ deletion }) => deletion.outcome.kind);
    expect(kinds.sort()).toEqual(['deleted', 'not-sent', 'not-sent']);
    expect(service.sent).toHaveLength(1);
    expect(await read(first)).toEqual(await read(second));
  });

  it.each<[string, (page: OpenPage) => void]>([
    ['refuses', () => browser.setStorage('refuses writes')],
    ['hangs', () => browser.setStorage('hangs')],
    ['never opens', makeIndexedDbHang],
    ['refuses the time of the request', refuseFromMarkSentOn],
  ])('the browser’s storage %s → nothing is sent', async (_, breakStorage) => {
    const tab = open();
    breakStorage(tab.page);
    const deleting = confirm(tab, 'a');
    await browser.advanceClock(10_000);
    const { deletion, isSaved } = await deleting;
    expect([deletion.outcome.kind, isSaved]).toEqual(['not-sent', false]);
    expect(deletion.outcome.reason).toMatch(/^This browser can't store the deletion log/);
    expect(service.sent).toEqual([]);
  });

  function refuseFromMarkSentOn({ log }: OpenPage) {
    const markSent = vi.spyOn(log, 'markSent');
    markSent.mockImplementation((...args) => {
      browser.setStorage('refuses writes');
      markSent.mockRestore();
      return log.markSent(...args);
    });
  }

  it.each(['InvalidStateError', 'UnknownError'])('a dead handle (%s) → it is opened again', async (name) => {
    const tab = open();
    await read(tab);
    const { transaction } = IDBDatabase.prototype;
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('The database connection is closing.', name);
    });
    const deleting = confirm(tab, 'a');
    await browser.advanceClock(200);
    IDBDatabase.prototype.transaction = transaction;
    expect((await deleting).deletion.outcome.kind).toBe('deleted');
  });

  it('the lock of the page comes too late → nothing is sent; the next delete uses it', async () => {
    const tab = open();
    const request = navigator.locks.request.bind(navigator.locks);
    const locks = vi.spyOn(navigator.locks, 'request');
    locks.mockImplementation(async (...args: unknown[]) => {
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      return Reflect.apply(request, null, args);
    });
    const tooEarly = confirm(tab, 'a');
    await browser.advanceClock(10_000);
    expect((await tooEarly).deletion.outcome.kind).toBe('not-sent');
    expect(service.sent).toEqual([]);
    const deleting = confirm(tab, 'a');
    await browser.advanceClock(200);
    expect((await deleting).deletion.outcome.kind).toBe('deleted');
    expect(locks).toHaveBeenCalledTimes(1);
  });

  it('the lock of the page is refused → the next delete asks for it again', async () => {
    const tab = open();
    vi.spyOn(navigator.locks, 'request').mockRejectedValueOnce(new Error('No.'));
    const kinds = [];
    for (let count = 0; count < 2; count += 1) {
      const deleting = confirm(tab, 'a');
      await browser.advanceClock(200);
      kinds.push((await deleting).deletion.outcome.kind);
    }
    expect(kinds).toEqual(['not-sent', 'deleted']);
  });

  it('an error after the request is never called "not sent"', async () => {
    const tab = open();
    tab.page.sender.onSettled = () => {
      throw new Error('A screen failed.');
    };
    const deleting = confirm(tab, 'a').catch((error: Error) => error.message);
    await browser.advanceClock(200);
    expect(await deleting).toBe('A screen failed.');
    expect((await read(tab)).map(({ outcome }) => outcome?.kind)).toEqual(['deleted']);
  });

  it('a sign-out or a policy before the request → nothing is sent', async () => {
    const [signedOut, protecting] = [open(), open()];
    signedOut.page.signOut();
    protecting.page.policy = { ...noPolicy, protected: ['*-primary'] };
    const deleting = [confirm(signedOut, 'a'), confirm(protecting, 'b', 'eu-primary')];
    await browser.advanceClock(300);
    const reasons = (await Promise.all(deleting)).map(({ deletion }) => deletion.outcome.reason);
    expect(reasons).toEqual([
      'You signed out before the request was sent.',
      'Your operator protects instances that match “*-primary”.',
    ]);
    expect(service.sent).toEqual([]);
  });
});

describe('a closed page', () => {
  it.each([
    ['before the request', 'not-sent'],
    ['before the response', 'unknown'],
  ])('%s → the next visit says %s, and nothing about another page', async (when, kind) => {
    const [first, other] = [open(), open()];
    service.script.response = 'no response';
    if (when === 'before the request')
      vi.spyOn(first.page.log, 'markSent').mockReturnValue(new Promise(() => {}));
    void confirm(first, 'a');
    await browser.advanceClock(200);
    void confirm(other, 'b');
    browser.close(first.tab);
    const next = open();
    await read(next);
    expect((await read(next)).map(({ outcome }) => outcome?.kind)).toEqual([kind, undefined]);
  });
});

describe('the log', () => {
  async function add({ page }: ReturnType<typeof open>, id: string): Promise<Deletion> {
    const [deletion] = await page.log.add([aNewDeletion(id)]);
    if (deletion === undefined) throw new Error('Nothing was added.');
    return deletion;
  }

  async function addSent(tab: ReturnType<typeof open>, id: string): Promise<Deletion> {
    const sent = await tab.page.log.markSent(await add(tab, id), noPolicy);
    if ('code' in sent) throw new Error(sent.sentence);
    return sent;
  }

  async function settle(tab: ReturnType<typeof open>, id: string, kind: DeleteOutcomeKind) {
    await tab.page.log.settle([await addSent(tab, id)], anOutcome(kind));
  }

  function clearLog({ page }: ReturnType<typeof open>): Promise<void> {
    return page.storage.run('readwrite', ['deletions'], (transaction) =>
      transaction.objectStore('deletions').clear(),
    );
  }

  it.each<[DeleteOutcomeKind, isClosed: boolean]>([
    ['deleted', true],
    ['accepted', true],
    ['gone', true],
    ['unknown', true],
    ['refused', false],
    ['not-sent', false],
  ])('%s after an unknown → the earlier entry is closed: %s', async (kind, isClosed) => {
    const tab = open();
    await settle(tab, 'a', 'unknown');
    await settle(tab, 'a', kind);
    expect((await read(tab)).map(({ dismissed }) => dismissed)).toEqual([isClosed, false]);
  });

  it('an outcome is never replaced, except the unknown that a different page stored', async () => {
    const [sender, other] = [open(), open()];
    const sent = await addSent(sender, 'a');
    await other.page.log.settle([sent], anOutcome('unknown'));
    await other.page.log.settle([sent], anOutcome('deleted'));
    expect((await read(sender))[0]?.outcome?.kind).toBe('unknown');
    await sender.page.log.settle([sent], anOutcome('deleted'));
    await other.page.log.settle([sent], anOutcome('mismatch'));
    await sender.page.log.settle([sent], anOutcome('mismatch'));
    expect((await read(sender)).map(({ outcome }) => outcome?.kind)).toEqual(['deleted']);
  });

  it('a deleted instance leaves the added instances, and one that is gone stays', async () => {
    const tab = open();
    const { storage } = tab.page;
    for (const id of ['a', 'b'])
      await storage.run('readwrite', ['added'], (transaction) =>
        transaction.objectStore('added').put({}, ['acme', 'orders', id]),
      );
    await settle(tab, 'a', 'deleted');
    await settle(tab, 'b', 'gone');
    const keys = await storage.run('readonly', ['added'], (transaction) =>
      transaction.objectStore('added').getAllKeys(),
    );
    expect(keys).toEqual([['acme', 'orders', 'b']]);
  });

  it('site data is cleared in flight → the outcome brings the whole deletion back', async () => {
    const tab = open();
    const sent = await addSent(tab, 'a');
    await clearLog(tab);
    await tab.page.log.settle([sent], anOutcome('deleted'));
    expect(await read(tab)).toMatchObject([
      { ...sent, outcome: { kind: 'deleted' }, endedAt: expect.any(Number) },
    ]);
  });

  it('a different page gave an outcome before the request → it may not be sent', async () => {
    const [sender, other] = [open(), open()];
    const deletion = await add(sender, 'a');
    await other.page.log.settle([deletion], anOutcome('not-sent', { reason: 'The page was closed.' }));
    expect(await sender.page.log.markSent(deletion, noPolicy)).toMatchObject({
      sentence: 'The page was closed.',
    });
  });

  it('a page that ended → its outcomes are stored for good, with time for each of them', async () => {
    const [ended, reader] = [open(), open()];
    await runInTab(ended.tab, () => add(ended, 'a'));
    for (const id of ['b', 'c']) await runInTab(ended.tab, () => addSent(ended, id));
    const run = vi.spyOn(reader.page.storage, 'run');
    await read(reader);
    browser.close(ended.tab);
    await browser.advanceClock(100);
    const kinds = (await read(reader)).map(({ outcome }) => outcome?.kind);
    expect(kinds).toEqual(['not-sent', 'unknown', 'unknown']);
    const options = run.mock.calls.filter(([mode]) => mode === 'readwrite').map((call) => call[3]);
    expect(options).toEqual([{ durability: 'strict', itemCount: 3 }]);
    run.mockClear();
    await read(reader);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('a transaction of 200 deletions has a second more than one of none', async () => {
    const { page } = open();
    browser.setStorage('hangs');
    const onEnd = vi.fn();
    const hang = () => new Promise<never>(() => {});
    page.storage.run('readwrite', ['deletions'], hang, { itemCount: 200 }).catch(onEnd);
    await browser.advanceClock(3_900);
    expect(onEnd).not.toHaveBeenCalled();
    await browser.advanceClock(200);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it('a request that was stopped at the last moment → its entry has no time of a request', async () => {
    const tab = open();
    await settle(tab, 'a', 'not-sent');
    expect(await read(tab)).toMatchObject([{ sentAt: null, sentOrder: null }]);
  });

  it('a new deletion removes old ones from the log, but keeps 1 000 of them', async () => {
    const tab = open();
    await tab.page.storage.run('readwrite', ['deletions'], async (transaction) => {
      for (let order = 0; order < 1_002; order += 1)
        await transaction.objectStore('deletions').put(anEndedDeletion('deleted', { id: `${order}`, order }));
    });
    await add(tab, 'a');
    expect(await read(tab)).toHaveLength(1_001);
  });

  it('site data is cleared before the request → nothing is sent', async () => {
    const tab = open();
    const deletion = await add(tab, 'a');
    await clearLog(tab);
    expect(await tab.page.log.markSent(deletion, noPolicy)).toMatchObject({ code: 'storage' });
  });

  it('an entry that can’t be decoded is left out', () => expect(decodeDeletion({})).toBeNull());

  it('the order never depends on the clock', async () => {
    const tab = open();
    await settle(tab, 'a', 'refused');
    vi.setSystemTime(Date.now() - 1e10);
    await settle(tab, 'b', 'refused');
    expect((await read(tab)).map(({ label }) => label)).toEqual(['a', 'b']);
  });
});
