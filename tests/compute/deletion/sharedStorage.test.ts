// @vitest-environment jsdom
import { deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startBulkRun } from '../../../src/features/compute/deletion/bulkDelete.ts';
import { deleteInstance, notSentSentences } from '../../../src/features/compute/deletion/deleteInstance.ts';
import { notSentOutcome } from '../../../src/features/compute/deletion/deletionEntry.ts';
import { recordOrphanOutcomes } from '../../../src/features/compute/deletion/orphanOutcomes.ts';
import { instanceKey } from '../../../src/features/compute/instanceRow.ts';
import { inventoryOf } from '../../../src/features/compute/inventory.ts';
import { anEntry, confirmed, openDeletions, watchProtections } from './deletionFixtures.ts';
import { scriptedService } from './scriptedService.ts';
import { inTab, tabsInOneProcess } from './tabsInOneProcess.ts';

let browser: ReturnType<typeof tabsInOneProcess>;
let service: ReturnType<typeof scriptedService>;
const connection = { serviceUrl: '/api', token: 't0ken' };
const ids = Array.from({ length: 60 }, (_, at) => `row-${at}`);

beforeEach(() => {
  browser = tabsInOneProcess();
  service = scriptedService(ids);
  vi.stubGlobal('fetch', service.fetch);
});
afterEach(() => {
  vi.restoreAllMocks();
  browser.restore();
});

test('keeps protections and added instances during a bulk delete in another tab', async () => {
  const [deleting, other] = [openTab(), openTab()];
  other.inventory().add(ids.slice(0, 30).map(added));
  await browser.pass(300);
  const sentAlthoughProtected = watchProtections();

  const run = inTab(deleting.tab, () => startBulkRun(deleting.deletions, connection, ids.map(confirmed)));
  const steps = Array.from({ length: 30 }, (_, step) => ids[(step * 37) % 60] ?? '');
  for (const [step, id] of steps.entries()) {
    inTab(other.tab, () => {
      other.inventory().setProtected(instanceKey('orders', id), true);
      other.inventory().add([added(`added-${step}`)]);
    });
    await browser.turns((step * 7) % 20);
    if (step % 3 === 0) await browser.pass(20);
  }
  await browser.pass(5_000);
  await run?.done;
  await browser.pass(600);

  expect(sentAlthoughProtected).toEqual([]);
  const sent = service.sent.map(({ target }) => target);
  const kept = ids.filter((id) => !sent.includes(id));
  expect(kept).not.toEqual([]);
  expect(steps).toEqual(expect.arrayContaining(kept));
  const notSentOutcome = deleting.deletions.log
    .entries()
    .filter(({ outcome }) => outcome?.kind === 'not-sent');
  expect(notSentOutcome.map(({ label }) => label)).toEqual(kept);
  for (const { outcome } of notSentOutcome) expect(outcome?.reason).toBe(notSentSentences.protected);
  const listed = [...kept.filter((id) => ids.indexOf(id) < 30), ...steps.map((_, step) => `added-${step}`)];
  const visit = openTab();
  await browser.pass(300);
  for (const { inventory } of [deleting, other, visit]) {
    expect(inventory().added.map(({ id }) => id)).toHaveLength(listed.length);
    expect(inventory().added.map(({ id }) => id)).toEqual(expect.arrayContaining(listed));
    expect(inventory().protectedKeys).toHaveLength(new Set(steps).size);
  }
});

test('does not send a deletion if another tab has protected the row', async () => {
  const [deleting, other] = [openTab(), openTab()];
  await browser.pass(300);
  inTab(other.tab, () => other.inventory().setProtected(instanceKey('orders', 'row-1'), true));
  await browser.turns(100);
  expect(deleting.inventory().protectedKeys).toEqual([]);
  const sending = inTab(deleting.tab, () =>
    deleteInstance(deleting.deletions, connection, confirmed('row-1')),
  );
  await browser.pass(100);
  expect((await sending).outcome).toMatchObject({ kind: 'not-sent', reason: notSentSentences.protected });
  expect(service.sent).toEqual([]);
});

