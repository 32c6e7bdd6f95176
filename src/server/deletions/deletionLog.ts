import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely';
import { type DeletionStage, instanceKey } from '../../rules/deletion.ts';
import { type DeleteSubject, mayDelete } from '../../rules/mayDelete.ts';
import { type OutcomeJson, removesRow } from '../../rules/outcome.ts';
import type { Policy } from '../../rules/policy.ts';
import type { Refusal } from '../../rules/requests.ts';
import type { Database } from '../database/database.ts';
import { type DeletionRow, isUnresolved, type Tables } from '../database/schema.ts';

export type DeletionLog = ReturnType<typeof createDeletionLog>;

/** A transaction that holds the lock of its workspace. */
export type WorkspaceTransaction = Transaction<Tables>;

/** Rows of one statement. PostgreSQL allows 65 535 values, SQLite 32 766. */
const insertedAtOnce = 500;

export function getStage({
  outcomeCode,
  sentAt,
}: Pick<DeletionRow, 'outcomeCode' | 'sentAt'>): DeletionStage {
  return outcomeCode ?? (sentAt === null ? 'waiting' : 'sending');
}

/**
 * The table of deletions: write ahead, send, settle. An entry that was sent and has no outcome means `unknown`, so a crash at
 * any point leaves a true entry.
 */
export function createDeletionLog(database: Database, serviceId: string, policy: Policy) {
  const { db, now } = database;

  function update(trx: Kysely<Tables>, values: Partial<DeletionRow>) {
    return trx.updateTable('deletions').set(values).where('serviceId', '=', serviceId);
  }

  function find(id: string, from: Kysely<Tables> = db): Promise<DeletionRow | undefined> {
    const entries = from.selectFrom('deletions').selectAll().where('serviceId', '=', serviceId);
    return entries.where('id', '=', id).executeTakeFirst();
  }

  /** Such transactions of a workspace run one after the other, also across replicas. */
  function inWorkspace<Result>(workspace: string, work: (trx: WorkspaceTransaction) => Promise<Result>) {
    return db.transaction().execute(async (trx) => {
      await database.lock(trx, JSON.stringify([serviceId, workspace]));
      return work(trx);
    });
  }

  /** The first outcome counts, unless it was assumed. Undefined if it stays as it is. */
  async function settleIn(
    trx: WorkspaceTransaction,
    row: DeletionRow,
    outcome: OutcomeJson,
    { isAssumed }: { isAssumed: boolean },
  ): Promise<DeletionRow | undefined> {
    const { code } = outcome;
    const { id, workspace, databaseName, instanceId } = row;
    const endedAt = now();
    const settled = await update(trx, {
      ...{ outcomeCode: code, outcome: JSON.stringify(outcome), endedAt, isAssumed: isAssumed ? 1 : 0 },
      ...(code === 'not-sent' && { sentAt: null }),
      // What an admin dismissed, or a later deletion closed, was "we don't know". That still holds for an `unknown`.
      ...(code !== 'unknown' && { dismissedAt: null }),
    })
      .where('id', '=', id)
      .where((each) => (isAssumed ? openOnly(each) : each.or([openOnly(each), each('isAssumed', '=', 1)])))
      .returningAll()
      .executeTakeFirst();
    if (settled === undefined) return undefined;
    const target = { serviceId, workspace, databaseName, instanceId };
    // A later deletion of the instance closes an earlier `unknown`, or takes its place.
    if (removesRow(code) || code === 'unknown')
      await update(trx, { dismissedAt: endedAt })
        .where((each) => each.and({ ...target, outcomeCode: 'unknown' }))
        .where(isUnresolved)
        // The sum keeps SQLite from reading all older entries by their index.
        .where(sql`confirmed_at + 0`, '<=', row.confirmedAt)
        .where('id', '!=', id)
        .execute();
    if (code === 'deleted' || code === 'accepted')
      await trx
        .deleteFrom('addedInstances')
        .where((each) => each.and(target))
        .execute();
    return settled;
  }

  return {
    ...{ database, serviceId, policy, find, inWorkspace },
    /** Random ID of this process. */
    sender: randomUUID(),
    /** IDs of the deletions and bulk deletions that this process works on. It settles them itself. */
    active: new Set<string>(),

    /** The decision for instances of one workspace. `ownId` is an entry that is no obstacle. */
    async findRefusals(
      trx: WorkspaceTransaction,
      workspace: string,
      subjects: readonly (DeleteSubject & { instanceId: string })[],
      ownId: string | null = null,
    ): Promise<(Refusal | null)[]> {
      const [first] = subjects;
      const isOne = subjects.length === 1 && first !== undefined;
      const target = isOne && { databaseName: first.databaseName, instanceId: first.instanceId };
      const place = { serviceId, workspace, ...target };
      const entries = trx.selectFrom('deletions').selectAll().where(isUnresolved);
      const protections = trx.selectFrom('protections').selectAll().where('removedAt', 'is', null);
      const entriesOf = new Map<string, DeletionRow[]>();
      for (const entry of await entries.where((each) => each.and(place)).execute())
        if (entry.id !== ownId) entriesOf.set(keyOf(entry), [...(entriesOf.get(keyOf(entry)) ?? []), entry]);
      const inForce = await protections.where((each) => each.and(place)).execute();
      const protectionOf = new Map(inForce.map((each) => [keyOf(each), each]));
      return subjects.map((subject) => {
        const found = entriesOf.get(keyOf(subject)) ?? [];
        const deletions = found.map((each) => ({ ...each, stage: getStage(each) }));
        return mayDelete(subject, {
          policy,
          deletions,
          protection: protectionOf.get(keyOf(subject)) ?? null,
        });
      });
    },

    /** False if one has the ID of an entry, or an open entry of its instance. Then some may have been inserted. */
    async insert(trx: WorkspaceTransaction, rows: readonly DeletionRow[]): Promise<boolean> {
      let count = 0;
      for (let start = 0; start < rows.length; start += insertedAtOnce) {
        const insertion = trx.insertInto('deletions').values(rows.slice(start, start + insertedAtOnce));
        const unique = insertion.onConflict((conflict) => conflict.doNothing());
        count += (await unique.returning('id').execute()).length;
      }
      return count === rows.length;
    },

    /** By the process that sends it. Returns what is then stored. */
    settle(row: DeletionRow, outcome: OutcomeJson): Promise<DeletionRow | undefined> {
      return inWorkspace(row.workspace, async (trx) => {
        const settled = await settleIn(trx, row, outcome, { isAssumed: false });
        return settled ?? find(row.id, trx);
      });
    },

    /** For a process that has ended. */
    assume(trx: WorkspaceTransaction, row: DeletionRow, outcome: OutcomeJson) {
      return settleIn(trx, row, outcome, { isAssumed: true });
    },

    /** What stays on screen until then. Undefined if it can't be dismissed, or was already. */
    dismiss(workspace: string, id: string): Promise<DeletionRow | undefined> {
      return update(db, { dismissedAt: now() })
        .where((each) => each.and({ workspace, id }))
        .where('outcomeCode', 'in', ['unknown', 'mismatch', 'gone'])
        .where('dismissedAt', 'is', null)
        .returningAll()
        .executeTakeFirst();
    },
  };
}

function openOnly(each: ExpressionBuilder<Tables, 'deletions'>) {
  return each('outcomeCode', 'is', null);
}

function keyOf({ databaseName, instanceId }: Pick<DeletionRow, 'databaseName' | 'instanceId'>): string {
  return instanceKey(databaseName, instanceId);
}
