// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from '../../src/api/connection.ts';
import type { DeleteOutcomeKind } from '../../src/api/deleteOutcome.ts';
import { createInstanceKey } from '../../src/compute/instanceRow.ts';
import { getInventory } from '../../src/compute/inventory.ts';
import { findRetriableEntries, startBulkRun } from '../../src/deletion/bulkDelete.ts';
import { deleteInstance, notSentSentences } from '../../src/deletion/deleteInstance.ts';
import type { DeletionEntry } from '../../src/deletion/deletionEntry.ts';
import type { createDeletionTools } from '../../src/deletion/deletionTools.ts';
import { createActiveWork } from '../../src/session/activeWork.ts';
import { deleteOutcomeKinds } from '../support/deleteOutcomeKinds.ts';
import {
  aDeletion,
  anEndedEntry,
  anEntry,
  openDeletionTools,
  warnsBeforeUnload,
} from './deletionFixtures.ts';
import { createScriptedService, type ScriptedResponse } from './scriptedService.ts';
import { simulateBrowser } from './simulateBrowser.ts';

let browser: ReturnType<typeof simulateBrowser>;

const connection: Connection = { serviceUrl: '/api', token: 't0ken' };
const ids = ['a', 'b', 'c', 'd', 'e'];
const lastThree = ids.slice(2);
/** IDs of instances that the service doesn't have. */
const missingIds = Array.from({ length: 10 }, (_, index) => `missing-${index}`);

beforeEach(() => {
  browser = simulateBrowser();
});
afterEach(() => browser.restore());

test('a bulk delete sends three requests at a time, and Stop waits for the outcomes', async () => {
  const { service, deletionTools } = await startRun('deleted after 5 s');
  await browser.advanceClock(100);
  deletionTools.bulkRun.getState()?.stop();
  expect(stateOf(deletionTools).name).toBe('stopping');
  await browser.runTurns(150);
  expect(kindsOf(deletionTools)).toEqual([undefined, undefined, undefined, 'not-sent', 'not-sent']);
  expect(service.sent).toHaveLength(3);
  await browser.advanceClock(6_000);
  const reason =
    'You stopped this bulk deletion. Requests already sent still get a result. The remaining deletions were not sent.';
  expect(stateOf(deletionTools)).toEqual({ name: 'ended', reason });
  expect(listOutcomeReasons(deletionTools).slice(2)).toEqual(['', reason, reason]);
  expect(kindsOf(deletionTools)).toEqual(['deleted', 'deleted', 'deleted', 'not-sent', 'not-sent']);
});

test.each<[cause: string, response: ScriptedResponse, ids: string[], sentCount: number, reason: RegExp]>([
  [
    'three unknown outcomes in a row',
    'server error',
    missingIds,
    5,
    /^Stopped: three deletions in a row couldn’t/,
  ],
  ['a wrong workspace', 'different workspace', ids, 3, /^Stopped: a response named a different workspace\./],
  ['a different name', 'different name', ids, 3, /^Stopped: a returned record has a different name\./],
  ['a rejected token', 'unauthorized', ids, 3, /^Stopped: the service no longer accepts the token\.$/],
  ['a requested wait of over 5 minutes', 'wait 6 min', ids, 3, /^Stopped: the service asks to wait 6 min/],
])('a bulk delete stops after %s', async (_, response, chosenIds, sentCount, reason) => {
  const { service, deletionTools } = await startRun(response, chosenIds);
  await browser.advanceClock(200);
  expect(stopReasonOf(deletionTools)).toMatch(reason);
  expect(service.sent).toHaveLength(sentCount);
  const unsentKinds = chosenIds.slice(sentCount).map(() => 'not-sent');
  expect(kindsOf(deletionTools).slice(sentCount)).toEqual(unsentKinds);
  expect(listOutcomeReasons(deletionTools).at(-1)).toBe(stopReasonOf(deletionTools));
});