test('sends nothing until another tab’s alert about a different workspace is acknowledged', async () => {
  const [deleting, other] = [openTab(), openTab()];
  await browser.pass(300);
  const outcome = { ...notSentOutcome(''), kind: 'mismatch' as const };
  const mismatch = anEntry({
    intentKey: 'mismatch',
    target: confirmed('row-1').target,
    outcome,
    settledAt: 5,
  });
  inTab(other.tab, () => void other.deletions.log.add([mismatch]));
  await browser.turns(100);
  const deleteRow = async () => {
    const sending = inTab(deleting.tab, () =>
      deleteInstance(deleting.deletions, connection, confirmed('row-1')),
    );
    await browser.pass(400);
    return (await sending).outcome;
  };
  // The deleting tab has not read the entry yet.
  expect(deleting.deletions.log.entries()).toEqual([]);
  expect(await deleteRow()).toMatchObject({ kind: 'not-sent', reason: notSentSentences.mismatch });
  expect(await deleteRow()).toMatchObject({ kind: 'not-sent', reason: notSentSentences.mismatch });
  expect(service.sent).toEqual([]);
  inTab(other.tab, () => other.deletions.log.dismiss([mismatch]));
  await browser.pass(400);
  expect(await deleteRow()).toMatchObject({ kind: 'deleted' });
});

test('sends one DELETE per row if two tabs start the same bulk delete', async () => {
  const tabs = [openTab(), openTab()];
  await browser.pass(300);
  // After the middle, each tab reaches rows that the other tab deleted within the last 250 ms.
  const runs = tabs.map(({ tab, deletions }, place) =>
    inTab(tab, () =>
      startBulkRun(deletions, connection, (place === 0 ? ids : ids.toReversed()).map(confirmed)),
    ),
  );
  await browser.pass(5_000);
  await Promise.all(runs.map((run) => run?.done));
  await browser.pass(600);
  expect(runs).not.toContain(null);
  expect(service.sent.map(({ target }) => target).sort()).toEqual([...ids].sort());
  const kinds = tabs[0]?.deletions.log.entries().map(({ outcome }) => outcome?.kind);
  expect(kinds?.filter((kind) => kind === 'not-sent')).toHaveLength(60);
});

test('reads the protection of a row even if the browser can’t store the deletion', async () => {
  const [deleting, other] = [openTab(), openTab()];
  await browser.pass(300);
  inTab(other.tab, () => other.inventory().setProtected(instanceKey('orders', 'row-1'), true));
  await browser.turns(100);
  browser.setStorage('refuses');
  const outcomeOf = async (id: string) => {
    const sending = inTab(deleting.tab, () => deleteInstance(deleting.deletions, connection, confirmed(id)));
    await browser.pass(10_000);
    return (await sending).outcome;
  };
  expect(await outcomeOf('row-1')).toMatchObject({ kind: 'not-sent', reason: notSentSentences.protected });
  expect(await outcomeOf('row-2')).toMatchObject({ kind: 'deleted' });
  browser.setStorage('hangs');
  expect(await outcomeOf('row-3')).toMatchObject({ kind: 'not-sent', reason: notSentSentences.unreadable });
});

test('sends nothing from a tab that is older than the stored data', async () => {
  const { tab, deletions } = openTab();
  await browser.pass(300);
  const later = await openDB('workspace-console.3.data.sandbox', 9);
  const sending = inTab(tab, () => deleteInstance(deletions, connection, confirmed('row-1')));
  await browser.pass(10_000);
  expect((await sending).outcome).toMatchObject({ kind: 'not-sent', reason: notSentSentences.outdated });
  expect(service.sent).toEqual([]);
  later.close();
});

