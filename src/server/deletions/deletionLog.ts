import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { instanceKey } from '../../rules/deletion.ts';
import { type DeleteSubject, mayDelete } from '../../rules/mayDelete.ts';
import { type OutcomeJson, removesRow } from '../../rules/outcome.ts';
import type { Policy } from '../../rules/policy.ts';
import type { Refusal } from '../../rules/requests.ts';
import type { Database } from '../database/database.ts';
import { isUnresolved } from '../database/migrations.ts';
import type { DeletionRow, Tables } from '../database/tables.ts';
import { getStage } from './deletionJson.ts';

export type DeletionLog = ReturnType<typeof createDeletionLog>;

/** A transaction that holds the lock of its workspace. */
export type WorkspaceTransaction = Transaction<Tables>;

/** Rows of one statement. PostgreSQL allows 65 535 values, SQLite 32 766. */
const insertedAtOnce = 500;

/**
 * The table of deletions: write ahead, send, settle. An entry that was sent and has no outcome means `unknown`, so a crash at
 * any point leaves a true entry.
 */
export function createDeletionLog(database: Database, serviceId: string, policy: Policy) {
  const { db, now } = database;

  async function settleIn(
    trx: WorkspaceTransaction,
    row: DeletionRow,
    outcome: OutcomeJson,
    { isAssumed }: { isAssumed: boolean },
  ): Promise<DeletionRow | undefined> {
    const { code } = outcome;
    const { workspace, databaseName, instanceId } = row;
    const endedAt = now();
    const settled = await trx
      .updateTable('deletions')
      .set({ outcomeCode: code, outcome: JSON.stringify(outcome), endedAt, isAssumed: isAssumed ? 1 : 0 })
      .$if(code === 'not-sent', (update) => update.set({ sentAt: null }))
      // What an admin dismissed, or a later deletion closed, was "we don't know". That still holds for an `unknown`.
      .$if(code !== 'unknown', (update) => update.set({ dismissedAt: null }))
      .where((each) => each.and({ serviceId, id: row.id }))
      .where((each) =>
        each.or([each('outcomeCode', 'is', null), ...(isAssumed ? [] : [each('isAssumed', '=', 1)])]),
      )
      .returningAll()
      .executeTakeFirst();
    if (settled === undefined) return undefined;
    // A later deletion of the instance closes an earlier `unknown`, or takes its place.
    if (removesRow(code) || code === 'unknown')
      await trx
        .updateTable('deletions')
        .set({ dismissedAt: endedAt })
        .where((each) => each.and({ serviceId, workspace, databaseName, instanceId, outcomeCode: 'unknown' }))
        .where('dismissedAt', 'is', null)
        .where('confirmedAt', '<=', row.confirmedAt)
        .where('id', '!=', row.id)
        .execute();
    if (code === 'deleted' || code === 'accepted')
      await trx
        .deleteFrom('addedInstances')
        .where((each) => each.and({ serviceId, workspace, databaseName, instanceId }))
        .execute();
    return settled;
  }

  const log = {
    database,
    serviceId,
    policy,
    /** Random ID of this process. */
    sender: randomUUID(),
    /** IDs of the deletions and bulk deletions that this process works on. It settles them itself. */
    active: new Set<string>(),

    /** Such transactions of a workspace run one after the other, also across replicas. */
    inWorkspace<Result>(
      workspace: string,
      work: (trx: WorkspaceTransaction) => Promise<Result>,
    ): Promise<Result> {
      return db.transaction().execute(async (trx) => {
        await database.lock(trx, JSON.stringify([serviceId, workspace]));
        return work(trx);
      });
    },

    /** In any workspace, because an ID is never used twice. */
    find(id: string, from: Kysely<Tables> = db): Promise<DeletionRow | undefined> {
      return from
        .selectFrom('deletions')
        .selectAll()
        .where((each) => each.and({ serviceId, id }))
        .executeTakeFirst();
    },

    /** The decision for instances of one workspace. `ownId` is an entry that is no obstacle. */
    async findRefusals(
      trx: WorkspaceTransaction,
      workspace: string,
      subjects: readonly (DeleteSubject & { instanceId: string })[],
      ownId: string | null = null,
    ): Promise<(Refusal | null)[]> {
      const [first] = subjects;
      const isOne = subjects.length === 1 && first !== undefined;
      const place = isOne
        ? { serviceId, workspace, databaseName: first.databaseName, instanceId: first.instanceId }
        : { serviceId, workspace };
      const entries = await trx
        .selectFrom('deletions')
        .select(['id', 'databaseName', 'instanceId', 'outcomeCode', 'sentAt', 'dismissedAt'])
        .where((each) => each.and(place))
        .where(isUnresolved)
        .execute();
      const protections = await trx
        .selectFrom('protections')
        .select(['databaseName', 'instanceId', 'actor', 'reason'])
        .where((each) => each.and(place))
        .where('removedAt', 'is', null)
        .execute();
      const protectionOf = new Map(protections.map((each) => [keyOf(each), each]));
      const entriesOf = new Map<string, typeof entries>();
      for (const entry of entries)
        if (entry.id !== ownId) entriesOf.set(keyOf(entry), [...(entriesOf.get(keyOf(entry)) ?? []), entry]);
      return subjects.map((subject) => {
        const deletions = (entriesOf.get(keyOf(subject)) ?? []).map((entry) => ({
          stage: getStage(entry),
          dismissedAt: entry.dismissedAt,
        }));
        return mayDelete(subject, {
          policy,
          deletions,
          protection: protectionOf.get(keyOf(subject)) ?? null,
        });
      });
    },

    /** False if one has the ID of an entry, or an open entry of the same instance. Then some may have been inserted. */
    async insert(trx: WorkspaceTransaction, rows: readonly DeletionRow[]): Promise<boolean> {
      let count = 0;
      for (let start = 0; start < rows.length; start += insertedAtOnce) {
        const inserted = await trx
          .insertInto('deletions')
          .values(rows.slice(start, start + insertedAtOnce))
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .execute();
        count += inserted.length;
      }
      return count === rows.length;
    },

    /** By the process that sends it. The first outcome counts, unless somebody else assumed it. Returns what is stored. */
    settle(row: DeletionRow, outcome: OutcomeJson): Promise<DeletionRow | undefined> {
      return log.inWorkspace(
        row.workspace,
        async (trx) => (await settleIn(trx, row, outcome, { isAssumed: false })) ?? log.find(row.id, trx),
      );
    },

    /** What stays on screen until then. Undefined if it can't be dismissed, or was already. */
    dismiss(workspace: string, id: string): Promise<DeletionRow | undefined> {
      return db
        .updateTable('deletions')
        .set({ dismissedAt: now() })
        .where((each) => each.and({ serviceId, workspace, id }))
        .where('outcomeCode', 'in', ['unknown', 'mismatch', 'gone'])
        .where('dismissedAt', 'is', null)
        .returningAll()
        .executeTakeFirst();
    },

    /** For a process that has ended. Undefined if there is an outcome already. */
    assume(
      trx: WorkspaceTransaction,
      row: DeletionRow,
      outcome: OutcomeJson,
    ): Promise<DeletionRow | undefined> {
      return settleIn(trx, row, outcome, { isAssumed: true });
    },
  };
  return log;
}

function keyOf({ databaseName, instanceId }: { databaseName: string; instanceId: string }): string {
  return instanceKey(databaseName, instanceId);
}
