// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from '../../src/api/connection.ts';
import { createInstanceKey } from '../../src/compute/instanceRow.ts';
import { getInventory } from '../../src/compute/inventory.ts';
import { deleteInstance, notSentSentences } from '../../src/deletion/deleteInstance.ts';
import { createActiveWork } from '../../src/session/activeWork.ts';
import { aDeletion, openDeletionTools, warnsBeforeUnload } from './deletionFixtures.ts';
import { createScriptedService } from './scriptedService.ts';
import { runInTab, simulateBrowser, type Tab } from './simulateBrowser.ts';

let browser: ReturnType<typeof simulateBrowser>;
const connection: Connection = { serviceUrl: '/api', token: 't0ken', sessionId: 'session' };
const deletionOfA = { ...aDeletion('a'), label: 'eu-1', created: '2026-01-01T00:00:00Z' };

beforeEach(() => {
  browser = simulateBrowser();
});
afterEach(() => browser.restore());

test('a deletion is stored before it is sent, and holds two locks until it ends', async () => {
  const { deletionTools, service, sending } = startDeletion();
  const stateAtRequest = vi.fn(() => [browser.heldLocks().length, deletionTools.log.entries()[0]?.sentAt]);
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    stateAtRequest();
    return service.fetch(input, init);
  });
  await browser.runTurns(150);
  expect(stateAtRequest).toHaveReturnedWith([2, Date.now()]);
  await browser.advanceClock(20);
  const entry = await sending;
  expect(entry).toMatchObject({ ...deletionOfA, outcome: { kind: 'deleted' }, bulkKey: null });
  expect(entry.intentKey).toBe(service.sent[0]?.key);
  expect(deletionTools.log.entries()).toEqual([entry]);
  expect(browser.heldLocks()).toEqual([]);
});

test('only one of three simultaneous deletions of one instance is sent', async () => {
  const firstDeletion = startDeletion();
  const secondDeletion = startDeletion(browser.open(), firstDeletion.service);
  const repeatedDeletion = deleteInstance(firstDeletion.deletionTools, connection, deletionOfA);
  await browser.advanceClock(100);
  const entries = await Promise.all([firstDeletion.sending, secondDeletion.sending, repeatedDeletion]);
  expect(entries.map(({ outcome }) => outcome?.kind)).toEqual(['deleted', 'not-sent', 'not-sent']);
  for (const { outcome, sentAt } of entries.slice(1)) {
    expect(outcome?.reason).toBe('This instance is already being deleted by another request.');
    expect(sentAt).toBeNull();
  }
  expect(firstDeletion.service.sent).toHaveLength(1);
  await browser.advanceClock(300);
  expect(firstDeletion.deletionTools.log.entries()).toHaveLength(3);
});

test('deletions block page unload and idle sign-out until all of them have ended', async () => {
  const { deletionTools, sending, activeWork } = startDeletion();
  const otherDeletion = deleteInstance(deletionTools, connection, aDeletion('b'));
  await browser.runTurns(150);
  expect(warnsBeforeUnload()).toBe(true);
  expect(activeWork.isRunning()).toBe(true);
  await browser.advanceClock(100);
  await Promise.all([sending, otherDeletion]);
  expect(warnsBeforeUnload()).toBe(false);
  expect(activeWork.isRunning()).toBe(false);
});

test('a sent deletion ends as unknown if the console fails to store its outcome', async () => {
  const { deletionTools, sending } = startDeletion();
  await browser.advanceClock(100);
  vi.spyOn(deletionTools.log, 'update').mockRejectedValueOnce(new Error('out of memory'));
  const secondDeletion = deleteInstance(deletionTools, connection, aDeletion('b'));
  await browser.advanceClock(100);
  expect((await sending).outcome?.kind).toBe('deleted');
  expect((await secondDeletion).outcome).toMatchObject({
    kind: 'unknown',
    reason: 'Something went wrong in the console (out of memory).',
  });
  expect(warnsBeforeUnload()).toBe(false);
});

