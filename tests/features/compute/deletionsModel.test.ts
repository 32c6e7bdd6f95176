// @vitest-environment jsdom
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Connection } from '../../../src/api/Connection.ts';
import { type BulkDesk, createBulkDesk } from '../../../src/features/compute/bulk/createBulkDesk.ts';
import { createBulkRun } from '../../../src/features/compute/bulk/createBulkRun.ts';
import type { Confirmed } from '../../../src/features/compute/deletion/confirmIntents.ts';
import { startDeletion } from '../../../src/features/compute/deletion/startDeletion.ts';
import { instanceKey } from '../../../src/features/compute/instances/instanceKey.ts';
import { createRowMerger } from '../../../src/features/compute/inventory/createRowMerger.ts';
import { createRowRemover } from '../../../src/features/compute/inventory/createRowRemover.ts';
import { leftKeys } from '../../../src/features/compute/inventory/leftKeys.ts';
import { createDeletions, type Deletions } from '../../../src/features/compute/journal/createDeletions.ts';
import type { DeletionEntry } from '../../../src/features/compute/journal/DeletionEntry.ts';
import { deletionStateOf } from '../../../src/features/compute/journal/deletionStateOf.ts';
import { deletionSums } from '../../../src/features/compute/journal/deletionSums.ts';
import { journalMarks } from '../../../src/features/compute/journal/journalMarks.ts';
import { type Manner, scriptedService } from './scriptedService.ts';
import { tabsInOneProcess } from './tabsInOneProcess.ts';

const ids = ['one', 'two', 'three', 'four', 'five', 'six'];
const manners: Manner[] = [
  'well',
  'slowly',
  'never',
  'cut off',
  'conflict',
  'unauthorized',
  'too many',
  'broken',
  'other workspace',
];

type Step =
  | { do: 'click' | 'double click' | 'held Enter' | 'second tab'; id: string }
  | { do: 'bulk'; ids: string[] }
  | { do: 'stop' | 'offline' | 'online' | 'reload' | 'navigate' | 'refetch' | 'sign in' }
  | { do: 'answer'; manner: Manner }
  | { do: 'wait'; ms: number };

const anId = fc.constantFrom(...ids);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('click', 'double click', 'held Enter'), id: anId }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('second tab' as const), id: anId }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('bulk' as const), ids: fc.subarray(ids, { minLength: 2 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('stop', 'offline', 'online', 'reload', 'navigate', 'refetch', 'sign in'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('answer' as const), manner: fc.constantFrom(...manners) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(10, 30, 2_500, 6_000) }),
  },
);

type Page = { number: number; deletions: Deletions; desk: BulkDesk; unsubscribe: () => void };

/** Two tabs of one browser on one service; the first can be reloaded, the second keeps no journal over anything. */
class Browser {
  readonly service = scriptedService(ids);
  readonly tabs;
  readonly #hasLocks: boolean;
  readonly settled = new Map<string, DeletionEntry>();
  readonly rejected: string[] = [];
  #pages = 0;
  #tokens = 0;
  readonly #gone = new Set<number>();
  first: Page;
  readonly second: Page;

  constructor(hasLocks: boolean) {
    this.#hasLocks = hasLocks;
    this.tabs = tabsInOneProcess(hasLocks);
    sessionStorage.clear();
    vi.stubGlobal('fetch', (input: string, init: RequestInit) => this.service.fetch(input, init));
    this.second = this.#open(false);
    this.first = this.#open(true);
    setOnline(true);
  }

