// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Connection } from '../../../src/api/connection.ts';
import { startBulkRun } from '../../../src/features/compute/deletion/bulkDelete.ts';
import { deleteInstance } from '../../../src/features/compute/deletion/deleteInstance.ts';
import { createDeletions } from '../../../src/features/compute/deletion/useDeletions.ts';
import { instanceKey } from '../../../src/features/compute/instanceRow.ts';
import { inventoryOf } from '../../../src/features/compute/inventory.ts';
import { type Manner, scriptedService } from './scriptedService.ts';
import { tabsInOneProcess } from './tabsInOneProcess.ts';

let browser: ReturnType<typeof tabsInOneProcess>;

const ids = ['a', 'b', 'c', 'd', 'e'];

describe('a bulk deletion', () => {
  beforeEach(() => {
    browser = tabsInOneProcess();
  });
  afterEach(() => {
    browser.restore();
  });

  test('that is stopped has not ended before what was on its way has its outcome, and says so of itself', async () => {
    const { deletions } = await start('slowly');
    await pass(100);
    deletions.bulk.getState()?.stop();
    expect(stateOf(deletions).name).toBe('stopping');
    await browser.turns(30);
    expect(kinds(deletions)).toEqual([undefined, undefined, undefined, 'not-sent', 'not-sent']);
    expect(deletions.log.entries()[4]?.outcome?.reason).toBe(
      'Stopped before its turn came; nothing was sent.',
    );
    await pass(6_000);
    expect(stateOf(deletions)).toEqual({
      name: 'ended',
      why: 'Stopped. What was on its way by then has its own outcome; the rest was not sent.',
    });
    expect(kinds(deletions)).toEqual(['deleted', 'deleted', 'deleted', 'not-sent', 'not-sent']);
  });

  test('waits for nothing where nothing is left to be sent', async () => {
    const { deletions } = await start('too many', ids.slice(0, 3));
    await pass(100);
    expect(stateOf(deletions)).toEqual({ name: 'ended', why: null });
  });

  test('pauses as long as the service asked, though the clock be set back meanwhile', async () => {
    const { deletions, service } = await start('too many');
    await pass(100);
    expect(stateOf(deletions).name).toBe('paused');
    vi.setSystemTime(Date.now() - 3_600_000);
    service.script.manner = 'well';
    await pass(2_500);
    expect(stateOf(deletions)).toEqual({ name: 'ended', why: null });
  });

  test('that pauses is over with the sign-out, and sends nothing more', async () => {
    const { service, deletions, signOut } = await start('too many');
    await pass(100);
    signOut();
    await pass(200);
    expect(stateOf(deletions).name).toBe('ended');
    expect(service.sent).toHaveLength(3);
    expect(kinds(deletions)).toEqual(['refused', 'refused', 'refused', 'not-sent', 'not-sent']);
  });

  test('is refused while another is under way, in this tab or in another one, and not afterwards', async () => {
    const { startAnother, service } = await start('slowly');
    await pass(100);
    expect(startAnother()).toBeNull();
    const elsewhere = createDeletions(
      '/api',
      () => true,
      () => undefined,
    );
    await browser.turns(30);
    expect(startBulkRun(elsewhere, { serviceUrl: '/api', token: 't0ken' }, [])).toBeNull();
    await pass(15_000);
    expect(service.sent).toHaveLength(5);
    expect(startAnother()).not.toBeNull();
    await pass(15_000);
  });

  test('leaves out what another tab has deleted in the middle of it', async () => {
    const { service, deletions } = await start('slowly');
    await pass(100);
    service.script.manner = 'well';
    const target = { workspaceSlug: 'acme', databaseName: 'orders', instanceId: 'e' };
    const connection = { serviceUrl: '/api', token: 't0ken' };
    void deleteInstance(deletions, connection, { target, label: 'e', listed: true });
    await pass(15_000);
    expect(service.sent.map((sent) => sent.target).sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(deletions.log.entries().find(({ label }) => label === 'e')?.outcome?.reason).toBe(
      'It has left the list meanwhile; nothing was sent.',
    );
  });

  test('leaves out what is protected in the middle of it, and says why', async () => {
    const { service, deletions } = await start('slowly');
    await pass(100);
    inventoryOf('/api', 'acme').getState().setProtected(instanceKey('orders', 'd'), true);
    await pass(15_000);
    expect(kinds(deletions)).toEqual(['deleted', 'deleted', 'deleted', 'not-sent', 'deleted']);
    expect(deletions.log.entries()[3]?.outcome?.reason).toBe(
      'It has been protected on this device meanwhile; nothing was sent.',
    );
    expect(service.sent.map(({ target }) => target)).toEqual(['a', 'b', 'c', 'e']);
    inventoryOf('/api', 'acme').getState().setProtected(instanceKey('orders', 'd'), false);
  });

  test('sends nothing of which a later visit would say that it was not sent', async () => {
    const { service, deletions } = await start('slowly');
    await pass(100);
    // From here on nothing can be written any more, nor be taken away.
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('broken', 'UnknownError');
    });
    await pass(6_000);
    vi.restoreAllMocks();
    expect(service.sent).toHaveLength(3);
    expect(kinds(deletions)).toEqual(['deleted', 'deleted', 'deleted', 'not-sent', 'not-sent']);
    expect(deletions.log.entries()[3]?.outcome?.reason).toBe(
      'This browser could not write down that it would be sent; nothing was sent.',
    );
    expect(stateOf(deletions)).toMatchObject({
      name: 'ended',
      why: expect.stringContaining('can no longer keep'),
    });
    expect(deletions.log.isLossy()).toBe(true);
  });
});

async function start(manner: Manner, chosen = ids) {
  const service = scriptedService(ids);
  service.script.manner = manner;
  vi.stubGlobal('fetch', service.fetch);
  let isOpen = true;
  const connection: Connection = { serviceUrl: '/api', token: 't0ken', isOpen: () => isOpen };
  const deletions = createDeletions(
    '/api',
    () => true,
    () => undefined,
  );
  const confirmed = chosen.map((instanceId) => ({
    target: { workspaceSlug: 'acme', databaseName: 'orders', instanceId },
    label: instanceId,
    listed: true,
  }));
  const run = startBulkRun(deletions, connection, confirmed);
  const startAnother = () => startBulkRun(deletions, connection, confirmed);
  await browser.turns(30);
  const signOut = () => {
    isOpen = false;
  };
  return { run, startAnother, service, deletions, signOut };
}

/** Lets time pass in little pieces, so that what is written in between is written. */
async function pass(ms: number) {
  for (let passed = 0; passed < ms; passed += 50) await browser.pass(50);
}

function stateOf({ bulk }: ReturnType<typeof createDeletions>) {
  return bulk.getState()?.state ?? { name: 'none' };
}

function kinds({ log }: ReturnType<typeof createDeletions>) {
  return log.entries().map(({ outcome }) => outcome?.kind);
}