test('a deletion sends and stores nothing after a sign-out', async () => {
  const service = createScriptedService(['a']);
  vi.stubGlobal('fetch', service.fetch);
  const deletionTools = openDeletionTools(() => false);
  const { outcome } = await deleteInstance(deletionTools, connection, deletionOfA);
  expect(outcome).toMatchObject({
    kind: 'not-sent',
    reason: 'You were signed out before the request was sent.',
  });
  expect(service.sent).toEqual([]);
  await browser.runTurns(150);
  expect(deletionTools.log.entries()).toEqual([]);
});

test('without IndexedDB, a protected instance is not deleted', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const { deletionTools, service, sending } = startDeletion();
  await browser.advanceClock(100);
  await sending;
  getInventory(deletionTools.log.data, 'acme')
    .getState()
    .setProtected(createInstanceKey('orders', 'b'), true);
  const protectedDeletion = deleteInstance(deletionTools, connection, aDeletion('b'));
  await browser.advanceClock(100);
  expect((await protectedDeletion).outcome?.reason).toBe(notSentSentences.protected);
  expect(service.sent.map(({ target }) => target)).toEqual(['a']);
});

test('a deletion is sent without locks if the browser refuses locks', async () => {
  vi.spyOn(navigator.locks, 'request').mockRejectedValue(new DOMException('refused', 'SecurityError'));
  const { sending, service } = startDeletion();
  await browser.advanceClock(100);
  expect((await sending).outcome?.kind).toBe('deleted');
  expect(service.sent).toHaveLength(1);
});

test.each([
  ['deleted', 'removes', 0],
  ['accepted', 'removes', 0],
  ['conflict', 'keeps', 1],
] as const)('after the response "%s", the inventory %s the added instance', async (response, _, count) => {
  const service = createScriptedService(['a']);
  service.script.response = response;
  const { sending, deletionTools } = startDeletion(browser.open(), service);
  const inventory = getInventory(deletionTools.log.data, 'acme');
  inventory.getState().add([{ databaseName: 'orders', id: 'a', name: null }]);
  await browser.advanceClock(100);
  await sending;
  expect(inventory.getState().added).toHaveLength(count);
});

test('a deletion ends as not-sent if the browser is offline', async () => {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  const { deletionTools, service, sending } = startDeletion();
  await browser.advanceClock(100);
  expect((await sending).outcome?.kind).toBe('not-sent');
  expect(deletionTools.log.entries()).toMatchObject([{ sentAt: null, outcome: { kind: 'not-sent' } }]);
  expect(service.sent).toEqual([]);
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
});

test('a deletion ends as not-sent if the console fails before the request', async () => {
  const { deletionTools, service } = startDeletion();
  await browser.runTurns(150);
  vi.spyOn(deletionTools.log, 'add').mockRejectedValue('no error at all');
  const repeatedDeletion = deleteInstance(deletionTools, connection, deletionOfA);
  await browser.advanceClock(100);
  expect((await repeatedDeletion).outcome).toMatchObject({
    kind: 'not-sent',
    reason: 'Something went wrong in the console (no error at all).',
  });
  expect(service.sent).toHaveLength(1);
});

test('a later deletion has a higher sequence number even if the clock was set back', async () => {
  const { deletionTools, sending } = startDeletion();
  await browser.advanceClock(100);
  const earlierEntry = await sending;
  vi.setSystemTime(Date.now() - 3_600_000);
  const laterDeletion = deleteInstance(deletionTools, connection, deletionOfA);
  await browser.advanceClock(100);
  expect((await laterDeletion).sequence).toBe(earlierEntry.sequence + 1);
  expect((await laterDeletion).confirmedAt).toBe(earlierEntry.confirmedAt - 3_600_000 + 100);
});

/** Starts the deletion of the instance `a`. By default, opens a new tab and creates a service. */
function startDeletion(tab: Tab = browser.open(), service = createScriptedService(['a', 'b'])) {
  vi.stubGlobal('fetch', service.fetch);
  return runInTab(tab, () => {
    const activeWork = createActiveWork();
    const deletionTools = openDeletionTools(() => true, activeWork.begin);
    const sending = deleteInstance(deletionTools, connection, deletionOfA);
    return { deletionTools, service, activeWork, sending };
  });
}
