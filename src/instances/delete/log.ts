import type { Policy } from '../../config.ts';
import {
  type Deletion,
  decodeDeletion,
  type NewDeletion,
  notSentOutcome,
  prunableDeletions,
  removesRow,
} from '../../rules/deletion.ts';
import { mayDelete, type Refusal } from '../../rules/mayDelete.ts';
import { blankOutcome, type DeleteOutcome } from '../../rules/outcome.ts';
import { type ServiceStorage, storageName, type Transaction, withTimeout } from '../../storage.ts';

const lockTimeoutMs = 3_000;

/**
 * The deletion log of one service. A delete is stored, then sent, then its outcome is stored. An entry that was sent and has
 * no outcome means `unknown`, so a crash at any point leaves a true entry.
 */
export class DeletionLog {
  readonly #storage: ServiceStorage;
  readonly #serviceId: string;
  /** Its entries name the lock of this page, so other pages learn when it dies. */
  readonly page: string;
  #pageLock: Promise<void> | null = null;
  readonly #watchedPages = new Set<string>();

  constructor(storage: ServiceStorage, serviceId: string) {
    this.#storage = storage;
    this.#serviceId = serviceId;
    this.page = storageName('page', serviceId, crypto.randomUUID());
  }

  /** The deletions of a workspace, oldest first. @throws if the browser can't read them within 3 s */
  async read(workspace: string): Promise<readonly Deletion[]> {
    const deletions = await this.#storage.run('readonly', ['deletions'], (transaction) =>
      readWorkspace(transaction, workspace),
    );
    for (const { page, outcome } of deletions)
      if (outcome === null && page !== this.page) this.#watchPage(page, workspace);
    return deletions;
  }

  /** All or none. @throws if they or the lock of this page can't be had; then nothing may be sent */
  async add(confirmed: readonly NewDeletion[]): Promise<readonly Deletion[]> {
    await this.#holdPageLock();
    const confirmedAt = Date.now();
    const add = async (transaction: Transaction<'readwrite'>) => {
      const firstOrder = await nextOrder(transaction, confirmed.length);
      const deletions = confirmed.map(
        (each, index): Deletion => ({
          ...each,
          id: crypto.randomUUID(),
          page: this.page,
          order: firstOrder + index,
          sentOrder: null,
          confirmedAt,
          sentAt: null,
          endedAt: null,
          outcome: null,
          dismissed: false,
          restored: false,
        }),
      );
      const table = transaction.objectStore('deletions');
      await Promise.all(deletions.map((each) => table.put(each)));
      for (const workspace of new Set(confirmed.map(({ target }) => target.workspaceSlug)))
        await removeAll(
          transaction,
          prunableDeletions(await readWorkspace(transaction, workspace), confirmedAt, { all: false }),
        );
      return deletions;
    };
    return this.#storage.run('readwrite', ['deletions', 'counters'], add, {
      durability: 'strict',
      itemCount: confirmed.length,
    });
  }

  /** @throws if it can't be stored; then nothing may be sent */
  async markSent(deletion: Deletion, policy: Policy): Promise<Deletion | Refusal> {
    const { databaseName, instanceId: id } = deletion.target;
    const markSent = async (transaction: Transaction<'readwrite'>): Promise<Deletion | Refusal> => {
      const table = transaction.objectStore('deletions');
      const entries = await readTarget(transaction, deletion);
      const stored = entries.find((entry) => entry.id === deletion.id);
      // Without its entry, the log was cleared, and entries of other tabs may be missing too.
      if (stored === undefined) return mayNotRead;
      if (stored.outcome !== null) return { code: 'newer', sentence: stored.outcome.reason };
      const refusal = mayDelete({ databaseName, id, name: stored.name }, entries, policy, {
        confirmed: stored,
      });
      if (refusal !== null) return refusal;
      const sent = { ...stored, sentAt: Date.now(), sentOrder: await nextOrder(transaction, 1) };
      await table.put(sent);
      return sent;
    };
    // Two tabs can't both pass, because IndexedDB runs such transactions one after the other.
    return this.#storage.run('readwrite', ['deletions', 'counters'], markSent, { durability: 'strict' });
  }

  /** @throws if it can't be stored */
  async settle(deletions: readonly Deletion[], outcome: DeleteOutcome): Promise<readonly Deletion[]> {
    const settleAll = async (transaction: Transaction<'readwrite'>) => {
      const settled: Deletion[] = [];
      for (const deletion of deletions) settled.push(await this.#settleOne(transaction, deletion, outcome));
      return settled;
    };
    return this.#storage.run('readwrite', ['deletions', 'added'], settleAll, {
      durability: 'strict',
      itemCount: deletions.length,
    });
  }

  async #settleOne(
    transaction: Transaction<'readwrite'>,
    deletion: Deletion,
    outcome: DeleteOutcome,
  ): Promise<Deletion> {
    const entries = await readTarget(transaction, deletion);
    const stored = entries.find(({ id }) => id === deletion.id);
    // Only the `unknown` that a different page gave to a request of this page is replaced.
    const mayReplace =
      stored?.outcome?.kind === 'unknown' && deletion.page === this.page && deletion.sentAt !== null;
    if (stored !== undefined && stored.outcome !== null && !mayReplace) return stored;
    const table = transaction.objectStore('deletions');
    const settled = { ...withOutcome(deletion, outcome), dismissed: false, restored: false };
    // The whole deletion, because the browser may have evicted it.
    await table.put(settled);
    // A later deletion of the target closes an earlier `unknown`, or takes its place.
    if (removesRow(outcome) || outcome.kind === 'unknown')
      for (const entry of entries)
        if (entry.order < deletion.order && entry.outcome?.kind === 'unknown' && !entry.dismissed)
          await table.put({ ...entry, dismissed: true });
    const { workspaceSlug, databaseName, instanceId } = deletion.target;
    if (outcome.kind === 'deleted' || outcome.kind === 'accepted')
      await transaction.objectStore('added').delete([workspaceSlug, databaseName, instanceId]);
    return settled;
  }

  dismiss(deletions: readonly Deletion[]): Promise<void> {
    return this.#change(deletions, (entry) => ({ ...entry, dismissed: true }));
  }

  restore(deletion: Deletion): Promise<void> {
    return this.#change([deletion], (entry) => ({ ...entry, restored: true }));
  }

  #change(deletions: readonly Deletion[], change: (entry: Deletion) => Deletion): Promise<void> {
    return this.#storage.run('readwrite', ['deletions'], async (transaction) => {
      const table = transaction.objectStore('deletions');
      for (const { id } of deletions) {
        const entry = decodeDeletion(await table.get(id));
        if (entry?.outcome) await table.put(change(entry));
      }
    });
  }

  async clear(workspace: string): Promise<void> {
    await this.#storage.run('readwrite', ['deletions'], async (transaction) =>
      removeAll(
        transaction,
        prunableDeletions(await readWorkspace(transaction, workspace), Date.now(), { all: true }),
      ),
    );
  }

  /** Holds the lock of this page until the page ends. The browser releases it after a crash too. */
  #holdPageLock(): Promise<void> {
    // A lock that is granted after the time limit is held as well, and the next delete uses it.
    this.#pageLock ??= new Promise<void>((resolve, reject) => {
      const holdForever = () => {
        resolve();
        return new Promise<never>(() => {});
      };
      navigator.locks.request(this.page, holdForever).catch((error) => {
        this.#pageLock = null;
        reject(error);
      });
    });
    return withTimeout(this.#pageLock, lockTimeoutMs);
  }

  /** The browser grants the lock when the page has ended. */
  #watchPage(page: string, workspace: string): void {
    if (this.#watchedPages.has(page)) return;
    this.#watchedPages.add(page);
    navigator.locks
      .request(page, () => this.#settleEndedPage(page, workspace))
      .catch(() => undefined)
      .finally(() => this.#watchedPages.delete(page));
  }

  async #settleEndedPage(page: string, workspace: string): Promise<void> {
    const isOpen = (each: Deletion) => each.page === page && each.outcome === null;
    const openCount = (await this.read(workspace)).filter(isOpen).length;
    // A transaction without changes would make all tabs read the log again.
    if (openCount === 0) return;
    const settleOpen = async (transaction: Transaction<'readwrite'>) => {
      for (const entry of (await readWorkspace(transaction, workspace)).filter(isOpen)) {
        const outcome = entry.sentAt === null ? endedBeforeSending : endedBeforeResponse;
        await this.#settleOne(transaction, entry, outcome);
      }
    };
    await this.#storage.run('readwrite', ['deletions', 'added'], settleOpen, {
      durability: 'strict',
      itemCount: openCount,
    });
  }

  /** Runs `work` alone in this browser, or returns null if a bulk delete already runs in any tab. */
  async runAlone<Result>(work: () => Promise<Result>): Promise<Result | null> {
    const name = storageName('bulk', this.#serviceId);
    return navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
      lock === null ? null : work(),
    );
  }
}

