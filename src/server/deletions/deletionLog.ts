import type { Kysely } from 'kysely';
import {
  blankOutcome,
  type DeletionTarget,
  dismissableCodes,
  getItemLabel,
  type OutcomeJson,
} from '../../rules/deletion.ts';
import type { Policy } from '../../rules/policy.ts';
import type { Database } from '../database/database.ts';
import type { DeletionRow, ItemRow, Tables } from '../database/schema.ts';
import { RefusalError } from '../refusal.ts';
import type { WriteAudit } from './audit.ts';
import {
  describeStop,
  findDeleteRefusal,
  requireWithinLimits,
  restartSentence,
  staleSentence,
} from './conditions.ts';
import { createItemRow } from './deletionRows.ts';
import { LogChange } from './logChange.ts';

export type NewDeletion = Omit<DeletionRow, 'stopReason' | 'confirmedAt' | 'aliveAt'>;

type Options = {
  database: Database;
  policy: Policy;
  audit: WriteAudit;
  isOwn: (workspace: string, id: string) => boolean;
};

/** With PostgreSQL, a live server writes `aliveAt` about every 20 s. */
const maxSilenceMs = 2 * 60_000;

export class DeletionLog {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Finds a withdrawn ID, too. */
  find(workspace: string, id: string, from: Kysely<Tables> = this.#options.database.db) {
    const deletions = from.selectFrom('deletions').selectAll();
    return deletions.where(({ and }) => and({ workspace, id })).executeTakeFirst();
  }

