// @vitest-environment jsdom
import { deleteDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startBulkRun } from '../../../src/features/compute/deletion/bulkDelete.ts';
import { deleteInstance } from '../../../src/features/compute/deletion/deleteInstance.ts';
import { notSent } from '../../../src/features/compute/deletion/deletionEntry.ts';
import { recordOrphanOutcomes } from '../../../src/features/compute/deletion/orphanOutcomes.ts';
import { anEntry, confirmed, openDeletions } from './deletionFixtures.ts';
import { scriptedService } from './scriptedService.ts';
import { inTab, tabsInOneProcess } from './tabsInOneProcess.ts';

let browser: ReturnType<typeof tabsInOneProcess>;
let service: ReturnType<typeof scriptedService>;
const connection = { serviceUrl: '/api', token: 't0ken' };
const ids = Array.from({ length: 24 }, (_, at) => `row-${at}`);
const dayMs = 24 * 60 * 60_000;

beforeEach(() => {
  browser = tabsInOneProcess();
  service = scriptedService(ids);
  vi.stubGlobal('fetch', service.fetch);
});
afterEach(() => {
  vi.restoreAllMocks();
  browser.restore();
});

test('keeps all deletions and sends no more if site data is cleared during a bulk', async () => {
  const { deletions } = openTab();
  service.script.manner = 'slowly';
  await browser.pass(300);
  const run = startBulkRun(deletions, connection, ids.map(confirmed));
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

test('stores a pending outcome when storage works again, and shows no unknown outcome', async () => {
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
  browser.setStorage('works');
  await browser.pass(6_000);
  expect(other.deletions.log.entries()).toMatchObject([{ outcome: { kind: 'deleted' } }]);
  expect(deletions.log.isLossy()).toBe(false);
  expect(browser.heldLocks()).toEqual([]);
});

test('ends as not-sent if the browser grants no lock within 5 s', async () => {
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

test('ends as not-sent if the lock of the target is never granted', async () => {
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

test('removes no unresolved entry, however old it is and however many there are', async () => {
  const now = 1_000 * dayMs;
  vi.setSystemTime(now);
  const { log } = openTab().deletions;
  const unknown = { ...notSent(''), kind: 'unknown' as const };
  const old = { confirmedAt: 1, settledAt: 2 };
  await log.add([
    anEntry({ intentKey: 'open', ...old, settledAt: null }),
    anEntry({ intentKey: 'unknown', ...old, outcome: unknown }),
    anEntry({ intentKey: 'mismatch', ...old, outcome: { ...unknown, kind: 'mismatch' } }),
    anEntry({ intentKey: 'dismissed', ...old, outcome: unknown, dismissed: true }),
    anEntry({ intentKey: 'deleted', ...old, outcome: { ...unknown, kind: 'deleted' } }),
  ]);
  log.confirmClock(now);
  await browser.pass(300);
  const visit = openTab();
  await browser.pass(300);
  const kept = ['mismatch', 'open', 'unknown'];
  for (const one of [log, visit.deletions.log])
    expect(one.entries().map(({ intentKey }) => intentKey)).toEqual(kept);
});

test('confirms at the right time after a visit with a clock that was far ahead', async () => {
  const { deletions } = openTab();
  await browser.pass(300);
  const now = Date.now();
  vi.setSystemTime(now + 30 * dayMs);
  const early = deleteInstance(deletions, connection, confirmed('row-1'));
  await browser.pass(100);
  vi.setSystemTime(now + 1_000);
  const later = deleteInstance(deletions, connection, confirmed('row-2'));
  await browser.pass(100);
  expect((await later).confirmedAt).toBe(now + 1_000);
  expect(deletions.log.entries()).toEqual([await early, await later]);
});

function openTab() {
  const deletions = inTab(browser.open(), () => openDeletions());
  recordOrphanOutcomes(deletions.log);
  return { deletions };
}