function withOutcome(deletion: Deletion, outcome: DeleteOutcome): Deletion {
  const isSent = outcome.kind !== 'not-sent';
  const { sentAt, sentOrder } = isSent ? deletion : { sentAt: null, sentOrder: null };
  return { ...deletion, sentAt, sentOrder, outcome, endedAt: Date.now() };
}

const endedBeforeSending = notSentOutcome('The page was closed or reloaded before the request was sent.');
const endedBeforeResponse: DeleteOutcome = {
  ...blankOutcome,
  kind: 'unknown',
  reason: 'The page was closed or reloaded before a result was stored.',
};

const mayNotRead: Refusal = {
  code: 'storage',
  sentence: 'This deletion is no longer in the deletion log.',
};

type AnyTransaction = Transaction<'readonly'> | Transaction<'readwrite'>;

async function readWorkspace(transaction: AnyTransaction, workspace: string): Promise<Deletion[]> {
  return decodeAll(await transaction.objectStore('deletions').index('workspace').getAll(workspace));
}

async function readTarget(transaction: AnyTransaction, { target }: Deletion): Promise<Deletion[]> {
  const key = [target.workspaceSlug, target.databaseName, target.instanceId];
  return decodeAll(await transaction.objectStore('deletions').index('target').getAll(key));
}

function decodeAll(stored: readonly unknown[]): Deletion[] {
  return stored.flatMap((each) => decodeDeletion(each) ?? []).sort((a, b) => a.order - b.order);
}

async function removeAll(
  transaction: Transaction<'readwrite'>,
  deletions: readonly Deletion[],
): Promise<void> {
  await Promise.all(deletions.map(({ id }) => transaction.objectStore('deletions').delete(id)));
}

/** @returns the first of `count` numbers */
async function nextOrder(transaction: Transaction<'readwrite'>, count: number): Promise<number> {
  const counters = transaction.objectStore('counters');
  const last = await counters.get('order');
  const first = (typeof last === 'number' ? last : 0) + 1;
  await counters.put(first + count - 1, 'order');
  return first;
}
