// @vitest-environment jsdom
import { deleteDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createInstanceKey } from '../../src/compute/instanceRow.ts';
import { getInventory } from '../../src/compute/inventory.ts';
import { startBulkRun } from '../../src/deletion/bulkDelete.ts';
import { deleteInstance, notSentSentences } from '../../src/deletion/deleteInstance.ts';
import { recordOrphanOutcomes } from '../../src/deletion/orphanOutcomes.ts';
import { aDeletion, anEndedEntry, collectSentWhileProtected, openDeletionTools } from './deletionFixtures.ts';
import { createScriptedService } from './scriptedService.ts';
import { runInTab, simulateBrowser } from './simulateBrowser.ts';

let browser: ReturnType<typeof simulateBrowser>;
let service: ReturnType<typeof createScriptedService>;
const connection = { serviceUrl: '/api', token: 't0ken' };
const ids = Array.from({ length: 60 }, (_, index) => `row-${index}`);

beforeEach(() => {
  browser = simulateBrowser();
  service = createScriptedService(ids);
  vi.stubGlobal('fetch', service.fetch);
});
afterEach(() => browser.restore());

test('a bulk delete keeps the protections and added instances of another tab', async () => {
  const [deletingTab, otherTab] = [openTab(), openTab()];
  otherTab.inventory().add(ids.slice(0, 30).map(addedInstance));
  await browser.advanceClock(300);
  const sentWhileProtected = collectSentWhileProtected();

  const run = runInTab(deletingTab.tab, () =>
    startBulkRun(deletingTab.deletionTools, connection, ids.map(aDeletion)),
  );
  const steps = Array.from({ length: 30 }, (_, step) => ids[(step * 37) % 60] ?? '');
  for (const [step, id] of steps.entries()) {
    runInTab(otherTab.tab, () => {
      otherTab.inventory().setProtected(createInstanceKey('orders', id), true);
      otherTab.inventory().add([addedInstance(`added-${step}`)]);
    });
    await browser.runTurns((step * 7) % 20);
    if (step % 3 === 0) await browser.advanceClock(20);
  }
  await browser.advanceClock(5_000);
  await run?.done;
  await browser.advanceClock(600);

  expect(sentWhileProtected).toEqual([]);
  const sentIds = service.sent.map(({ target }) => target);
  const unsentIds = ids.filter((id) => !sentIds.includes(id));
  expect(unsentIds).not.toEqual([]);
  expect(steps).toEqual(expect.arrayContaining(unsentIds));
  const notSent = deletingTab.deletionTools.log
    .entries()
    .filter(({ outcome }) => outcome?.kind === 'not-sent');
  expect(notSent.map(({ label }) => label)).toEqual(unsentIds);
  for (const { outcome } of notSent) expect(outcome?.reason).toBe(notSentSentences.protected);
  const expectedIds = [
    ...unsentIds.filter((id) => ids.indexOf(id) < 30),
    ...steps.map((_, step) => `added-${step}`),
  ];
  const nextVisit = openTab();
  await browser.advanceClock(300);
  for (const { inventory } of [deletingTab, otherTab, nextVisit]) {
    expect(inventory().added.map(({ id }) => id)).toHaveLength(expectedIds.length);
    expect(inventory().added.map(({ id }) => id)).toEqual(expect.arrayContaining(expectedIds));
    expect(inventory().protectedKeys).toHaveLength(new Set(steps).size);
  }
});

test('a deletion sends nothing if another tab has protected the row', async () => {
  const [deletingTab, otherTab] = [openTab(), openTab()];
  await browser.advanceClock(300);
  runInTab(otherTab.tab, () => otherTab.inventory().setProtected(createInstanceKey('orders', 'row-1'), true));
  await browser.runTurns(100);
  // The deleting tab has not read the protection yet.
  expect(deletingTab.inventory().protectedKeys).toEqual([]);
  const outcome = await deleteIn(deletingTab, 'row-1');
  expect(outcome).toMatchObject({ kind: 'not-sent', reason: notSentSentences.protected });
  expect(service.sent).toEqual([]);
});

