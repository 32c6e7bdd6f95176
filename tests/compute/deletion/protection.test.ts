// @vitest-environment jsdom
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startBulkRun } from '../../../src/features/compute/deletion/bulkDelete.ts';
import { deleteInstance, notSentReasons } from '../../../src/features/compute/deletion/deleteInstance.ts';
import { instanceKey } from '../../../src/features/compute/instanceRow.ts';
import { inventoryIn } from '../../../src/features/compute/inventory.ts';
import { confirmed, openDeletions } from './deletionFixtures.ts';
import { scriptedService } from './scriptedService.ts';
import { inTab, tabsInOneProcess } from './tabsInOneProcess.ts';

let browser: ReturnType<typeof tabsInOneProcess>;
let service: ReturnType<typeof scriptedService>;
const connection = { serviceUrl: '/api', token: 't0ken' };
const ids = Array.from({ length: 60 }, (_, at) => `row-${at}`);
/** PROTECTION_ROUNDS=50 runs more than CI does. */
const rounds = Array.from({ length: Number(process.env.PROTECTION_ROUNDS ?? 3) }, (_, round) => round);

beforeEach(() => {
  browser = tabsInOneProcess();
  service = scriptedService(ids);
  vi.stubGlobal('fetch', service.fetch);
});
afterEach(() => {
  vi.restoreAllMocks();
  browser.restore();
});

test.each(rounds)(
  'loses no protection or inventory entry during a bulk in another tab (round %i)',
  async (round) => {
    const [deleting, other] = [openTab(), openTab()];
    other.inventory().add(ids.slice(0, 30).map(added));
    await browser.pass(300);
    const sentAlthoughProtected = watchProtections();

    const run = inTab(deleting.tab, () => startBulkRun(deleting.deletions, connection, ids.map(confirmed)));
    const steps = Array.from({ length: 30 }, (_, step) => ids[(step * 37 + round * 11) % 60] ?? '');
    for (const [step, id] of steps.entries()) {
      inTab(other.tab, () => {
        other.inventory().setProtected(instanceKey('orders', id), true);
        other.inventory().add([added(`added-${step}`)]);
        other.inventory().setDatabases([`chosen-${step}`]);
      });
      // Every round uses different times.
      await browser.turns((step * 7 + round) % 20);
      if (step % 3 === 0) await browser.pass(20);
    }
    await browser.pass(5_000);
    await run?.done;
    await browser.pass(600);

    expect(sentAlthoughProtected).toEqual([]);
    const sent = service.sent.map(({ target }) => target);
    const kept = ids.filter((id) => !sent.includes(id));
    expect(kept).not.toEqual([]);
    expect(kept.every((id) => steps.includes(id))).toBe(true);
    const notSent = deleting.deletions.log.entries().filter(({ outcome }) => outcome?.kind === 'not-sent');
    expect(notSent.map(({ label }) => label)).toEqual(kept);
    for (const { outcome } of notSent) expect(outcome?.reason).toBe(notSentReasons.protected);
    const visit = openTab();
    await browser.pass(300);
    for (const { inventory } of [deleting, other, visit]) {
      expect(
        inventory()
          .added.map(({ id }) => id)
          .sort(),
      ).toEqual(
        [
          ...ids.slice(0, 30).filter((id) => !sent.includes(id)),
          ...steps.map((_, step) => `added-${step}`),
        ].sort(),
      );
      expect(inventory().protectedKeys).toHaveLength(new Set(steps).size);
      expect(inventory().databases).toEqual(['chosen-29']);
    }
  },
);

test('does not send a single delete if another tab has protected the row, and says why', async () => {
  const [deleting, other] = [openTab(), openTab()];
  await browser.pass(300);
  inTab(other.tab, () => other.inventory().setProtected(instanceKey('orders', 'row-1'), true));
  await browser.turns(100);
  expect(deleting.inventory().protectedKeys).toEqual([]);
  const sending = inTab(deleting.tab, () =>
    deleteInstance(deleting.deletions, connection, confirmed('row-1')),
  );
  await browser.pass(100);
  expect((await sending).outcome).toMatchObject({ kind: 'not-sent', reason: notSentReasons.protected });
  expect(service.sent).toEqual([]);
});

test('sends one DELETE per row if two tabs confirm the same bulk delete at once', async () => {
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
  expect(await outcomeOf('row-1')).toMatchObject({ kind: 'not-sent', reason: notSentReasons.protected });
  expect(await outcomeOf('row-2')).toMatchObject({ kind: 'deleted' });
  browser.setStorage('hangs');
  expect(await outcomeOf('row-3')).toMatchObject({ kind: 'not-sent', reason: notSentReasons.unreadable });
});

test('sends nothing from a tab that is older than the stored data', async () => {
  const { tab, deletions } = openTab();
  await browser.pass(300);
  const later = await openDB('workspace-console.3.data.sandbox', 9);
  const sending = inTab(tab, () => deleteInstance(deletions, connection, confirmed('row-1')));
  await browser.pass(10_000);
  expect((await sending).outcome).toMatchObject({ kind: 'not-sent', reason: notSentReasons.outdated });
  expect(service.sent).toEqual([]);
  later.close();
});

/** Opens a tab with a log and the inventory of acme. */
function openTab() {
  const tab = browser.open();
  const deletions = inTab(tab, () => openDeletions());
  return { tab, deletions, inventory: inTab(tab, () => inventoryIn(deletions.log.data, 'acme').getState) };
}

/** Collects the rows whose deletion is stored as sent after their protection, in the order of the transactions. */
function watchProtections(): string[] {
  const { put } = IDBObjectStore.prototype;
  const protectedIds = new Set<string>();
  const found: string[] = [];
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    if (Array.isArray(key) && key[1] === 'protected') protectedIds.add(JSON.parse(String(key[2]))[1]);
    if (
      this.name === 'entries' &&
      value.sentAt !== null &&
      value.outcome === null &&
      protectedIds.has(value.label)
    )
      found.push(value.label);
    return put.call(this, value, key);
  });
  return found;
}

function added(id: string) {
  return { databaseName: 'orders', id, name: null };
}
