// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { notSent } from '../../../src/features/compute/deletion/deletionEntry.ts';
import { createDeletionLog } from '../../../src/features/compute/deletion/deletionLog.ts';
import { anEntry, aService } from './deletionFixtures.ts';
import { inTab, tabsInOneProcess } from './tabsInOneProcess.ts';

// A file of its own, because mutation testing would repeat it for every mutation of the log.
test('the log keeps the latest 10 000 resolved entries', async () => {
  const browser = tabsInOneProcess();
  const now = 100 * 24 * 60 * 60_000;
  vi.setSystemTime(now);
  const outcome = notSent('');
  async function visit() {
    const log = inTab(browser.open(), () => createDeletionLog(aService));
    await browser.turns(150);
    log.confirmClock(now);
    await browser.turns(150);
    return log;
  }
  const ended = Array.from({ length: 10_001 }, (_, at) =>
    anEntry({ intentKey: `n${at}`, confirmedAt: 10 + at, settledAt: now - 1, outcome }),
  );
  await (await visit()).add([anEntry({ intentKey: 'open', confirmedAt: 1 }), ...ended]);
  const left = (await visit()).entries().map(({ intentKey }) => intentKey);
  expect(left).toHaveLength(10_001);
  expect(left.slice(0, 2)).toEqual(['open', 'n1']);
  expect((await visit()).entries()).toHaveLength(10_001);
  browser.restore();
});
