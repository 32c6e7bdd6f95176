// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Connection } from '../../../src/api/connection.ts';
import { startBulkRun } from '../../../src/features/compute/deletion/bulkDelete.ts';
import { createDeletions } from '../../../src/features/compute/deletion/useDeletions.ts';
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
    const { run, deletions } = await start('slowly');
    await pass(100);
    run.stop();
    expect(run.state().name).toBe('stopping');
    await browser.turns(30);
    expect(kinds(deletions)).toEqual([undefined, undefined, undefined, 'not-sent', 'not-sent']);
    expect(deletions.log.entries()[4]?.outcome?.reason).toBe(
      'Stopped before its turn came; nothing was sent.',
    );
    await pass(6_000);
    expect(run.state()).toEqual({
      name: 'ended',
      why: 'Stopped. What was on its way by then has its own outcome; the rest was not sent.',
    });
    expect(kinds(deletions)).toEqual(['deleted', 'deleted', 'deleted', 'not-sent', 'not-sent']);
  });

  test('waits for nothing where nothing is left to be sent', async () => {
    const { run } = await start('too many', ids.slice(0, 3));
    await pass(100);
    expect(run.state()).toEqual({ name: 'ended', why: null });
  });

  test('pauses as long as the service asked, though the clock be set back meanwhile', async () => {
    const { run, service } = await start('too many');
    await pass(100);
    expect(run.state().name).toBe('paused');
    vi.setSystemTime(Date.now() - 3_600_000);
    service.script.manner = 'well';
    await pass(2_500);
    expect(run.state()).toEqual({ name: 'ended', why: null });
  });

  test('that pauses is over with the sign-out, and sends nothing more', async () => {
    const { run, service, deletions, signOut } = await start('too many');
    await pass(100);
    signOut();
    await pass(200);
    expect(run.state().name).toBe('ended');
    expect(service.sent).toHaveLength(3);
    expect(kinds(deletions)).toEqual(['refused', 'refused', 'refused', 'not-sent', 'not-sent']);
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
  await browser.turns(30);
  const signOut = () => {
    isOpen = false;
  };
  return { run, service, deletions, signOut };
}

/** Lets time pass in little pieces, so that what is written in between is written. */
async function pass(ms: number) {
  for (let passed = 0; passed < ms; passed += 50) await browser.pass(50);
}

function kinds({ log }: ReturnType<typeof createDeletions>) {
  return log.entries().map(({ outcome }) => outcome?.kind);
}