test.each<[cause: string, response: ScriptedResponse | ScriptedResponse[], ids: string[]]>([
  ['a wrong workspace in the last response', 'different workspace', lastThree],
  ['a different name in the last response', 'different name', lastThree],
  ['unknown outcomes at the end', 'server error', lastThree],
  ['a requested wait at the end', 'wait 2 s', lastThree],
  ['unknown outcomes that are not in a row', ['server error', 'server error', 'conflict'], missingIds],
  ['another outcome among the first five responses', 'deleted', ['a', ...missingIds]],
])('a bulk delete neither stops nor pauses after %s', async (_, response, chosenIds) => {
  const { service, deletionTools } = await startRun(response, chosenIds);
  await browser.advanceClock(1_000);
  expect(service.sent).toHaveLength(chosenIds.length);
  expect(stateOf(deletionTools)).toEqual({ name: 'ended', reason: null });
});

test('a bulk delete ends if the admin signs out during a pause', async () => {
  const { service, deletionTools, signOut } = await startRun('wait 2 s');
  await browser.advanceClock(100);
  signOut();
  await browser.advanceClock(200);
  expect(stateOf(deletionTools).name).toBe('ended');
  expect(service.sent).toHaveLength(3);
  expect(kindsOf(deletionTools)).toEqual(['refused', 'refused', 'refused', 'not-sent', 'not-sent']);
});

test('a bulk delete does not start while another bulk delete runs in any tab', async () => {
  const { startAnother, service, deletionTools } = await startRun('deleted after 5 s');
  await browser.advanceClock(100);
  expect(startAnother()).toBeNull();
  const otherTab = openDeletionTools();
  await browser.runTurns(150);
  expect(startBulkRun(otherTab, connection, [])).toBeNull();
  await browser.advanceClock(15_000);
  expect(service.sent).toHaveLength(5);
  // A running single deletion doesn't block a bulk delete.
  await deletionTools.log.add([anEntry({ bulkKey: null })]);
  expect(startAnother()).not.toBeNull();
  expect(startAnother()).toBeNull();
  await browser.advanceClock(15_000);
});

test('a bulk delete skips a row that a single deletion has removed', async () => {
  const { service, deletionTools } = await startRun('deleted after 5 s');
  await browser.advanceClock(100);
  service.script.response = 'deleted';
  void deleteInstance(deletionTools, connection, aDeletion('e'));
  await browser.advanceClock(15_000);
  expect(service.sent.map((sent) => sent.target).sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(deletionTools.log.entries().find(({ label }) => label === 'e')?.outcome?.reason).toBe(
    'The instance left the list before the request was sent.',
  );
});

test('a bulk delete stops if the browser can’t store the time of a request', async () => {
  const { service, deletionTools } = await startRun('deleted after 5 s');
  await browser.advanceClock(100);
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('broken', 'UnknownError');
  });
  await browser.advanceClock(6_000);
  vi.restoreAllMocks();
  expect(service.sent).toHaveLength(3);
  expect(kindsOf(deletionTools)).toEqual(['deleted', 'deleted', 'deleted', 'not-sent', 'not-sent']);
  expect(stopReasonOf(deletionTools)).toMatch(/^Stopped: this browser can’t save the deletion log\./);
  expect(listOutcomeReasons(deletionTools).slice(3)).toEqual([
    notSentSentences.unsaved,
    stopReasonOf(deletionTools),
  ]);
  expect(deletionTools.log.isLossy()).toBe(true);
});

test('unsent deletions do not reset the count of consecutive unknown outcomes', async () => {
  // Two requests get no response, so the remaining requests are sent one at a time.
  const { deletionTools, service } = await startRun(
    ['server error', 'no response', 'no response', 'server error', 'server error'],
    missingIds,
  );
  const { setProtected } = getInventory(deletionTools.log.data, 'acme').getState();
  setProtected(createInstanceKey('orders', 'missing-4'), true);
  await browser.advanceClock(500);
  expect(service.sent.map(({ target }) => target)).toEqual(missingIds.filter((_, i) => i < 6 && i !== 4));
  expect(stateOf(deletionTools)).toMatchObject({
    reason: expect.stringContaining('three deletions in a row'),
  });
});

test('a bulk delete keeps its first stop reason', async () => {
  const { deletionTools } = await startRun(['different workspace', 'deleted after 5 s', 'deleted after 5 s']);
  const reason = expect.stringContaining('named a different workspace');
  await browser.advanceClock(100);
  expect(stateOf(deletionTools)).toEqual({ name: 'stopping', reason });
  deletionTools.bulkRun.getState()?.stop();
  expect(stateOf(deletionTools)).toEqual({ name: 'stopping', reason });
  await browser.advanceClock(6_000);
  expect(listOutcomeReasons(deletionTools).slice(3)).toEqual([reason, reason]);
  deletionTools.bulkRun.getState()?.stop();
  expect(stateOf(deletionTools)).toEqual({ name: 'ended', reason });
});

