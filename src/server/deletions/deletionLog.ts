import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { blankOutcome, instanceKey, type OutcomeJson, removesRow } from '../../rules/deletion.ts';
import { mayDelete } from '../../rules/mayDelete.ts';
import type { Policy } from '../../rules/policy.ts';
import type { Database } from '../database/database.ts';
import {
  type BulkDeletionRow,
  type DeletionRow,
  isOpenOrUnresolved,
  type Tables,
} from '../database/schema.ts';
import type { WriteAudit } from './audit.ts';
import { getStage, toOutcomeValues } from './deletionRows.ts';
import { type BulkStop, restartStop, throwIfRefused } from './refusals.ts';

export type DeletionLog = ReturnType<typeof createDeletionLog>;

export type DeletionLogOptions = { database: Database; serviceId: string; policy: Policy; audit: WriteAudit };

/** What was stored so long ago (ms) and has no outcome: its server has ended. It sends within 30 s, and then waits for 60 s. */
const maxSendingMs = 2 * 60_000;
/** A bulk delete without progress for so long (ms): its server has ended. */
const maxIdleMs = 5 * 60_000;
/** Rows of one statement. PostgreSQL allows 65 535 values, SQLite 32 766. */
const insertedAtOnce = 500;

/** An entry says that it was sent before its request leaves. So a killed server leaves it open, and `settleStale` makes it `unknown`. */
export function createDeletionLog({ database, serviceId, policy, audit }: DeletionLogOptions) {
  const { db, now } = database;
  const processId = randomUUID();
  /** IDs of what this process works on, and settles itself: `sender.ts` and `bulkDeletions.ts` add and remove them. */
  const active = new Set<string>();
  const turns = new Map<string, Promise<unknown>>();

  function update(trx: Kysely<Tables>, values: Partial<DeletionRow>) {
    return trx.updateTable('deletions').set(values).where('serviceId', '=', serviceId);
  }

  /** Of a bulk delete that hasn't ended. */
  function updateBulk(trx: Kysely<Tables>, id: string, values: Partial<BulkDeletionRow>) {
    const rows = trx.updateTable('bulkDeletions').set(values);
    return rows.where((row) => row.and({ serviceId, id, endedAt: null }));
  }

  function find(id: string, from: Kysely<Tables> = db): Promise<DeletionRow | undefined> {
    const rows = from.selectFrom('deletions').selectAll();
    return rows.where((row) => row.and({ serviceId, id })).executeTakeFirst();
  }

  /** Such transactions of a workspace run one after the other, also across replicas. */
  function inWorkspace<Result>(
    workspace: string,
    work: (trx: Transaction<Tables>) => Promise<Result>,
  ): Promise<Result> {
    return takeTurn(workspace, () =>
      db.transaction().execute(async (trx) => {
        await database.lock(trx, JSON.stringify([serviceId, workspace]));
        return work(trx);
      }),
    );
  }

  /** Those of this process wait here, because in the database each would hold a connection while it waits. */
  function takeTurn<Result>(workspace: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (turns.get(workspace) ?? Promise.resolve()).then(work);
    const ended: Promise<unknown> = turn
      .catch(() => undefined)
      .then(() => turns.get(workspace) === ended && turns.delete(workspace));
    turns.set(workspace, ended);
    return turn;
  }

  /** The first outcome counts, unless it was assumed for a server that had ended. Undefined if the entry stays as it is. */
  async function writeOutcome(
    trx: Transaction<Tables>,
    row: DeletionRow,
    outcome: OutcomeJson,
    isAssumed: boolean,
  ): Promise<DeletionRow | undefined> {
    const { code } = outcome;
    const { id, workspace, databaseName, instanceId } = row;
    const values = toOutcomeValues(outcome, row.sentAt, now());
    const settled = await update(trx, {
      ...{ ...values, isAssumed: isAssumed ? 1 : 0 },
      // What an admin dismissed, or a later deletion closed, was "we don't know". That still holds for an `unknown`.
      ...(code !== 'unknown' && { dismissedAt: null }),
    })
      .where('id', '=', id)
      .where(({ or, and }) => or([and({ outcomeCode: null }), ...(isAssumed ? [] : [and({ isAssumed: 1 })])]))
      .returningAll()
      .executeTakeFirst();
    if (settled === undefined) return undefined;
    const target = { serviceId, workspace, databaseName, instanceId };
    // A later deletion of the instance closes an earlier `unknown`, or takes its place.
    if (removesRow(code) || code === 'unknown')
      await update(trx, { dismissedAt: values.endedAt })
        .where((each) => each.and({ ...target, outcomeCode: 'unknown' }))
        .where(isOpenOrUnresolved)
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

  async function findStale(from: Kysely<Tables>, workspace: string) {
    const entries = from.selectFrom('deletions').selectAll().where(isOpenOrUnresolved);
    const open = await entries
      .where((row) => row.and({ serviceId, workspace, outcomeCode: null }))
      .where('sentAt', 'is not', null)
      .execute();
    const rows = from.selectFrom('bulkDeletions').selectAll();
    const running = await rows.where((row) => row.and({ serviceId, workspace, endedAt: null })).execute();
    return {
      entries: open.filter((row) => isStale(row, row.sentAt ?? 0, maxSendingMs)),
      bulks: running.filter((row) => isStale(row, row.progressAt, maxIdleMs)),
    };
  }

  function isStale(row: DeletionRow | BulkDeletionRow, since: number, maxMs: number): boolean {
    if (active.has(row.id)) return false;
    return now() - since > maxMs || (database.isExclusive && row.sender !== processId);
  }

  /** No more requests leave, and what waits is `not-sent`. */
  async function stopBulk(trx: Kysely<Tables>, id: string, { reason, message }: BulkStop): Promise<void> {
    const outcome = { ...blankOutcome, code: 'not-sent' as const, message };
    await update(trx, toOutcomeValues(outcome, null, now()))
      .where((item) => item.and({ bulkId: id, sentAt: null, outcomeCode: null }))
      .execute();
    const running = updateBulk(trx, id, { stopReason: reason, waitsUntil: null });
    await running.where('stopReason', 'is', null).execute();
  }

  async function endBulk(trx: Kysely<Tables>, id: string): Promise<void> {
    const items = trx.selectFrom('deletions').select('id');
    const waiting = items.where((item) =>
      item.and({ serviceId, bulkId: id, sentAt: null, outcomeCode: null }),
    );
    if ((await waiting.executeTakeFirst()) !== undefined) await stopBulk(trx, id, restartStop);
    await updateBulk(trx, id, { endedAt: now(), waitsUntil: null }).execute();
  }

  /** Settles what servers that have ended left open in a workspace. Before it is read, and before something is decided. */
  async function settleStale(workspace: string): Promise<void> {
    const { entries, bulks } = await findStale(db, workspace);
    if (entries.length + bulks.length === 0) return;
    const settled = await inWorkspace(workspace, async (trx) => {
      // Again, because another replica may have settled them, or a bulk delete may have gone on.
      const stale = await findStale(trx, workspace);
      const rows: (DeletionRow | undefined)[] = [];
      for (const row of stale.entries) rows.push(await writeOutcome(trx, row, endedBeforeResult, true));
      for (const { id } of stale.bulks) await endBulk(trx, id);
      return rows;
    });
    // The token went with its server.
    for (const row of settled) if (row !== undefined) audit(row, { code: 'unknown', status: null }, null);
  }

  return {
    ...{ database, serviceId, policy, processId, active },
    ...{ find, inWorkspace, updateBulk, stopBulk, endBulk, settleStale },

    /** The decision for instances of one workspace. An entry with the ID of a row is no obstacle. Throws the refusal. */
    async requireMayDelete(
      trx: Transaction<Tables>,
      workspace: string,
      rows: readonly DeletionRow[],
    ): Promise<void> {
      const [first] = rows;
      const isOne = rows.length === 1 && first !== undefined;
      const target = isOne && { databaseName: first.databaseName, instanceId: first.instanceId };
      const place = { serviceId, workspace, ...target };
      const entries = await trx
        .selectFrom('deletions')
        .selectAll()
        .where(isOpenOrUnresolved)
        .where((each) => each.and(place))
        .execute();
      const protections = await trx
        .selectFrom('protections')
        .selectAll()
        .where((each) => each.and({ ...place, removedAt: null }))
        .execute();
      const ownIds = new Set(rows.map(({ id }) => id));
      const others = entries.filter(({ id }) => !ownIds.has(id));
      const deletionsOf = new Map(others.map((each) => [instanceKey(each), [] as DeletionRow[]]));
      for (const each of others) deletionsOf.get(instanceKey(each))?.push(each);
      const protectionOf = new Map(protections.map((each) => [instanceKey(each), each]));
      const decisions = rows.map((row) => {
        const key = instanceKey(row);
        const deletions = (deletionsOf.get(key) ?? []).map((each) => ({ ...each, stage: getStage(each) }));
        return mayDelete(row, { policy, deletions, protection: protectionOf.get(key) ?? null });
      });
      throwIfRefused(rows, decisions);
    },

    /** False if a row has the ID of an entry, or an open entry of its instance. With several rows, roll back then, because some may have been inserted. */
    async insert(trx: Transaction<Tables>, rows: readonly DeletionRow[]): Promise<boolean> {
      let count = 0;
      for (let start = 0; start < rows.length; start += insertedAtOnce) {
        const insertion = trx.insertInto('deletions').values(rows.slice(start, start + insertedAtOnce));
        const unique = insertion.onConflict((conflict) => conflict.doNothing());
        count += (await unique.returning('id').execute()).length;
      }
      return count === rows.length;
    },

    /** By the process that sends it. Returns what is then stored. It needs no lock, because the first outcome counts. */
    settle(row: DeletionRow, outcome: OutcomeJson): Promise<DeletionRow> {
      return db.transaction().execute(async (trx) => {
        const settled = await writeOutcome(trx, row, outcome, false);
        return settled ?? (await find(row.id, trx)) ?? row;
      });
    },
  };
}

const endedBeforeResult = {
  ...blankOutcome,
  code: 'unknown' as const,
  message: "The console's server ended before it had a result.",
};
