// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Connection } from '../../src/api/connection.ts';
import { createInstanceKey } from '../../src/compute/instanceRow.ts';
import { getInventory } from '../../src/compute/inventory.ts';
import { startBulkRun } from '../../src/deletion/bulkDelete.ts';
import { deleteInstance } from '../../src/deletion/deleteInstance.ts';
import { type DeletionEntry, isUnresolved } from '../../src/deletion/deletionEntry.ts';
import type { DeletionTools } from '../../src/deletion/deletionTools.ts';
import { recordOrphanOutcomes } from '../../src/deletion/orphanOutcomes.ts';
import { getDeletionStage } from '../../src/deletion/outcomes.tsx';
import { getRowStatuses } from '../../src/deletion/rowStatus.ts';
import { deleteOutcomeKinds } from '../support/deleteOutcomeKinds.ts';
import { aDeletion, collectSentWhileProtected, openDeletionTools } from './deletionFixtures.ts';
import { createScriptedService, type ScriptedResponse } from './scriptedService.ts';
import { runInTab, type StorageState, simulateBrowser, type Tab } from './simulateBrowser.ts';

const ids = ['one', 'two', 'three', 'four', 'five', 'six'];
const responses: ScriptedResponse[] = [
  'deleted',
  'accepted',
  'deleted after 5 s',
  'no response',
  'cut off',
  'conflict',
  'unauthorized',
  'wait 2 s',
  'server error',
  'different workspace',
];
const dayMs = 24 * 60 * 60_000;

const stepsWithoutFields = [
  'stop',
  'crash',
  'reload',
  'open tab',
  'sign out',
  'restore',
  'dismiss',
  'switch online',
  'confirm clock',
] as const;

/** One action in one tab. `tabNumber` selects an open tab. `turns` is the number of event loop turns after the action. */
type Step = { tabNumber: number; turns: number } & (
  | { do: 'confirm' | 'confirm twice'; id: string }
  | { do: 'confirm bulk'; ids: string[] }
  | { do: (typeof stepsWithoutFields)[number] }
  | { do: 'protect' | 'unprotect'; id: string }
  | { do: 'set response'; response: ScriptedResponse }
  | { do: 'set storage'; storage: StorageState }
  | { do: 'shift clock' | 'wait'; ms: number }
);

const anId = fc.constantFrom(...ids);

/** Generates steps of several kinds that have the same fields, with a weight for `fc.oneof`. */
function stepsOf<Do extends Step['do'], Fields>(
  weight: number,
  kinds: readonly Do[],
  fields: fc.Arbitrary<Fields>,
) {
  const steps = fc
    .tuple(fc.constantFrom(...kinds), fields)
    .map(([kind, values]) => ({ do: kind, ...values }));
  return { weight, arbitrary: steps };
}

const anyStep: fc.Arbitrary<Step> = fc
  .tuple(
    fc.record({ tabNumber: fc.nat(2), turns: fc.constantFrom(0, 1, 2, 3, 5, 8, 13, 30) }),
    fc.oneof(
      stepsOf(12, ['confirm', 'confirm twice'], fc.record({ id: anId })),
      stepsOf(4, ['confirm bulk'], fc.record({ ids: fc.subarray(ids, { minLength: 2 }) })),
      stepsOf(6, stepsWithoutFields, fc.constant({})),
      stepsOf(3, ['protect', 'unprotect'], fc.record({ id: anId })),
      stepsOf(4, ['set response'], fc.record({ response: fc.constantFrom(...responses) })),
      stepsOf(
        1,
        ['shift clock'],
        fc.record({ ms: fc.constantFrom(-40 * dayMs, -dayMs, dayMs, 40 * dayMs, 3_650 * dayMs) }),
      ),
      stepsOf(4, ['wait'], fc.record({ ms: fc.constantFrom(10, 30, 2_500, 6_000) })),
    ),
  )
  .map(([timing, action]) => ({ ...timing, ...action }));

const anyStorageStep: fc.Arbitrary<Step> = fc.record({
  tabNumber: fc.nat(2),
  turns: fc.constantFrom(0, 1, 2, 3, 5, 8, 13),
  do: fc.constant('set storage' as const),
  storage: fc.constantFrom<StorageState[]>('works', 'refuses writes', 'hangs', 'full'),
});

/** A tab with its session. */
type Page = { tab: Tab; deletionTools: DeletionTools; connection: Connection; endSession: () => void };

/** A browser with up to three tabs and one service. It performs steps and checks the rules of deletions. */
class TestBrowser {
  readonly service = createScriptedService(ids);
  readonly tabs = simulateBrowser();
  /** The latest entry with an outcome that a tab has shown, for each `intentKey`. */
  readonly shownEntries = new Map<string, DeletionEntry>();
  readonly pages: Page[] = [];
  clockShiftMs = 0;
  /** False after the browser has failed to store something. */
  isStorageReliable = true;
  readonly sentWhileProtected = collectSentWhileProtected(() => this.isStorageReliable);

  constructor() {
    localStorage.clear();
    vi.stubGlobal('fetch', this.service.fetch);
    this.#open();
    this.#open();
  }