test('a bulk delete stores all deletions first, and blocks page unload until the end', async () => {
  const { deletionTools, run } = await startRun('wait 2 s');
  await run?.stored;
  expect(deletionTools.log.entries()).toHaveLength(ids.length);
  await browser.advanceClock(100);
  expect(warnsBeforeUnload()).toBe(true);
  await browser.advanceClock(10_000);
  await run?.done;
  expect(warnsBeforeUnload()).toBe(false);
});

test('a bulk delete continues after the Retry-After, even if the clock is set back', async () => {
  const { service, deletionTools } = await startRun('wait 2 s');
  await browser.advanceClock(50);
  const endsAt = performance.now() + 2_000;
  expect(stateOf(deletionTools)).toEqual({ name: 'paused', endsAt: expect.closeTo(endsAt, -3) });
  vi.setSystemTime(Date.now() - 3_600_000);
  await browser.advanceClock(1_800);
  expect(service.sent).toHaveLength(3);
  service.script.response = 'deleted after 5 s';
  await browser.advanceClock(600);
  expect(service.sent).toHaveLength(5);
  expect(stateOf(deletionTools)).toEqual({ name: 'running' });
  await browser.advanceClock(6_000);
  expect(stateOf(deletionTools)).toEqual({ name: 'ended', reason: null });
});

test.each<[ScriptedResponse, ScriptedResponse, ScriptedResponse]>([
  ['wait 2 s', 'wait 10 s', 'wait 2 s'],
  ['wait 10 s', 'wait 2 s', 'wait 2 s'],
])('a bulk delete pauses for the longest requested wait: %s, then %s', async (...responses) => {
  const { service, deletionTools } = await startRun(responses);
  await browser.advanceClock(100);
  const endsAt = performance.now() + 10_000;
  expect(stateOf(deletionTools)).toEqual({ name: 'paused', endsAt: expect.closeTo(endsAt, -3) });
  service.script.response = 'deleted';
  await browser.advanceClock(9_500);
  expect(service.sent).toHaveLength(3);
  await browser.advanceClock(600);
  expect(service.sent).toHaveLength(5);
});

test('a bulk delete that asks the admin to continue keeps asking if a response requests a pause', async () => {
  const { service, deletionTools } = await startRun(
    ['deleted', 'deleted', 'deleted', 'deleted', 'deleted', 'wait 2 s', 'wait 2 s', 'deleted after 5 s'],
    missingIds,
  );
  await browser.advanceClock(300);
  expect(kindsOf(deletionTools).slice(5, 8)).toEqual(['refused', 'refused', undefined]);
  expect(stateOf(deletionTools).name).toBe('asking');
  service.script.response = 'deleted after 5 s';
  deletionTools.bulkRun.getState()?.resume();
  expect(stateOf(deletionTools)).toEqual({ name: 'running' });
  await browser.advanceClock(6_000);
  expect(service.sent).toHaveLength(missingIds.length);
});

test('a bulk delete asks the admin to continue after five "not found" responses', async () => {
  const { service, deletionTools } = await startRun('deleted', missingIds);
  await browser.advanceClock(300);
  expect(stateOf(deletionTools)).toMatchObject({
    name: 'asking',
    remainingCount: missingIds.length - service.sent.length,
  });
  const sentCount = service.sent.length;
  await browser.advanceClock(2_000);
  expect(service.sent).toHaveLength(sentCount);
  deletionTools.bulkRun.getState()?.resume();
  await browser.advanceClock(500);
  expect(service.sent).toHaveLength(missingIds.length);
  expect(stateOf(deletionTools)).toEqual({ name: 'ended', reason: null });
  deletionTools.bulkRun.getState()?.resume();
  expect(stateOf(deletionTools).name).toBe('ended');
});

