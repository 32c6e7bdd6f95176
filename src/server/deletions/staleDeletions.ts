import { blankOutcome } from '../../rules/outcome.ts';
import type { Database, Trx } from '../database/database.ts';
import type { DeletionRow, ItemRow } from '../database/schema.ts';
import { restartStop } from './nextStep.ts';
import { writeNotSent, writeOutcome, writeStop } from './outcomes.ts';

/** A live server says so every 20 s. */
const maxSilenceMs = 2 * 60_000;

export type SettledDeletion = { deletion: DeletionRow; items: readonly ItemRow[] };

/**
 * Settles what servers that have ended left open. One rule: a deletion that hasn't ended and isn't alive. Alive is what this
 * process works on (`isOwn`, asked after each query), and with PostgreSQL also what a different server said to work on within two minutes.
 */
export async function settleStale(
  database: Database,
  workspace: string,
  isOwn: (id: string) => boolean,
): Promise<SettledDeletion[]> {
  if ((await findStale(database, database.db, workspace, isOwn)).length === 0) return [];
  return database.inWorkspace(workspace, async (trx, now) => {
    const settled: SettledDeletion[] = [];
    // Again, because a different server may have settled them, or may be alive again.
    for (const deletion of await findStale(database, trx, workspace, isOwn)) {
      await writeStop(trx, deletion, restartStop.reason);
      const waiting = await writeNotSent(trx, now, deletion, {
        message: restartStop.message,
        isWaiting: true,
      });
      const sent = await trx
        .selectFrom('deletionItems')
        .selectAll()
        .where('workspace', '=', workspace)
        .where('deletionId', '=', deletion.id)
        .where('outcomeCode', 'is', null)
        .execute();
      const items: ItemRow[] = [...waiting];
      for (const item of sent)
        if (await writeOutcome(trx, now, deletion, item, endedBeforeResult, { isAssumed: true }))
          items.push({ ...item, outcomeCode: 'unknown' });
      settled.push({ deletion, items });
    }
    return settled;
  });
}

async function findStale(
  database: Database,
  from: Database['db'] | Trx,
  workspace: string,
  isOwn: (id: string) => boolean,
): Promise<DeletionRow[]> {
  const open = await from
    .selectFrom('deletions')
    .selectAll()
    .select(database.time.as('now'))
    .where('workspace', '=', workspace)
    .where('id', 'in', (items) =>
      items
        .selectFrom('deletionItems')
        .select('deletionId')
        .where('workspace', '=', workspace)
        .where('outcomeCode', 'is', null),
    )
    .execute();
  return open
    .filter(({ id, aliveAt, now }) => {
      if (isOwn(id)) return false;
      // A time in the future is that of a clock that was wrong.
      return !database.isShared || Math.abs(now - aliveAt) > maxSilenceMs;
    })
    .map(({ now: _, ...deletion }) => deletion);
}

const endedBeforeResult = {
  ...blankOutcome,
  code: 'unknown' as const,
  message: "The console's server ended before it had a result.",
};