  #open() {
    const tab = this.tabs.open();
    this.pages.push({ tab, ...this.#signIn(tab) });
  }

  #signIn(tab: Tab) {
    let isOpen = true;
    return runInTab(tab, () => {
      const deletionTools = openDeletionTools(() => isOpen);
      // Open the inventory, as the Compute screen does.
      getInventory(deletionTools.log.data, 'acme');
      const stopRecording = recordOrphanOutcomes(deletionTools.log);
      const connection = { serviceUrl: '/api', token: 'token', isOpen: () => isOpen };
      const endSession = () => {
        stopRecording();
        isOpen = false;
      };
      return { deletionTools, connection, endSession };
    });
  }

  #close(page: Page) {
    this.tabs.close(page.tab);
    this.pages.splice(this.pages.indexOf(page), 1);
  }

  async perform(step: Step) {
    const page = this.pages[step.tabNumber % this.pages.length];
    if (page === undefined) throw new Error('No tab is open.');
    runInTab(page.tab, () => this.#performIn(page, step));
    if (step.do === 'wait') await this.tabs.advanceClock(step.ms);
    await this.tabs.runTurns(step.turns);
  }

  #performIn(page: Page, step: Step) {
    const { deletionTools, connection } = page;
    switch (step.do) {
      case 'confirm':
      case 'confirm twice':
        for (let time = 0; time < (step.do === 'confirm' ? 1 : 2); time += 1)
          void deleteInstance(deletionTools, connection, aDeletion(step.id));
        return;
      case 'confirm bulk':
        void startBulkRun(deletionTools, connection, step.ids.map(aDeletion));
        return;
      case 'stop':
        return deletionTools.bulkRun.getState()?.stop();
      case 'crash':
        this.#close(page);
        if (this.pages.length === 0) this.#open();
        return;
      case 'reload':
        this.#close(page);
        return this.#open();
      case 'open tab':
        return this.pages.length < 3 && this.#open();
      case 'sign out':
        void deletionTools.log.clear();
        this.shownEntries.clear();
        for (const otherPage of this.pages) {
          otherPage.endSession();
          Object.assign(otherPage, this.#signIn(otherPage.tab));
        }
        return;
      case 'restore':
      case 'dismiss': {
        const entry = deletionTools.log.entries().findLast(({ outcome }) => outcome !== null);
        const change = step.do === 'dismiss' ? { dismissed: true } : { putBack: true };
        return entry && void deletionTools.log.update([entry], () => change);
      }
      case 'switch online':
        return Object.defineProperty(navigator, 'onLine', { value: !navigator.onLine, configurable: true });
      case 'confirm clock':
        return deletionTools.log.confirmClock(Date.now() - this.clockShiftMs);
      case 'protect':
      case 'unprotect':
        return getInventory(deletionTools.log.data, 'acme')
          .getState()
          .setProtected(createInstanceKey('orders', step.id), step.do === 'protect');
      case 'set response':
        this.service.script.response = step.response;
        return;
      case 'set storage':
        this.isStorageReliable &&= step.storage === 'works';
        return this.tabs.setStorage(step.storage);
      case 'shift clock':
        this.clockShiftMs += step.ms;
        return vi.setSystemTime(Date.now() + step.ms);
    }
  }

  /** Checks the rules that hold after every step. */
  check() {
    expect(this.sentWhileProtected, 'protected before it was sent').toEqual([]);
    const statuses = new Map<string, (number | null)[]>();
    for (const { key, status } of this.service.sent)
      statuses.set(key, [...(statuses.get(key) ?? []), status]);
    for (const [key, sent] of statuses) expect(sent, `one DELETE with the key ${key}`).toHaveLength(1);
    for (const { deletionTools } of this.pages) {
      const entries = deletionTools.log.entries();
      for (const { intentKey, outcome, label } of entries) {
        if (outcome === null) continue;
        // An outcome never changes in any tab.
        const shownOutcome = this.shownEntries.get(intentKey)?.outcome;
        if (shownOutcome && this.isStorageReliable) expect(outcome).toEqual(shownOutcome);
        const status = statuses.get(intentKey)?.[0];
        const message = `${label} is ${outcome.kind}`;
        if (outcome.kind === 'not-sent') expect(statuses.has(intentKey), message).toBe(false);
        if (outcome.kind === 'deleted' || outcome.kind === 'mismatch') expect(status, message).toBe(200);
        if (outcome.kind === 'accepted') expect(status, message).toBe(202);
        if (outcome.kind === 'gone') expect(status, message).toBe(404);
        if (outcome.kind === 'refused') expect([401, 409, 429], message).toContain(status);
      }
      for (const entry of entries) if (entry.outcome !== null) this.shownEntries.set(entry.intentKey, entry);
      for (const bulkKey of new Set(entries.map((entry) => entry.bulkKey))) {
        if (bulkKey === null) continue;
        const stages = entries.filter((entry) => entry.bulkKey === bulkKey).map(getDeletionStage);
        expect(stages.filter((stage) => stage === 'sending').length).toBeLessThanOrEqual(3);
      }
    }
    const openRequests = this.service.sent.filter(({ isOpen, tab }) => isOpen && !tab?.isClosed);
    expect(new Set(openRequests.map(({ target }) => target)).size, 'at most one open DELETE per target').toBe(
      openRequests.length,
    );
  }

  /** Checks the rules that hold after every deletion has ended. */
  async checkEnd() {
    await this.tabs.advanceClock(600);
    // Wait up to six minutes, because each deletion can take a minute and the service can ask for pauses.
    for (let time = 0; time < 12 && this.#hasRunningDeletions(); time += 1)
      await this.tabs.advanceClock(30_000);
    // Give the pages time to store the outcomes that storage has refused.
    this.tabs.setStorage('works');
    await this.tabs.advanceClock(this.isStorageReliable ? 600 : 15_000);
    this.check();
    for (const { deletionTools } of this.pages)
      for (const { outcome, label, intentKey } of deletionTools.log.entries())
        if (this.isStorageReliable || deletionTools.log.isOfThisPage(intentKey))
          expect(outcome, `${label} has an outcome`).not.toBeNull();
    if (!this.isStorageReliable) {
      await this.#checkNextVisit();
      return;
    }
    const [firstEntries, ...otherEntries] = this.pages.map(({ deletionTools }) =>
      deletionTools.log.entries(),
    );
    for (const entries of otherEntries) expect(entries).toEqual(firstEntries);
    expect(this.tabs.heldLocks()).toEqual([]);
    const nextEntries = await this.#checkNextVisit();
    expect(nextEntries).toEqual(firstEntries);
    // No unresolved entry was removed, even if the clock was wrong.
    for (const entry of this.shownEntries.values())
      if (isUnresolved(entry))
        expect(nextEntries.map(({ intentKey }) => intentKey)).toContain(entry.intentKey);
    const { removals, statuses } = getRowStatuses(nextEntries, () => false);
    for (const [target, { kind }] of statuses) expect(kind, target).not.toMatch(/deleting|in-another-tab/);
    for (const { outcome } of removals.values()) expect(outcome?.kind).toMatch(/^(deleted|accepted|gone)$/);
  }

  /** Checks that the next visit shows the same outcomes as the open tabs. Returns the entries of the next visit. */
  async #checkNextVisit() {
    this.tabs.setStorage('works');
    this.#open();
    await this.tabs.runTurns(100);
    this.check();
    const nextEntries = this.pages.at(-1)?.deletionTools.log.entries() ?? [];
    const storedOutcomes = new Map(nextEntries.map((entry) => [entry.intentKey, entry.outcome]));
    for (const { deletionTools } of this.pages)
      for (const { intentKey, outcome } of deletionTools.log.entries())
        if (deletionTools.log.isOfThisPage(intentKey) && storedOutcomes.has(intentKey))
          expect(storedOutcomes.get(intentKey)).toEqual(outcome);
    for (const { outcome, label } of nextEntries) expect(outcome, `${label} has an outcome`).not.toBeNull();
    return nextEntries;
  }

  #hasRunningDeletions() {
    const hasNoOutcome = ({ outcome }: DeletionEntry) => outcome === null;
    const { pages, tabs } = this;
    return (
      tabs.heldLocks().length > 0 ||
      pages.some(({ deletionTools }) => deletionTools.log.entries().some(hasNoOutcome))
    );
  }

  close() {
    for (const { tab } of this.pages) this.tabs.close(tab);
    this.tabs.restore();
    Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
  }
}