test('a deletion sends nothing until a wrong-workspace alert is acknowledged', async () => {
  const [deletingTab, otherTab] = [openTab(), openTab()];
  await browser.advanceClock(300);
  const mismatch = anEndedEntry('mismatch', { target: aDeletion('row-1').target });
  runInTab(otherTab.tab, () => void otherTab.deletionTools.log.add([mismatch]));
  await browser.runTurns(100);
  // The deleting tab has not read the mismatch yet.
  expect(deletingTab.deletionTools.log.entries()).toEqual([]);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const outcome = await deleteIn(deletingTab, 'row-1');
    expect(outcome).toMatchObject({ kind: 'not-sent', reason: notSentSentences.mismatch });
  }
  expect(service.sent).toEqual([]);
  runInTab(otherTab.tab, () => otherTab.deletionTools.log.dismiss([mismatch]));
  await browser.advanceClock(400);
  expect(await deleteIn(deletingTab, 'row-1')).toMatchObject({ kind: 'deleted' });
});

test('each row gets one DELETE if two tabs start the same bulk delete', async () => {
  const tabs = [openTab(), openTab()];
  await browser.advanceClock(300);
  // The second tab deletes in reverse order. Each tab then reaches rows that the other tab has just deleted.
  const runs = tabs.map(({ tab, deletionTools }, index) =>
    runInTab(tab, () =>
      startBulkRun(deletionTools, connection, (index === 0 ? ids : ids.toReversed()).map(aDeletion)),
    ),
  );
  await browser.advanceClock(5_000);
  await Promise.all(runs.map((run) => run?.done));
  await browser.advanceClock(600);
  expect(runs).not.toContain(null);
  expect(service.sent.map(({ target }) => target).sort()).toEqual([...ids].sort());
  const kinds = tabs[0]?.deletionTools.log.entries().map(({ outcome }) => outcome?.kind);
  expect(kinds?.filter((kind) => kind === 'not-sent')).toHaveLength(60);
});

test('a deletion reads protections even if the browser can’t store the deletion', async () => {
  const [deletingTab, otherTab] = [openTab(), openTab()];
  await browser.advanceClock(300);
  runInTab(otherTab.tab, () => otherTab.inventory().setProtected(createInstanceKey('orders', 'row-1'), true));
  await browser.runTurns(100);
  browser.setStorage('refuses writes');
  const protectedOutcome = await deleteIn(deletingTab, 'row-1');
  expect(protectedOutcome).toMatchObject({ kind: 'not-sent', reason: notSentSentences.protected });
  expect(await deleteIn(deletingTab, 'row-2')).toMatchObject({ kind: 'deleted' });
  browser.setStorage('hangs');
  const unreadableOutcome = await deleteIn(deletingTab, 'row-3');
  expect(unreadableOutcome).toMatchObject({ kind: 'not-sent', reason: notSentSentences.unreadable });
});

test('clearing site data stops a bulk delete, and no entry is lost', async () => {
  const { deletionTools } = openTab();
  service.script.response = 'deleted after 5 s';
  await browser.advanceClock(300);
  const run = startBulkRun(deletionTools, connection, ids.slice(0, 24).map(aDeletion));
  await browser.advanceClock(5_100);
  void deleteDB('workspace-console.3.data.sandbox');
  await browser.advanceClock(20_000);
  await run?.done;
  const outcomes = deletionTools.log.entries().map(({ outcome }) => outcome?.kind);
  expect(outcomes).toHaveLength(24);
  expect(outcomes.filter((kind) => kind === 'deleted')).toHaveLength(service.sent.length);
  expect(outcomes.filter((kind) => kind === 'not-sent')).toHaveLength(24 - service.sent.length);
  expect(service.sent).toHaveLength(6);
  expect(deletionTools.bulkRun.getState()?.state).toMatchObject({
    reason: expect.stringContaining('can’t save'),
  });
  await browser.advanceClock(10_000);
  const nextVisit = openTab();
  await browser.advanceClock(300);
  expect(nextVisit.deletionTools.log.entries()).toEqual(deletionTools.log.entries());
});

