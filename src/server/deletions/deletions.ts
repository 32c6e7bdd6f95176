import { randomUUID } from 'node:crypto';
import type { DeletionLogPageJson, ProtectionJson } from '../../rules/deletion.ts';
import { noPolicy } from '../../rules/policy.ts';
import type { ProtectionRequest } from '../../rules/requests.ts';
import { isEndedAndResolved } from '../database/schema.ts';
import { RefusalError } from '../refusal.ts';
import type { Access } from '../sessions/access.ts';
import { createBulkDeletionRunner } from './bulkDeletions.ts';
import { createDeletionLog, type DeletionLogOptions } from './deletionLog.ts';
import { toDeletionJson, toProtectionJson, toStorable } from './deletionRows.ts';
import { type LogPageQuery, readLog } from './readLog.ts';
import { checkDeleteRequest } from './refusals.ts';
import { createDeletionSender, type DeletionSenderOptions, systemClock } from './sender.ts';

export type Deletions = ReturnType<typeof createDeletions>;

export type DeletionsOptions = DeletionLogOptions &
  Omit<DeletionSenderOptions, 'clock'> & {
    keepDays: number;
    clock?: DeletionSenderOptions['clock'];
  };

const dayMs = 24 * 60 * 60_000;
/** Rows of one statement, because SQLite runs in the thread of the server. */
const removedAtOnce = 500;

/** Everything about deletions. A refusal is thrown as RefusalError; then nothing was stored or sent. */
export function createDeletions({ clock = systemClock, ...options }: DeletionsOptions) {
  const { database, serviceId, keepDays } = options;
  const { db, now } = database;
  const log = createDeletionLog(options);
  const sender = createDeletionSender(log, { ...options, clock });
  const bulkDeletions = createBulkDeletionRunner(log, sender, clock);
  void sender.track(settleOpen()).catch(() => undefined);
  void removeOldEntriesDaily();

  /** What an earlier process left open in its file. With PostgreSQL, another replica may still be sending. */
  async function settleOpen(): Promise<void> {
    if (!database.isExclusive) return;
    const entries = db.selectFrom('deletions').select('workspace');
    const open = entries.where((row) => row.and({ serviceId, outcomeCode: null }));
    const bulks = db.selectFrom('bulkDeletions').select('workspace');
    const running = bulks.where((row) => row.and({ serviceId, endedAt: null }));
    for (const { workspace } of await open.union(running).execute()) await log.settleStale(workspace);
  }

  async function removeOldEntriesDaily(): Promise<void> {
    while (!sender.isClosing()) {
      await sender.track(removeOldEntries()).catch(() => undefined);
      await sender.pause(dayMs);
    }
  }

  /** What is resolved and older than `keepDays` (1 or more), in all workspaces. */
  async function removeOldEntries(): Promise<void> {
    const end = now() - keepDays * dayMs;
    const entries = db.selectFrom('deletions').where('serviceId', '=', serviceId);
    const old = entries
      .select('id')
      .where('endedAt', '<', end)
      .where(isEndedAndResolved)
      .limit(removedAtOnce);
    const removal = db.deleteFrom('deletions').where('serviceId', '=', serviceId).where('id', 'in', old);
    while ((await removal.returning('id').execute()).length === removedAtOnce);
    const bulks = db.deleteFrom('bulkDeletions').where('serviceId', '=', serviceId);
    const kept = entries.select('bulkId').where('bulkId', 'is not', null);
    await bulks.where('endedAt', '<', end).where('id', 'not in', kept).execute();
    const protections = db.deleteFrom('protections').where('serviceId', '=', serviceId);
    await protections.where('removedAt', '<', end).execute();
  }

  async function listProtections({ workspace, actor }: Access): Promise<ProtectionJson[]> {
    const rows = db.selectFrom('protections').selectAll().orderBy('setAt', 'desc');
    const inForce = rows.where((row) => row.and({ serviceId, workspace, removedAt: null }));
    return (await inForce.execute()).map((row) => toProtectionJson(row, actor));
  }

  return {
    ...{ sender, bulkDeletions },

    async isKnown(id: string): Promise<boolean> {
      const rows = db.selectFrom('bulkDeletions').select('id');
      const bulk = rows.where((row) => row.and({ serviceId, id })).executeTakeFirst();
      return (await log.find(id)) !== undefined || (await bulk) !== undefined;
    },

    async list(access: Access, query: LogPageQuery): Promise<DeletionLogPageJson> {
      // A database that can be read only still shows what it has.
      await log.settleStale(access.workspace).catch(() => undefined);
      return readLog(log, access, query);
    },

    async dismiss({ workspace, actor }: Access, id: string) {
      const entries = db.updateTable('deletions').set({ dismissedAt: now() });
      const dismissed = await entries
        .where((row) => row.and({ serviceId, workspace, id, dismissedAt: null }))
        .where('outcomeCode', 'in', ['unknown', 'mismatch', 'gone'])
        .returningAll()
        .executeTakeFirst();
      const row = dismissed ?? (await log.find(id));
      if (row?.workspace !== workspace) throw new RefusalError('invalid', 'This deletion is unknown.', 404);
      if (row.dismissedAt === null)
        throw new RefusalError('invalid', 'Only what is unclear can be dismissed.');
      return toDeletionJson(row, actor);
    },

    /** Refuses every delete of an instance, until an admin removes it. One that is in force stays as it is. */
    async setProtection(access: Access, { databaseName, instanceId, name, reason }: ProtectionRequest) {
      const { workspace, actor, token } = access;
      const target = { databaseName, instanceId, name };
      checkDeleteRequest([target], reason, noPolicy, [token]);
      await log.inWorkspace(workspace, (trx) => {
        const shown = { ...target, name: name && toStorable(name), reason, actor };
        const row = { id: randomUUID(), serviceId, workspace, ...shown, setAt: now() };
        const insertion = trx.insertInto('protections').values({ ...row, removedAt: null, removedBy: null });
        return insertion.onConflict((conflict) => conflict.doNothing()).execute();
      });
      return listProtections(access);
    },

    async removeProtection(access: Access, { databaseName, instanceId }: ProtectionRequest) {
      const { workspace, actor } = access;
      await log.inWorkspace(workspace, (trx) => {
        const removal = trx.updateTable('protections').set({ removedAt: now(), removedBy: actor });
        const target = { serviceId, workspace, databaseName, instanceId };
        return removal.where((row) => row.and({ ...target, removedAt: null })).execute();
      });
      return listProtections(access);
    },
  };
}
