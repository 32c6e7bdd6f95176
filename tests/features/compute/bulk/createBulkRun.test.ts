// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Connection } from '../../../../src/api/Connection.ts';
import { createBulkDesk } from '../../../../src/features/compute/bulk/createBulkDesk.ts';
import { createBulkRun } from '../../../../src/features/compute/bulk/createBulkRun.ts';
import { createDeletions } from '../../../../src/features/compute/journal/createDeletions.ts';
import { type Manner, scriptedService } from '../scriptedService.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];

describe('a bulk deletion', () => {
  beforeEach(() => {
    sessionStorage.clear();
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('that is stopped has not ended before what was on its way has its outcome, and says so of itself', async () => {
    const { run, deletions } = start('slowly');
    await vi.advanceTimersByTimeAsync(100);
    run.stop();
    expect(run.state().name).toBe('stopping');
    expect(kinds(deletions)).toEqual([undefined, undefined, undefined, 'not-sent', 'not-sent']);
    expect(deletions.journal.entries()[4]?.outcome?.reason).toBe(
      'Stopped before its turn came; nothing was sent.',
    );
    await vi.advanceTimersByTimeAsync(6_000);
    expect(run.state()).toEqual({
      name: 'ended',
      why: 'Stopped. What was on its way by then has its own outcome; the rest was not sent.',
    });
    expect(kinds(deletions)).toEqual(['deleted', 'deleted', 'deleted', 'not-sent', 'not-sent']);
  });

  test('that is stopping lets no other begin: never more than three are on their way', async () => {
    const { run, desk, begin } = start('slowly');
    await vi.advanceTimersByTimeAsync(100);
    run.stop();
    expect(desk.start(begin)).toBeNull();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(desk.start(begin)).not.toBeNull();
  });

  test('waits for nothing where nothing is left to be sent', async () => {
    const { run } = start('too many', ids.slice(0, 3));
    await vi.advanceTimersByTimeAsync(100);
    expect(run.state()).toEqual({ name: 'ended', why: null });
  });

  test('pauses as long as the service asked, though the clock be set back meanwhile', async () => {
    const { run, service } = start('too many');
    await vi.advanceTimersByTimeAsync(100);
    expect(run.state().name).toBe('paused');
    vi.setSystemTime(Date.now() - 3_600_000);
    service.script.manner = 'well';
    await vi.advanceTimersByTimeAsync(2_500);
    expect(run.state()).toEqual({ name: 'ended', why: null });
  });

  test('that pauses is over with the sign-out, and sends nothing more', async () => {
    const { run, service, deletions, signOut } = start('too many');
    await vi.advanceTimersByTimeAsync(100);
    signOut();
    await vi.advanceTimersByTimeAsync(200);
    expect(run.state().name).toBe('ended');
    expect(service.sent).toHaveLength(3);
    expect(kinds(deletions)).toEqual(['refused', 'refused', 'refused', 'not-sent', 'not-sent']);
  });
});

function start(manner: Manner, chosen = ids) {
  const service = scriptedService(ids);
  service.script.manner = manner;
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => service.fetch(input, init));
  let isOpen = true;
  const connection: Connection = { serviceUrl: '/api', token: 't0ken', isOpen: () => isOpen };
  const deletions = createDeletions(
    '/api',
    () => true,
    () => undefined,
  );
  const begin = () =>
    createBulkRun(
      deletions,
      connection,
      chosen.map((instanceId) => ({
        target: { workspaceSlug: 'acme', databaseName: 'orders', instanceId },
        label: instanceId,
        listed: true,
      })),
    );
  const desk = createBulkDesk();
  const run = desk.start(begin);
  if (run === null) throw new Error('It did not begin.');
  const signOut = () => {
    isOpen = false;
  };
  return { run, desk, begin, service, deletions, signOut };
}

function kinds({ journal }: ReturnType<typeof createDeletions>) {
  return journal.entries().map(({ outcome }) => outcome?.kind);
}