// Without MODEL_RUNS, every test run generates the same steps.
const seed = 20_261_122;
const sequenceCount = Number(process.env.MODEL_RUNS ?? 250);

test(
  'a deletion sends at most one DELETE, and every tab shows the same log',
  () => checkSequences(anyStep),
  1_800_000,
);

test(
  'deletions show no false outcome if storage fails or hangs',
  () => checkSequences(fc.oneof({ weight: 4, arbitrary: anyStep }, { weight: 1, arbitrary: anyStorageStep })),
  1_800_000,
);

async function checkSequences(anyKindOfStep: fc.Arbitrary<Step>) {
  const outcomeCounts = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyKindOfStep, { minLength: 2, maxLength: 16 }), async (steps) => {
      const browser = new TestBrowser();
      try {
        for (const step of steps) {
          await browser.perform(step);
          browser.check();
        }
        await browser.checkEnd();
        for (const { outcome } of browser.shownEntries.values())
          outcomeCounts.set(outcome?.kind ?? '', (outcomeCounts.get(outcome?.kind ?? '') ?? 0) + 1);
      } finally {
        browser.close();
      }
    }),
    process.env.MODEL_RUNS === undefined ? { numRuns: sequenceCount, seed } : { numRuns: sequenceCount },
  );
  // Fail if an outcome is too rare, because `check` would then test too little.
  for (const kind of deleteOutcomeKinds)
    expect(outcomeCounts.get(kind) ?? 0, kind).toBeGreaterThan(sequenceCount / 50);
}
