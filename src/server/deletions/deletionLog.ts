import type { Kysely } from 'kysely';
import type { DeletionTarget } from '../../rules/deletion.ts';
import { protectedSentence } from '../../rules/mayDelete.ts';
import type { OutcomeJson } from '../../rules/outcome.ts';
import type { Policy } from '../../rules/policy.ts';
import type { Database, Trx } from '../database/database.ts';
import type { DeletionRow, ItemRow, Tables } from '../database/schema.ts';
import { RefusalError } from '../refusal.ts';
import { hasSession, requireMayDelete, requireRoom } from './conditions.ts';
import { createItemRow, type ListedItem, labelOf, listedColumns } from './deletionRows.ts';
import { createStop, type Stop } from './nextStep.ts';
import { writeNotSent, writeOutcome, writeStop } from './outcomes.ts';
import { createUnknownDeletionError } from './refusals.ts';

export type Confirmation = Omit<DeletionRow, 'stopReason' | 'confirmedAt' | 'aliveAt'>;

export type StoredDeletion = { deletion: DeletionRow; items: readonly ItemRow[] };

/** `settled`: what wasn't sent because the deletion stopped. `item` may be sent; null if nothing may. */
export type Marked = { item: ItemRow | null; settled: readonly ItemRow[] };

/** A mark (ms) that is older is worth nothing. The machine may have been asleep. */
const maxMarkAgeMs = 30_000;

/**
 * The steps of a deletion in SQL. An item says that it was sent before its request leaves, so a killed server leaves it open, and
 * it becomes `unknown` (`staleDeletions.ts`). Each change holds the lock of its workspace (`Database.inWorkspace`).
 */
export class DeletionLog {
  readonly #database: Database;
  readonly #policy: Policy;

  constructor(database: Database, policy: Policy) {
    this.#database = database;
    this.#policy = policy;
  }

  find(workspace: string, id: string, from: Kysely<Tables> = this.#database.db) {
    const deletions = from.selectFrom('deletions').selectAll().where('workspace', '=', workspace);
    return deletions.where('id', '=', id).executeTakeFirst();
  }

  /** In their order, without records. None for a withdrawn ID. */
  listItems({ workspace, id }: DeletionRow): Promise<ListedItem[]> {
    const items = this.#database.db.selectFrom('deletionItems').select(listedColumns);
    const ofWorkspace = items.where('workspace', '=', workspace);
    return ofWorkspace.where('deletionId', '=', id).orderBy('position').execute();
  }