  /** Good until somebody signs in anew, or its page goes. */
  #connection(page: Page): Connection {
    const token = this.#tokens;
    const isOpen = () => token === this.#tokens && !this.#gone.has(page.number);
    return { serviceUrl: '/api', token: `token-${token}`, isOpen };
  }

  #open(keeps: boolean): Page {
    this.#pages += 1;
    const number = this.#pages;
    this.tabs.act(number);
    const deletions = createDeletions(
      '/api',
      () => keeps && !this.#gone.has(number),
      () => undefined,
    );
    const unsubscribe = deletions.tabs.subscribe(() => {});
    return { number, deletions, desk: createBulkDesk(), unsubscribe };
  }

  async #in(page: Page, act: () => unknown) {
    this.tabs.act(page.number);
    this.service.script.page = page.number;
    act();
    // Everything that needs no time happens: a script of another page must not get into it.
    await vi.advanceTimersByTimeAsync(0);
  }

  async take(one: Step) {
    const { first } = this;
    switch (one.do) {
      case 'click':
        return this.#in(
          first,
          () => void startDeletion(first.deletions, this.#connection(first), confirmed(one.id)),
        );
      case 'double click':
      case 'held Enter':
        return this.#in(first, () => {
          const before = first.deletions.journal.entries().length;
          for (let time = 0; time < (one.do === 'held Enter' ? 5 : 2); time += 1)
            void startDeletion(first.deletions, this.#connection(first), confirmed(one.id));
          expect(first.deletions.journal.entries().length - before).toBeLessThanOrEqual(1);
        });
      case 'second tab':
        return this.#in(
          this.second,
          () => void startDeletion(this.second.deletions, this.#connection(this.second), confirmed(one.id)),
        );
      case 'bulk':
        return this.#in(
          first,
          () =>
            void first.desk.start(() =>
              createBulkRun(first.deletions, this.#connection(first), one.ids.map(confirmed)),
            ),
        );
      case 'stop':
        return this.#in(first, () => first.desk.current()?.stop());
      case 'offline':
      case 'online':
        return setOnline(one.do === 'online');
      case 'reload':
        this.#gone.add(first.number);
        this.service.unload(first.number);
        this.tabs.unload(first.number);
        this.first = this.#open(true);
        return;
      case 'navigate':
        first.unsubscribe();
        this.first = { ...first, unsubscribe: first.deletions.tabs.subscribe(() => {}) };
        return;
      case 'sign in':
        this.#tokens += 1;
        return;
      case 'refetch':
        return;
      case 'answer':
        this.service.script.manner = one.manner;
        return;
      case 'wait':
        this.service.script.page = first.number;
        this.tabs.act(first.number);
        await vi.advanceTimersByTimeAsync(one.ms);
    }
  }

  /** What must hold at every moment. */
  check() {
    for (const page of [this.first, this.second]) {
      const entries = page.deletions.journal.entries();
      for (const entry of entries) {
        if (entry.outcome === null) continue;
        const known = this.settled.get(entry.intentKey);
        // One outcome: what was said once is never said differently.
        if (known === undefined) this.settled.set(entry.intentKey, entry);
        else expect(entry.outcome).toEqual(known.outcome);
      }
      for (const bulkKey of new Set(entries.map((entry) => entry.bulkKey))) {
        if (bulkKey === null) continue;
        const states = entries.filter((entry) => entry.bulkKey === bulkKey).map(deletionStateOf);
        const { total, ...parts } = deletionSums(states);
        expect(total).toBe(states.length);
        expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(total);
        expect(parts.sending).toBeLessThanOrEqual(3);
      }
      this.#checkList(page);
    }
    // Without locks a tab that is opened while another is at it can't know; within one tab it holds all the same.
    const open = this.service.sent
      .filter((one) => one.isOpen)
      .map(({ target, page }) => (this.#hasLocks ? target : `${target} of page ${page}`));
    expect(new Set(open).size, `on the wire at once: ${open}`).toBe(open.length);
  }

  /** A read that is older than every deletion brings nothing back that this page saw leave. */
  #checkList({ deletions }: Page) {
    const { tombstones } = journalMarks(deletions.journal.entries(), deletions.tabs.elsewhere());
    const instances = ids.map((id) => ({ ...record, id, name: id, raw: { id } }));
    const left = leftKeys('acme', tombstones);
    const rows = createRowMerger()([{ databaseName: 'orders', instances }], []);
    const keys = new Set(createRowRemover()(rows, left).map(({ key }) => key));
    for (const { outcome, target } of deletions.journal.entries())
      if (outcome !== null && /^(deleted|accepted|gone)$/.test(outcome.kind))
        expect(keys.has(instanceKey('orders', target.instanceId))).toBe(false);
  }

  /** What must hold once everything has had its time. */
  checkEnd() {
    this.check();
    const bySent = new Map<string, (number | null)[]>();
    for (const { key, status } of this.service.sent) bySent.set(key, [...(bySent.get(key) ?? []), status]);
    const entries = [...this.first.deletions.journal.entries(), ...this.second.deletions.journal.entries()];
    for (const { intentKey, outcome, label } of entries) {
      expect(outcome, `${label} has an outcome`).not.toBeNull();
      const answers = bySent.get(intentKey) ?? [];
      // One intent, one fetch: none where it says that nothing was sent.
      expect(answers, `${label}: ${outcome?.kind}`).toHaveLength(outcome?.kind === 'not-sent' ? 0 : 1);
      const [status = null] = answers;
      if (outcome?.kind === 'deleted' || outcome?.kind === 'mismatch') expect(status).toBe(200);
      if (outcome?.kind === 'gone') expect(status).toBe(404);
      if (outcome?.kind === 'refused') expect([401, 409, 429]).toContain(status);
      bySent.delete(intentKey);
    }
    // And no fetch without an intent that a journal tells of.
    expect([...bySent.keys()]).toEqual([]);
  }

  close() {
    this.tabs.restore();
    vi.unstubAllGlobals();
  }
}

const record = {
  status: null,
  region: null,
  workspace: null,
  expandable: null,
  sharded: null,
  apiHost: null,
  dbHost: null,
  created: null,
  deleted: null,
};

function confirmed(instanceId: string): Confirmed {
  return {
    target: { workspaceSlug: 'acme', databaseName: 'orders', instanceId },
    label: instanceId,
    listed: true,
  };
}

function setOnline(isOnline: boolean) {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
}

describe('whatever the admin, the network and the other tab do', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    setOnline(true);
  });

  test('one intent is one fetch and one outcome, and the sums add up', async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 14 }),
        fc.boolean(),
        async (steps, hasLocks) => {
          const browser = new Browser(hasLocks);
          try {
            for (const one of steps) {
              await browser.take(one);
              browser.check();
            }
            await vi.advanceTimersByTimeAsync(70_000);
            await vi.advanceTimersByTimeAsync(140_000);
            browser.checkEnd();
            for (const { outcome } of browser.settled.values())
              seen.set(outcome?.kind ?? '', (seen.get(outcome?.kind ?? '') ?? 0) + 1);
          } finally {
            browser.close();
          }
        },
      ),
      { numRuns: 2_000 },
    );
    // The sequences are worth something only where they reach every end.
    for (const kind of ['deleted', 'gone', 'refused', 'unknown', 'mismatch', 'not-sent'])
      expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(50);
  }, 60_000);
});