test('an outcome that couldn’t be stored is stored when storage works again', async () => {
  const { deletionTools } = openTab();
  const otherTab = openTab();
  service.script.response = 'deleted after 5 s';
  await browser.advanceClock(300);
  const sending = deleteInstance(deletionTools, connection, aDeletion('row-1'));
  await browser.advanceClock(4_000);
  browser.setStorage('refuses writes');
  await browser.advanceClock(2_000);
  expect((await sending).outcome?.kind).toBe('deleted');
  expect(deletionTools.log.isLossy()).toBe(true);
  await browser.advanceClock(20_000);
  expect(otherTab.deletionTools.log.entries()).toMatchObject([{ outcome: null }]);
  // The lock is still held, because other tabs would otherwise record `unknown`.
  expect(browser.heldLocks()).toHaveLength(1);
  browser.setStorage('works');
  await browser.advanceClock(6_000);
  expect(otherTab.deletionTools.log.entries()).toMatchObject([{ outcome: { kind: 'deleted' } }]);
  expect(deletionTools.log.isLossy()).toBe(false);
  expect(browser.heldLocks()).toEqual([]);
});

test('single and bulk deletions end as not-sent if the browser grants no lock in 5 s', async () => {
  const { deletionTools } = openTab();
  await browser.advanceClock(300);
  const lateGrants: (() => void)[] = [];
  vi.spyOn(navigator.locks, 'request').mockImplementation(
    (_name: string, options: unknown, granted?: LockGrantedCallback<unknown>) => {
      const signal =
        typeof options === 'object' && options !== null && 'signal' in options ? options.signal : null;
      return new Promise((resolve, reject) => {
        lateGrants.push(() => resolve(granted?.({ name: 'late', mode: 'exclusive' })));
        if (signal instanceof AbortSignal) signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  );
  const singleDeletion = deleteInstance(deletionTools, connection, aDeletion('row-1'));
  const bulkRun = startBulkRun(deletionTools, connection, [aDeletion('row-2'), aDeletion('row-3')]);
  await browser.advanceClock(4_900);
  expect(deletionTools.log.entries().filter(({ outcome }) => outcome !== null)).toEqual([]);
  await browser.advanceClock(200);
  const reason = expect.stringContaining('didn’t respond in time');
  expect((await singleDeletion).outcome).toMatchObject({ kind: 'not-sent', reason });
  await bulkRun?.done;
  expect(deletionTools.bulkRun.getState()?.state).toMatchObject({ name: 'ended', reason });
  const kinds = deletionTools.log.entries().map(({ outcome }) => outcome?.kind);
  expect(kinds).toEqual(['not-sent', 'not-sent', 'not-sent']);
  for (const grant of lateGrants) grant();
  await browser.advanceClock(1_000);
  expect(service.sent).toEqual([]);
});

test('a deletion ends as not-sent if its target lock is never granted', async () => {
  const deletingTab = openTab();
  await browser.advanceClock(300);
  const { request } = navigator.locks;
  vi.spyOn(navigator.locks, 'request').mockImplementation((...args: unknown[]) =>
    String(args[0]).includes('deletion-run')
      ? Reflect.apply(request, navigator.locks, args)
      : new Promise(() => {}),
  );
  expect(await deleteIn(deletingTab, 'row-1')).toMatchObject({ kind: 'not-sent' });
  expect(service.sent).toEqual([]);
});

async function deleteIn({ tab, deletionTools }: ReturnType<typeof openTab>, id: string) {
  const deletion = runInTab(tab, () => deleteInstance(deletionTools, connection, aDeletion(id)));
  await browser.advanceClock(10_000);
  return (await deletion).outcome;
}

function openTab() {
  const tab = browser.open();
  const deletionTools = runInTab(tab, () => openDeletionTools());
  recordOrphanOutcomes(deletionTools.log);
  return {
    tab,
    deletionTools,
    inventory: runInTab(tab, () => getInventory(deletionTools.log.data, 'acme').getState),
  };
}

function addedInstance(id: string) {
  return { databaseName: 'orders', id, name: null };
}