  #findItem(trx: Trx, { workspace, id }: DeletionRow, position: number): Promise<ItemRow | undefined> {
    return trx
      .selectFrom('deletionItems')
      .selectAll()
      .where('workspace', '=', workspace)
      .where('deletionId', '=', id)
      .where('position', '=', position)
      .executeTakeFirst();
  }

  /** Decides, and writes ahead: the first item is stored as sent. Null if the ID is known. @throws RefusalError */
  confirm(confirmation: Confirmation, targets: readonly DeletionTarget[]): Promise<StoredDeletion | null> {
    const { workspace, id, sessionId } = confirmation;
    return this.#database.inWorkspace(workspace, async (trx, now) => {
      if ((await this.find(workspace, id, trx)) !== undefined) return null;
      if (!(await hasSession(trx, this.#database, sessionId)))
        throw new RefusalError('session', 'You signed out, so nothing was sent.');
      const rows = targets.map((target, position) => createItemRow(confirmation, target, position));
      await requireMayDelete(trx, this.#policy, rows);
      await requireRoom(trx, this.#policy, confirmation, rows.length, now);
      const items = rows.map((row) => (row.position === 0 ? { ...row, sentAt: now } : row));
      const deletion: DeletionRow = { ...confirmation, stopReason: null, confirmedAt: now, aliveAt: now };
      await trx.insertInto('deletions').values(deletion).execute();
      await trx.insertInto('deletionItems').values(items).execute();
      return { deletion, items };
    });
  }

  /** Decides again, and writes ahead. Nothing may be sent if this rejects. */
  markNext(deletion: DeletionRow, position: number): Promise<Marked> {
    const { workspace, id, actor } = deletion;
    return this.#database.inWorkspace(workspace, async (trx, now) => {
      const stored = await this.find(workspace, id, trx);
      const item = await this.#findItem(trx, deletion, position);
      if (stored?.stopReason !== null || item === undefined || item.outcomeCode !== null)
        return { item: null, settled: [] };
      const stopWith = async ({ reason, message }: Stop) => {
        await writeStop(trx, deletion, reason);
        return writeNotSent(trx, now, deletion, { message, from: position });
      };
      // A new sign-in of the same actor may have taken it over.
      if (!(await hasSession(trx, this.#database, stored.sessionId)))
        return { item: null, settled: await stopWith(createStop(`${actor} signed out during this delete.`)) };
      const refusal = await requireMayDelete(trx, this.#policy, [item]).catch(toRefusal);
      if (refusal !== undefined) {
        const { message } = refusal;
        const refused = await writeNotSent(trx, now, deletion, { message, from: position, to: position });
        const reason = `${labelOf(item)} wasn't sent: ${message}`;
        const rest = await stopWith({ reason, message: `The delete had stopped: ${reason}` });
        return { item: null, settled: [...refused, ...rest] };
      }
      await trx
        .updateTable('deletionItems')
        .set({ sentAt: now })
        .where('workspace', '=', workspace)
        .where('deletionId', '=', id)
        .where('position', '=', position)
        .execute();
      await trx
        .updateTable('deletions')
        .set({ aliveAt: now })
        .where('workspace', '=', workspace)
        .where('id', '=', id)
        .execute();
      return { item: { ...item, sentAt: now }, settled: [] };
    });
  }

  /** The last look, when the connection to the service stands. Null if the request may leave, otherwise why it may not. */
  async findObstacle({ workspace, deletionId, position }: ItemRow): Promise<string | null> {
    const mark = await this.#database.db
      .selectFrom('deletionItems as item')
      .innerJoin('deletions as deletion', (join) =>
        join.onRef('deletion.workspace', '=', 'item.workspace').onRef('deletion.id', '=', 'item.deletionId'),
      )
      .leftJoin('sessions as session', 'session.sessionId', 'deletion.sessionId')
      .leftJoin('protections as protection', (join) =>
        join
          .onRef('protection.workspace', '=', 'item.workspace')
          .onRef('protection.instanceKey', '=', 'item.instanceKey'),
      )
      .select(['item.sentAt', 'item.outcomeCode', 'deletion.stopReason', 'deletion.actor'])
      .select(['session.sessionId', 'protection.actor as protector', 'protection.reason as protectedFor'])
      .select(this.#database.time.as('now'))
      .where('item.workspace', '=', workspace)
      .where('item.deletionId', '=', deletionId)
      .where('item.position', '=', position)
      .executeTakeFirst();
    if (mark === undefined || mark.sentAt === null || mark.outcomeCode !== null)
      return 'The console was paused before the request, and a different server ended this delete.';
    if (mark.stopReason !== null) return mark.stopReason;
    if (mark.sessionId === null) return `${mark.actor} signed out during this delete.`;
    if (mark.protector !== null)
      return protectedSentence({ actor: mark.protector, reason: mark.protectedFor ?? '' });
    return Math.abs(mark.now - mark.sentAt) < maxMarkAgeMs ? null : pausedSentence;
  }

  /** By the server that sent it. If a failover lost the row, it is stored anew. */
  settle(deletion: DeletionRow, item: ItemRow, outcome: OutcomeJson): Promise<{ wasLost: boolean }> {
    return this.#database.inWorkspace(deletion.workspace, async (trx, now) => {
      const stored = await this.#findItem(trx, deletion, item.position);
      if (stored === undefined) {
        const again = trx.insertInto('deletions').values({ ...deletion, aliveAt: now });
        await again.onConflict((conflict) => conflict.doNothing()).execute();
        await trx.insertInto('deletionItems').values(item).execute();
      }
      await writeOutcome(trx, now, deletion, item, outcome, { isAssumed: false });
      return { wasLost: stored === undefined };
    });
  }

  /** By the server that works on it: nothing from this position on was sent, and nothing of it will be. */
  end(deletion: DeletionRow, position: number, { reason, message }: Stop): Promise<ItemRow[]> {
    return this.#database.inWorkspace(deletion.workspace, async (trx, now) => {
      const settled = await writeNotSent(trx, now, deletion, { message, from: position });
      if (settled.length > 0) await writeStop(trx, deletion, reason);
      return settled;
    });
  }

  /** By any admin. @throws RefusalError for an unknown ID */
  stop(workspace: string, id: string, actor: string) {
    return this.#database.inWorkspace(workspace, async (trx, now) => {
      const deletion = await this.#require(trx, workspace, id);
      const isRunning = await this.#hasItem(trx, deletion, { isOpen: true });
      if (!isRunning || deletion.stopReason !== null) return { deletion, settled: [] };
      const message = `${actor} stopped this delete.`;
      await writeStop(trx, deletion, message);
      return { deletion, settled: await writeNotSent(trx, now, deletion, { message, isWaiting: true }) };
    });
  }

  /**
   * After it, nothing is sent for an ID that is unknown. `attemptId` is that of a confirmation whose commit wasn't answered: of
   * what it left, nothing was sent. Undefined if nothing was or will be sent.
   */
  withdraw(deletion: Confirmation, message: string): Promise<DeletionRow | undefined> {
    const { workspace, id, attemptId } = deletion;
    return this.#database.inWorkspace(workspace, async (trx, now) => {
      const known = await this.find(workspace, id, trx);
      if (known?.attemptId === attemptId) await writeNotSent(trx, now, known, { message });
      if (known !== undefined) return (await this.#hasItem(trx, known)) ? known : undefined;
      const times = { stopReason: message, confirmedAt: now, aliveAt: now };
      await trx
        .insertInto('deletions')
        .values({ ...deletion, ...times })
        .execute();
      return undefined;
    });
  }

  /** What can't be dismissed stays as it is. @throws RefusalError for an unknown ID */
  dismiss(workspace: string, id: string, position: number, actor: string): Promise<DeletionRow> {
    return this.#database.inWorkspace(workspace, async (trx, now) => {
      const deletion = await this.#require(trx, workspace, id);
      await trx
        .updateTable('deletionItems')
        .set({ dismissedAt: now, dismissedBy: actor })
        .where('workspace', '=', workspace)
        .where('deletionId', '=', id)
        .where('position', '=', position)
        .where('outcomeCode', 'in', ['unknown', 'mismatch', 'gone'])
        .where('dismissedAt', 'is', null)
        .execute();
      return deletion;
    });
  }

  /** Without the lock, because it must not wait. */
  async keepAlive(workspace: string, id: string): Promise<void> {
    const { db, time } = this.#database;
    const alive = db.updateTable('deletions').set({ aliveAt: time });
    await alive.where('workspace', '=', workspace).where('id', '=', id).execute();
  }

  async #require(trx: Trx, workspace: string, id: string): Promise<DeletionRow> {
    const deletion = await this.find(workspace, id, trx);
    if (deletion === undefined || !(await this.#hasItem(trx, deletion))) throw createUnknownDeletionError();
    return deletion;
  }

  async #hasItem(trx: Trx, { workspace, id }: DeletionRow, { isOpen = false } = {}): Promise<boolean> {
    const items = trx.selectFrom('deletionItems').select('position').where('workspace', '=', workspace);
    const open = isOpen ? items.where('endedAt', 'is', null) : items;
    return (await open.where('deletionId', '=', id).limit(1).executeTakeFirst()) !== undefined;
  }
}

export const pausedSentence =
  'More than 30 seconds passed before the request could leave, so nothing was sent.';

function toRefusal(error: unknown): RefusalError {
  if (error instanceof RefusalError) return error;
  throw error;
}
