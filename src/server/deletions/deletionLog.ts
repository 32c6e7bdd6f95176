import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { blankOutcome, instanceKey, type OutcomeJson, removesRow } from '../../rules/deletion.ts';
import { mayDelete } from '../../rules/mayDelete.ts';
import type { Policy } from '../../rules/policy.ts';
import type { Database } from '../database/database.ts';
import { type BulkDeletionRow, type DeletionRow, isUnresolved, type Tables } from '../database/schema.ts';
import type { Audit } from '../requestLog.ts';
import { createRuns } from './bulkStop.ts';
import { getStage, toOutcomeValues } from './deletionRows.ts';
import { throwFirst } from './refusals.ts';

export type DeletionLog = ReturnType<typeof createDeletionLog>;

export type LogOptions = { database: Database; serviceId: string; policy: Policy; audit: Audit };

/** A transaction that holds the lock of its workspace. It notes what it settles for servers that have ended. */
export type WorkspaceTransaction = { trx: Transaction<Tables>; lost: DeletionRow[] };

/** What was sent so long ago (ms) and has no outcome: its server has ended, because a request takes at most 60 s. */
const maxSendingMs = 2 * 60_000;
/** A bulk delete without progress for so long (ms): its server has ended. */
const maxIdleMs = 5 * 60_000;
/** Rows of one statement. PostgreSQL allows 65 535 values, SQLite 32 766. */
const insertedAtOnce = 500;

/**
 * The table of deletions: write ahead, send, settle. An entry says that it was sent before its request leaves. So a server that is
 * killed between writing ahead and sending, or between sending and settling, leaves an entry without an outcome. `settleStale`
 * makes it `unknown`, because nobody knows if the request has left. What waits in a bulk delete becomes `not-sent`.
 */
