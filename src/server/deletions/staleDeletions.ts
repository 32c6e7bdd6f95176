import { blankOutcome } from '../../rules/outcome.ts';
import type { EpochMs } from '../../rules/time.ts';
import type { Database, Trx } from '../database/database.ts';
import type { DeletionRow, ItemRow } from '../database/schema.ts';
import { restartStop } from './nextStep.ts';
import { writeNotSent, writeOutcome, writeStop } from './outcomes.ts';

/** A live server says so every 20 s. */
const maxSilenceMs = 2 * 60_000;

type Options = {
  database: Database;
  /** True for what this process works on. Asked again after each query. */
  isOwn: (workspace: string, id: string) => boolean;
  onSettled: (deletion: DeletionRow, items: readonly ItemRow[]) => void;
  logError: (error: unknown, requestId: null) => void;
};

/**
 * Settles what servers that have ended left open. One rule: a deletion that hasn't ended and isn't alive. Alive is what this
 * process works on, and with PostgreSQL also what a different server said to work on within two minutes.
 */
export class StaleDeletions {
  readonly #options: Options;
  /** So that a failure of every poll is logged once. */
  #isFailing = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** What an earlier process left open. */
  async settleAll(): Promise<void> {
    const items = this.#options.database.db.selectFrom('deletionItems').select('workspace').distinct();
    for (const { workspace } of await items.where('endedAt', 'is', null).execute())
      await this.settle(workspace);
  }

  /** As `settle`, but a database that can only be read still shows what it has. */
  async trySettle(workspace: string): Promise<void> {
    try {
      await this.settle(workspace);
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#options.logError(error, null);
      this.#isFailing = true;
    }
  }

  async settle(workspace: string): Promise<void> {
    const { database, isOwn, onSettled } = this.#options;
    const find = (from: Database['db'] | Trx) => findStale(database, from, workspace, isOwn);
    if ((await find(database.db)).length === 0) return;
    const settled = await database.inWorkspace(workspace, async (trx, now) => {
      const ended: [DeletionRow, ItemRow[]][] = [];
      // Again, because a different server may have settled them, or may be alive again.
      for (const deletion of await find(trx)) ended.push([deletion, await endStale(trx, now, deletion)]);
      return ended;
    });
    for (const [deletion, items] of settled) onSettled(deletion, items);
  }
}

/** What was sent is `unknown`, and the rest `not-sent`. */
async function endStale(trx: Trx, now: EpochMs, deletion: DeletionRow): Promise<ItemRow[]> {
  await writeStop(trx, deletion, restartStop.reason);
  const { message } = restartStop;
  const items = await writeNotSent(trx, now, deletion, { message, isWaiting: true });
  const sent = await trx
    .selectFrom('deletionItems')
    .selectAll()
    .where('workspace', '=', deletion.workspace)
    .where('deletionId', '=', deletion.id)
    .where('endedAt', 'is', null)
    .execute();
  for (const item of sent) {
    await writeOutcome(trx, now, deletion, item, endedBeforeResult, { isAssumed: true });
    items.push({ ...item, outcomeCode: 'unknown' });
  }
  return items;
}

async function findStale(
  database: Database,
  from: Database['db'] | Trx,
  workspace: string,
  isOwn: Options['isOwn'],
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
        .where('endedAt', 'is', null),
    )
    .execute();
  return open
    .filter(({ id, aliveAt, now }) => {
      if (isOwn(workspace, id)) return false;
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
