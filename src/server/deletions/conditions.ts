import type { ExpressionBuilder } from 'kysely';
import { maxOpenItems } from '../../rules/deletion.ts';
import { mayDelete } from '../../rules/mayDelete.ts';
import type { Policy } from '../../rules/policy.ts';
import type { EpochMs } from '../../rules/time.ts';
import type { Database, Trx } from '../database/database.ts';
import { type DeletionRow, type ItemRow, type Tables, unresolvedCodes } from '../database/schema.ts';
import { RefusalError } from '../refusal.ts';
import { getStage, selectDeletion } from './deletionRows.ts';
import { throwIfRefused } from './refusals.ts';

const hourMs = 60 * 60_000;

/** The session's row is the permission to send. On PostgreSQL, a sign-out waits for this transaction, or this one for it. */
export async function hasSession(trx: Trx, database: Database, sessionId: string): Promise<boolean> {
  const sessions = trx.selectFrom('sessions').select('sessionId').where('sessionId', '=', sessionId);
  return (await database.holdRows(sessions).executeTakeFirst()) !== undefined;
}

/** Asks `mayDelete` with what the log knows of the instances, but for the deletion itself. Throws the refusal. */
export async function requireMayDelete(trx: Trx, policy: Policy, rows: readonly ItemRow[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const keys = rows.map(({ instanceKey }) => instanceKey);
  const { workspace, deletionId } = first;
  const entries = await trx
    .selectFrom('deletionItems')
    .select(['instanceKey', 'outcomeCode', 'sentAt', 'dismissedAt'])
    .where('workspace', '=', workspace)
    .where('instanceKey', 'in', keys)
    .where('deletionId', '!=', deletionId)
    .where((row) =>
      row.or([
        row('outcomeCode', 'is', null),
        row.and([row('outcomeCode', 'in', unresolvedCodes), row('dismissedAt', 'is', null)]),
      ]),
    )
    .execute();
  const protections = await trx
    .selectFrom('protections')
    .select(['instanceKey', 'actor', 'reason'])
    .where('workspace', '=', workspace)
    .where('instanceKey', 'in', keys)
    .execute();
  const protectionOf = new Map(protections.map((each) => [each.instanceKey, each]));
  const entriesOf = new Map(rows.map(({ instanceKey }) => [instanceKey, [] as typeof entries]));
  for (const entry of entries) entriesOf.get(entry.instanceKey)?.push(entry);
  const decisions = rows.map((row) => {
    const entriesOfRow = entriesOf.get(row.instanceKey) ?? [];
    const deletions = entriesOfRow.map((each) => ({ ...each, stage: getStage(each) }));
    return mayDelete(row, { policy, deletions, protection: protectionOf.get(row.instanceKey) ?? null });
  });
  throwIfRefused(rows, decisions);
}

/** @throws RefusalError if `count` items more are too many for the workspace now, or for the actor within an hour */
export async function requireRoom(
  trx: Trx,
  { maxPerHour }: Policy,
  { workspace, actor }: Pick<DeletionRow, 'workspace' | 'actor'>,
  count: number,
  now: EpochMs,
): Promise<void> {
  const items = trx
    .selectFrom('deletionItems')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('deletionItems.workspace', '=', workspace);
  const open = items.where('endedAt', 'is', null);
  const openCount = await readCount(open);
  if (openCount + count > maxOpenItems)
    throw new RefusalError(
      'limit',
      `At most ${maxOpenItems} deletes of a workspace may be open at a time, and ${openCount} are. Nothing was sent.`,
      409,
    );
  if (maxPerHour === null) return;
  const ofActor = (row: ExpressionBuilder<Tables, 'deletionItems'>) =>
    row.exists(selectDeletion(row, workspace).where('actor', '=', actor));
  const sent = items
    .where('endedAt', '>', now - hourMs)
    .where('sentAt', '>', now - hourMs)
    .where('outcomeCode', 'not in', ['refused', 'not-sent']);
  const ofHour = (await readCount(open.where(ofActor))) + (await readCount(sent.where(ofActor)));
  if (ofHour + count > maxPerHour)
    throw new RefusalError(
      'limit',
      `Your operator allows at most ${maxPerHour} deletes within an hour, and ${ofHour} of yours count. Nothing was sent.`,
    );
}

async function readCount(query: {
  executeTakeFirstOrThrow: () => Promise<{ count: number }>;
}): Promise<number> {
  // PostgreSQL returns a count as text.
  return Number((await query.executeTakeFirstOrThrow()).count);
}