export function createDeletionLog({ database, serviceId, policy, audit }: LogOptions) {
  const { db, now } = database;
  /** Random ID of this process. */
  const sender = randomUUID();
  /** IDs of the deletions and bulk deletions that this process works on. It settles them itself. */
  const active = new Set<string>();
  const turns = new Map<string, Promise<unknown>>();
  const runs = createRuns(serviceId, now);

  function update(trx: Kysely<Tables>, values: Partial<DeletionRow>) {
    return trx.updateTable('deletions').set(values).where('serviceId', '=', serviceId);
  }

  function find(id: string, from: Kysely<Tables> = db): Promise<DeletionRow | undefined> {
    const rows = from.selectFrom('deletions').selectAll();
    return rows.where((row) => row.and({ serviceId, id })).executeTakeFirst();
  }

  /** Such transactions of a workspace run one after the other, also across replicas. */
  async function inWorkspace<Result>(
    workspace: string,
    work: (transaction: WorkspaceTransaction) => Promise<Result>,
  ): Promise<Result> {
    const lost: DeletionRow[] = [];
    const result = await takeTurn(workspace, () =>
      db.transaction().execute(async (trx) => {
        await database.lock(trx, JSON.stringify([serviceId, workspace]));
        return work({ trx, lost });
      }),
    );
    // The token went with its server.
    for (const row of lost) audit(row, { code: 'unknown', status: null }, null);
    return result;
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
  async function settleIn(
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

  async function findStale(from: Kysely<Tables>, workspace: string) {
    const entries = from.selectFrom('deletions').selectAll().where(isUnresolved);
    const open = await entries
      .where((row) => row.and({ serviceId, workspace, outcomeCode: null }))
      .where('sentAt', 'is not', null)
      .execute();
    const rows = from.selectFrom('bulkDeletions').selectAll();
    const running = await rows.where((row) => row.and({ serviceId, workspace, endedAt: null })).execute();
    return {
      entries: open.filter((row) => isStale(row, row.sentAt ?? 0, maxSendingMs)),
      runs: running.filter((row) => isStale(row, row.progressAt, maxIdleMs)),
    };
  }

  function isStale(row: DeletionRow | BulkDeletionRow, since: number, maxMs: number): boolean {
    if (active.has(row.id)) return false;
    return now() - since > maxMs || (database.isExclusive && row.sender !== sender);
  }

  /** Settles what a server that has ended left open in a workspace. */
  async function settleStale({ trx, lost }: WorkspaceTransaction, workspace: string): Promise<void> {
    const stale = await findStale(trx, workspace);
    for (const row of stale.entries) {
      const settled = await settleIn(trx, row, endedBeforeResult, true);
      if (settled !== undefined) lost.push(settled);
    }
    for (const { id } of stale.runs) await runs.end(trx, id);
  }

  return {
    ...{ database, serviceId, policy, sender, active, runs, find, inWorkspace, settleStale },

    /**
     * The decision for instances of one workspace, after what a server that has ended left open is settled. `ownId` is an entry
     * that is no obstacle. Throws the refusal.
     */
    async decide(
      transaction: WorkspaceTransaction,
      workspace: string,
      rows: readonly DeletionRow[],
      ownId: string | null = null,
    ): Promise<void> {
      const { trx } = transaction;
      const [first] = rows;
      const isOne = rows.length === 1 && first !== undefined;
      const target = isOne && { databaseName: first.databaseName, instanceId: first.instanceId };
      const place = { serviceId, workspace, ...target };
      const readEntries = async () => {
        const entries = trx.selectFrom('deletions').selectAll().where(isUnresolved);
        return (await entries.where((each) => each.and(place)).execute()).filter(({ id }) => id !== ownId);
      };
      let entries = await readEntries();
      if (entries.some(({ outcomeCode }) => outcomeCode === null)) {
        await settleStale(transaction, workspace);
        entries = await readEntries();
      }
      const protections = await trx
        .selectFrom('protections')
        .selectAll()
        .where((each) => each.and({ ...place, removedAt: null }))
        .execute();
      const entriesOf = new Map<string, DeletionRow[]>();
      for (const entry of entries)
        entriesOf.set(toKey(entry), [...(entriesOf.get(toKey(entry)) ?? []), entry]);
      const protectionOf = new Map(protections.map((each) => [toKey(each), each]));
      const decisions = rows.map((row) => {
        const deletions = (entriesOf.get(toKey(row)) ?? []).map((each) => ({
          ...each,
          stage: getStage(each),
        }));
        return mayDelete(row, { policy, deletions, protection: protectionOf.get(toKey(row)) ?? null });
      });
      throwFirst(rows, decisions);
    },

    /** False if one has the ID of an entry, or an open entry of its instance. Then some may have been inserted. */
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
        const settled = await settleIn(trx, row, outcome, false);
        return settled ?? (await find(row.id, trx)) ?? row;
      });
    },

    /** Before the log is read. */
    async settleStaleOf(workspace: string): Promise<void> {
      const stale = await findStale(db, workspace);
      // Again in the transaction, because another replica may have settled them, or a run may have gone on.
      if (stale.entries.length + stale.runs.length > 0)
        await inWorkspace(workspace, (transaction) => settleStale(transaction, workspace));
    },

    /** What stays on screen until then. Undefined if it can't be dismissed, or was already. */
    dismiss(workspace: string, id: string): Promise<DeletionRow | undefined> {
      return update(db, { dismissedAt: now() })
        .where((each) => each.and({ workspace, id, dismissedAt: null }))
        .where('outcomeCode', 'in', ['unknown', 'mismatch', 'gone'])
        .returningAll()
        .executeTakeFirst();
    },
  };
}

const endedBeforeResult = {
  ...blankOutcome,
  code: 'unknown' as const,
  message: "The console's server ended before it had a result.",
};

function toKey({ databaseName, instanceId }: Pick<DeletionRow, 'databaseName' | 'instanceId'>): string {
  return instanceKey(databaseName, instanceId);
}
