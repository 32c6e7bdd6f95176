import type { ProtectionJson } from '../../rules/deletion.ts';
import { noPolicy } from '../../rules/policy.ts';
import type { ProtectionRequest } from '../../rules/requests.ts';
import { toIso } from '../../rules/time.ts';
import type { Database } from '../database/database.ts';
import type { Access } from '../sessions/sessionStore.ts';
import { requireValidTargets } from './conditions.ts';
import { exactKey, guardKey, toStorable } from './deletionRows.ts';

/** A protection covers all spellings with its `guardKey`. Only its own removes it. */
export class Protections {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list({ workspace, actor }: Access, from = this.#database.db): Promise<ProtectionJson[]> {
    const rows = await from
      .selectFrom('protections')
      .select(['databaseName', 'instanceId', 'name', 'reason', 'actor', 'setAt'])
      .where('workspace', '=', workspace)
      .orderBy('setAt', 'desc')
      .execute();
    return rows.map((row) => ({ ...row, isOwn: row.actor === actor, setAt: toIso(row.setAt) }));
  }

  set(access: Access, { items, reason }: ProtectionRequest): Promise<ProtectionJson[]> {
    const { workspace, actor, token } = access;
    requireValidTargets(items, reason, noPolicy, token);
    return this.#database.inWorkspace(workspace, async (trx, setAt) => {
      const rows = items.map(({ databaseName, instanceId, name }) => ({
        ...{ workspace, databaseName, instanceId, reason, actor, setAt },
        name: name && toStorable(name),
        exactKey: exactKey({ databaseName, instanceId }),
        guardKey: guardKey(workspace, { databaseName, instanceId }),
      }));
      const insertion = trx.insertInto('protections').values(rows);
      await insertion.onConflict((conflict) => conflict.doNothing()).execute();
      return this.list(access, trx);
    });
  }

  remove(access: Access, { items }: ProtectionRequest): Promise<ProtectionJson[]> {
    const { workspace } = access;
    return this.#database.inWorkspace(workspace, async (trx) => {
      await trx
        .deleteFrom('protections')
        .where('workspace', '=', workspace)
        .where('exactKey', 'in', items.map(exactKey))
        .execute();
      return this.list(access, trx);
    });
  }
}