  #findItem({ trx }: LogChange, { workspace, id }: DeletionRow, position: number) {
    const items = trx.selectFrom('deletionItems').selectAll();
    return items.where(({ and }) => and({ workspace, deletionId: id, position })).executeTakeFirst();
  }

  async #change<Result>(workspace: string, work: (change: LogChange) => Promise<Result>): Promise<Result> {
    const { database, audit } = this.#options;
    const { result, settled } = await database.inWorkspace(workspace, async (trx, now) => {
      const change = new LogChange(trx, now);
      return { result: await work(change), settled: change.settled };
    });
    for (const { deletion, item } of settled)
      audit(deletion, item, { code: item.outcomeCode ?? 'not-sent', status: null }, null);
    return result;
  }

  /** Decides, and writes ahead: the first item is stored as sent. Null if the ID is known. @throws RefusalError */
  confirm(attempt: NewDeletion, targets: readonly DeletionTarget[]) {
    const { database, policy } = this.#options;
    const { workspace, id, sessionId } = attempt;
    return this.#change(workspace, async (change) => {
      const { trx, now } = change;
      if ((await this.find(workspace, id, trx)) !== undefined) return null;
      if (!(await database.hasSession(trx, sessionId)))
        throw new RefusalError('session', 'You were signed out, so nothing was sent.');
      await this.#endStale(change, workspace);
      const rows = targets.map((target, position) => createItemRow(attempt, target, position));
      const refusal = await findDeleteRefusal(trx, policy, rows);
      if (refusal !== null) throw refusal;
      await requireWithinLimits(change, policy, attempt, rows.length);
      const items = rows.map((row) => (row.position === 0 ? { ...row, sentAt: now } : row));
      const deletion: DeletionRow = { ...attempt, stopReason: null, confirmedAt: now, aliveAt: now };
      await trx.insertInto('deletions').values(deletion).execute();
      await trx.insertInto('deletionItems').values(items).execute();
      return { deletion, items };
    });
  }

  /** Decides again, and writes ahead. If it resolves with null or rejects, nothing more may be sent. */
  markNext(deletion: DeletionRow, position: number): Promise<ItemRow | null> {
    const { database, policy } = this.#options;
    const { workspace, id, actor } = deletion;
    return this.#change(workspace, async (change) => {
      const { trx, now } = change;
      const stored = await this.find(workspace, id, trx);
      const item = await this.#findItem(change, deletion, position);
      if (stored?.stopReason !== null || item === undefined || item.outcomeCode !== null) return null;
      // A new sign-in of the actor may have replaced the session.
      if (!(await database.hasSession(trx, stored.sessionId))) {
        await change.stop(deletion, describeStop(actor, 'was signed out during'));
        return null;
      }
      const refusal = await findDeleteRefusal(trx, policy, [item]);
      if (refusal !== null) {
        await change.settleAsNotSent(deletion, refusal.message, { position });
        await change.stop(deletion, `${getItemLabel(item)} wasn't sent: ${refusal.message}`);
        return null;
      }
      await trx
        .updateTable('deletionItems')
        .set({ sentAt: now })
        .where(({ and }) => and({ workspace, deletionId: id, position }))
        .execute();
      return { ...item, sentAt: now };
    });
  }

  /** A row that a failover lost is stored anew. */
  settle(deletion: DeletionRow, item: ItemRow, outcome: OutcomeJson): Promise<{ wasLost: boolean }> {
    return this.#change(deletion.workspace, async (change) => {
      const { trx } = change;
      const wasLost = (await this.#findItem(change, deletion, item.position)) === undefined;
      if (wasLost) {
        const again = trx.insertInto('deletions').values({ ...deletion, aliveAt: change.now });
        await again.onConflict((conflict) => conflict.doNothing()).execute();
        await trx.insertInto('deletionItems').values(item).execute();
      }
      await change.settle(deletion, item, outcome);
      return { wasLost };
    });
  }

  /** Called by its own server: nothing from `position` on was sent, whatever the marks say. */
  end(deletion: DeletionRow, position: number, reason: string): Promise<void> {
    return this.#change(deletion.workspace, async (change) => {
      await change.stop(deletion, reason);
      await change.settleAsNotSent(deletion, reason, { position });
    });
  }

  stop(workspace: string, id: string, actor: string): Promise<void> {
    return this.#change(workspace, async (change) => {
      const [deletion] = await this.#listOpen(workspace, change.trx).where('id', '=', id).execute();
      if (deletion !== undefined) await change.stop(deletion, describeStop(actor, 'stopped'));
    });
  }

  /** Keeps an unknown ID unsent for at least a day. A known one ends only if this attempt stored it by an unanswered commit. */
  withdraw(withdrawn: NewDeletion, message: string): Promise<void> {
    const { workspace, id, attemptId } = withdrawn;
    return this.#change(workspace, async (change) => {
      const { trx, now } = change;
      const known = await this.find(workspace, id, trx);
      if (known?.attemptId === attemptId) await change.settleAsNotSent(known, message);
      if (known !== undefined) return;
      const deletion = { ...withdrawn, stopReason: message, confirmedAt: now, aliveAt: now };
      await trx.insertInto('deletions').values(deletion).execute();
    });
  }

  async dismiss(workspace: string, id: string, position: number, actor: string): Promise<void> {
    await this.#change(workspace, ({ trx, now }) =>
      trx
        .updateTable('deletionItems')
        .set({ dismissedAt: now, dismissedBy: actor })
        .where(({ and }) => and({ workspace, deletionId: id, position, dismissedAt: null }))
        .where('outcomeCode', 'in', dismissableCodes)
        .execute(),
    );
  }

  /** Without the lock, so it needn't queue for it. */
  async keepAlive({ workspace, id }: NewDeletion): Promise<void> {
    const { database } = this.#options;
    await database.transaction((trx) => {
      const alive = trx.updateTable('deletions').set({ aliveAt: database.time });
      return alive.where(({ and }) => and({ workspace, id })).execute();
    });
  }

  async settleAllStale(): Promise<void> {
    const items = this.#options.database.db.selectFrom('deletionItems').where('outcomeCode', 'is', null);
    for (const { workspace } of await items.select('workspace').distinct().execute())
      await this.settleStale(workspace);
  }

  /** Checks first without the lock, because each read of the log calls this. */
  async settleStale(workspace: string): Promise<void> {
    if ((await this.#findStale(workspace, this.#options.database.db)).length === 0) return;
    await this.#change(workspace, (change) => this.#endStale(change, workspace));
  }

  async #endStale(change: LogChange, workspace: string): Promise<void> {
    const message = this.#options.database.isShared ? staleSentence : restartSentence;
    const outcome = { ...blankOutcome, code: 'unknown' as const, message };
    for (const deletion of await this.#findStale(workspace, change.trx)) {
      await change.stop(deletion, message);
      const items = change.trx.selectFrom('deletionItems').selectAll();
      const sent = items.where(({ and }) => and({ workspace, deletionId: deletion.id, endedAt: null }));
      for (const item of await sent.execute())
        await change.settle(deletion, item, outcome, { isAssumed: true });
    }
  }

  async #findStale(workspace: string, from: Kysely<Tables>): Promise<DeletionRow[]> {
    const { database, isOwn } = this.#options;
    const open = await this.#listOpen(workspace, from).select(database.time.as('now')).execute();
    return open.filter(({ id, aliveAt, now }) => {
      if (isOwn(workspace, id)) return false;
      // If it is far in the future, a clock was wrong.
      return !database.isShared || Math.abs(now - aliveAt) > maxSilenceMs;
    });
  }

  #listOpen(workspace: string, from: Kysely<Tables>) {
    return from
      .selectFrom('deletions')
      .selectAll()
      .where('workspace', '=', workspace)
      .where('id', 'in', (row) =>
        row
          .selectFrom('deletionItems')
          .select('deletionId')
          .where(({ and }) => and({ workspace, endedAt: null })),
      );
  }
}