test('keeps all entries and stops sending if site data is cleared during a bulk delete', async () => {
  const { deletions } = openTab();
  service.script.manner = 'slowly';
  await browser.pass(300);
  const run = startBulkRun(deletions, connection, ids.slice(0, 24).map(confirmed));
  await browser.pass(5_100);
  void deleteDB('workspace-console.3.data.sandbox');
  await browser.pass(20_000);
  await run?.done;
  const outcomes = deletions.log.entries().map(({ outcome }) => outcome?.kind);
  expect(outcomes).toHaveLength(24);
  expect(outcomes.filter((kind) => kind === 'deleted')).toHaveLength(service.sent.length);
  expect(outcomes.filter((kind) => kind === 'not-sent')).toHaveLength(24 - service.sent.length);
  expect(service.sent).toHaveLength(6);
  expect(deletions.bulk.getState()?.state).toMatchObject({ reason: expect.stringContaining('can’t save') });
  await browser.pass(10_000);
  const visit = openTab();
  await browser.pass(300);
  expect(visit.deletions.log.entries()).toEqual(deletions.log.entries());
});

test('stores an unsaved outcome when storage works again', async () => {
  const { deletions } = openTab();
  const other = openTab();
  service.script.manner = 'slowly';
  await browser.pass(300);
  const sending = deleteInstance(deletions, connection, confirmed('row-1'));
  await browser.pass(4_000);
  browser.setStorage('refuses');
  await browser.pass(2_000);
  expect((await sending).outcome?.kind).toBe('deleted');
  expect(deletions.log.isLossy()).toBe(true);
  await browser.pass(20_000);
  expect(other.deletions.log.entries()).toMatchObject([{ outcome: null }]);
  // Other tabs treat a deletion without an outcome and without a lock as abandoned.
  expect(browser.heldLocks()).toHaveLength(1);
  browser.setStorage('works');
  await browser.pass(6_000);
  expect(other.deletions.log.entries()).toMatchObject([{ outcome: { kind: 'deleted' } }]);
  expect(deletions.log.isLossy()).toBe(false);
  expect(browser.heldLocks()).toEqual([]);
});

test('a deletion ends as not-sent if the browser grants no lock within 5 s', async () => {
  const { deletions } = openTab();
  await browser.pass(300);
  const late: (() => void)[] = [];
  vi.spyOn(navigator.locks, 'request').mockImplementation(
    (_name: string, options: unknown, granted?: LockGrantedCallback<unknown>) => {
      const signal =
        typeof options === 'object' && options !== null && 'signal' in options ? options.signal : null;
      return new Promise((resolve, reject) => {
        late.push(() => resolve(granted?.({ name: 'late', mode: 'exclusive' })));
        if (signal instanceof AbortSignal) signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  );
  const single = deleteInstance(deletions, connection, confirmed('row-1'));
  const bulk = startBulkRun(deletions, connection, [confirmed('row-2'), confirmed('row-3')]);
  await browser.pass(4_900);
  expect(deletions.log.entries().filter(({ outcome }) => outcome !== null)).toEqual([]);
  await browser.pass(200);
  const reason = expect.stringContaining('didn’t respond in time');
  expect((await single).outcome).toMatchObject({ kind: 'not-sent', reason });
  await bulk?.done;
  expect(deletions.bulk.getState()?.state).toMatchObject({ name: 'ended', reason });
  expect(deletions.log.entries().map(({ outcome }) => outcome?.kind)).toEqual([
    'not-sent',
    'not-sent',
    'not-sent',
  ]);
  for (const grant of late) grant();
  await browser.pass(1_000);
  expect(service.sent).toEqual([]);
});

test('a deletion ends as not-sent if its target lock is never granted', async () => {
  const { deletions } = openTab();
  await browser.pass(300);
  const { request } = navigator.locks;
  vi.spyOn(navigator.locks, 'request').mockImplementation((...given: unknown[]) =>
    String(given[0]).includes('deletion-run')
      ? Reflect.apply(request, navigator.locks, given)
      : new Promise(() => {}),
  );
  const single = deleteInstance(deletions, connection, confirmed('row-1'));
  await browser.pass(5_100);
  expect((await single).outcome?.kind).toBe('not-sent');
  expect(service.sent).toEqual([]);
});

/** Opens a tab with a log and the inventory of acme. */
function openTab() {
  const tab = browser.open();
  const deletions = inTab(tab, () => openDeletions());
  recordOrphanOutcomes(deletions.log);
  return { tab, deletions, inventory: inTab(tab, () => inventoryOf(deletions.log.data, 'acme').getState) };
}

function added(id: string) {
  return { databaseName: 'orders', id, name: null };
}
