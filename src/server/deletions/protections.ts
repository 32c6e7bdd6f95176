import { randomUUID } from 'node:crypto';
import type { ProtectionJson } from '../../rules/deletion.ts';
import { noPolicy } from '../../rules/policy.ts';
import type { ProtectionRequest } from '../../rules/requests.ts';
import type { Access } from '../sessions/access.ts';
import type { DeletionLog } from './deletionLog.ts';
import { toProtectionJson } from './readLog.ts';
import { findRequestRefusal } from './refusals.ts';

/** An admin's protection of an instance refuses every delete of it, until an admin removes it. Both return those in force. */
export function createProtections({ database, serviceId, inWorkspace }: DeletionLog) {
  const { db, now } = database;

  async function listInForce({ workspace, actor }: Access): Promise<ProtectionJson[]> {
    const rows = db.selectFrom('protections').selectAll().where('serviceId', '=', serviceId);
    const inForce = rows.where('workspace', '=', workspace).where('removedAt', 'is', null);
    return (await inForce.orderBy('setAt', 'desc').execute()).map((row) => toProtectionJson(row, actor));
  }

  return {
    /** One that is in force stays as it is. */
    async set(access: Access, { databaseName, instanceId, name, reason }: ProtectionRequest) {
      const { workspace, actor, token } = access;
      const target = { databaseName, instanceId, name, created: null };
      const refusal = findRequestRefusal([target], reason, noPolicy, token);
      if (refusal !== null) throw refusal;
      await inWorkspace(workspace, (trx) => {
        const row = { id: randomUUID(), serviceId, workspace, databaseName, instanceId, name, reason, actor };
        const insertion = trx
          .insertInto('protections')
          .values({ ...row, setAt: now(), removedAt: null, removedBy: null });
        return insertion.onConflict((conflict) => conflict.doNothing()).execute();
      });
      return listInForce(access);
    },

    async remove(access: Access, { databaseName, instanceId }: ProtectionRequest) {
      const { workspace, actor } = access;
      await inWorkspace(workspace, (trx) => {
        const removal = trx.updateTable('protections').set({ removedAt: now(), removedBy: actor });
        const target = { serviceId, workspace, databaseName, instanceId };
        return removal
          .where((each) => each.and(target))
          .where('removedAt', 'is', null)
          .execute();
      });
      return listInForce(access);
    },
  };
}