test('a wrong workspace stops a bulk delete that is asking the admin to continue', async () => {
  const { service, deletionTools } = await startRun(
    ['deleted', 'deleted', 'deleted', 'deleted', 'deleted', 'different workspace', 'deleted after 5 s'],
    missingIds.toSpliced(5, 0, 'a'),
  );
  const states: string[] = [];
  deletionTools.bulkRun.subscribe((run) => states.push(run?.state.name ?? 'none'));
  await browser.advanceClock(6_000);
  expect(states.slice(-3)).toEqual(['asking', 'stopping', 'ended']);
  expect(stopReasonOf(deletionTools)).toMatch(/^Stopped: a response named a different workspace\./);
  expect(kindsOf(deletionTools).slice(4)).toEqual(['gone', 'mismatch', 'gone', ...Array(4).fill('not-sent')]);
  expect(service.sent).toHaveLength(7);
});

test('a bulk delete stops if the admin doesn’t continue within 5 minutes', async () => {
  const { service, deletionTools } = await startRun('deleted', missingIds);
  await browser.advanceClock(300);
  const sentCount = service.sent.length;
  await browser.advanceClock(299_000);
  expect(stateOf(deletionTools).name).toBe('asking');
  await browser.advanceClock(2_000);
  expect(stopReasonOf(deletionTools)).toMatch(/you didn’t continue within 5 minutes/);
  expect(listOutcomeReasons(deletionTools).at(-1)).toBe(stopReasonOf(deletionTools));
  expect(service.sent).toHaveLength(sentCount);
});

test('only failed deletions whose rows are not removed can be retried', () => {
  const entry = (label: string, kind: DeleteOutcomeKind, fields: Partial<DeletionEntry> = {}) =>
    anEndedEntry(kind, { intentKey: label, label, bulkKey: 'bulk', ...fields });
  const laterDeletion = (label: string, fields: Partial<DeletionEntry> = {}) => ({
    ...entry(label, 'gone', { bulkKey: null, confirmedAt: 9, ...fields }),
    intentKey: `${label} later`,
  });
  const entries = [
    ...deleteOutcomeKinds.map((kind) => entry(kind, kind)),
    anEntry({ intentKey: 'open', bulkKey: 'bulk' }),
    entry('another', 'refused', { bulkKey: 'other' }),
    entry('removed later', 'refused'),
    laterDeletion('removed later'),
    entry('restored later', 'refused'),
    laterDeletion('restored later', { putBack: true }),
    entry('removed earlier', 'refused', { confirmedAt: 20, settledAt: 21 }),
    laterDeletion('removed earlier'),
  ];
  const labels = findRetriableEntries(entries, 'bulk').map(({ label }) => label);
  expect(labels).toEqual(['refused', 'unknown', 'not-sent', 'restored later', 'removed earlier']);
});

/** Starts a bulk delete. @param response the response to every DELETE, or a list of responses that repeats */
async function startRun(response: ScriptedResponse | ScriptedResponse[], chosenIds = ids) {
  const service = createScriptedService(ids);
  let responses = [response].flat();
  let responseCount = 0;
  Object.defineProperty(service.script, 'response', {
    get: () => responses[responseCount++ % responses.length],
    set: (nextResponse: ScriptedResponse) => {
      responses = [nextResponse];
    },
  });
  vi.stubGlobal('fetch', service.fetch);
  let isOpen = true;
  const openConnection = { ...connection, isOpen: () => isOpen };
  const deletionTools = openDeletionTools(() => true, createActiveWork().begin);
  const startAnother = () => startBulkRun(deletionTools, openConnection, chosenIds.map(aDeletion));
  const run = startAnother();
  await browser.runTurns(150);
  const signOut = () => {
    isOpen = false;
  };
  return { run, startAnother, service, deletionTools, signOut };
}

function stateOf({ bulkRun }: ReturnType<typeof createDeletionTools>) {
  return bulkRun.getState()?.state ?? { name: 'none' };
}

function stopReasonOf(deletionTools: ReturnType<typeof createDeletionTools>) {
  const state = stateOf(deletionTools);
  return state.name === 'ended' && 'reason' in state ? state.reason : state.name;
}

function listOutcomeReasons({ log }: ReturnType<typeof createDeletionTools>) {
  return log.entries().map(({ outcome }) => outcome?.reason);
}

function kindsOf({ log }: ReturnType<typeof createDeletionTools>) {
  return log.entries().map(({ outcome }) => outcome?.kind);
}
