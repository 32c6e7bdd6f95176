import { randomUUID } from 'node:crypto';
import type { ProtectionJson } from '../../rules/deletion.ts';
import type { ProtectionRequest } from '../../rules/requests.ts';
import type { Access } from '../sessions/access.ts';
import { toProtectionJson } from './deletionJson.ts';
import type { DeletionLog } from './deletionLog.ts';

/** An admin's protection of an instance. It refuses every delete of it until an admin removes it. */
export function createProtections({ database, serviceId, inWorkspace }: DeletionLog) {
  const { db, now } = database;

  async function listInForce({ workspace, actor }: Access): Promise<ProtectionJson[]> {
    const rows = await db
      .selectFrom('protections')
      .selectAll()
      .where((each) => each.and({ serviceId, workspace }))
      .where('removedAt', 'is', null)
      .orderBy('setAt', 'desc')
      .orderBy('id')
      .execute();
    return rows.map((row) => toProtectionJson(row, actor));
  }

  return {
    /** A protection that is in force stays as it is. Returns those in force. */
    async set(access: Access, { databaseName, instanceId, name, reason }: ProtectionRequest) {
      const { workspace, actor } = access;
      const row = { id: randomUUID(), serviceId, workspace, databaseName, instanceId, name, reason, actor };
      await inWorkspace(workspace, (trx) =>
        trx
          .insertInto('protections')
          .values({ ...row, setAt: now(), removedAt: null, removedBy: null })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
      return listInForce(access);
    },

    async remove(access: Access, { databaseName, instanceId }: ProtectionRequest) {
      const { workspace, actor } = access;
      await inWorkspace(workspace, (trx) =>
        trx
          .updateTable('protections')
          .set({ removedAt: now(), removedBy: actor })
          .where((each) => each.and({ serviceId, workspace, databaseName, instanceId }))
          .where('removedAt', 'is', null)
          .execute(),
      );
      return listInForce(access);
    },
  };
}
