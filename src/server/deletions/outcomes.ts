import { blankOutcome, type OutcomeJson, removesRow } from '../../rules/outcome.ts';
import type { EpochMs } from '../../rules/time.ts';
import type { Trx } from '../database/database.ts';
import type { DeletionRow, ItemRow } from '../database/schema.ts';
import { selectDeletion, toOutcomeValues } from './deletionRows.ts';
import { exactKey } from './keys.ts';

/** The first outcome counts, unless it was assumed for a server that had ended. False if the item stays as it is. */
export async function writeOutcome(
  trx: Trx,
  now: EpochMs,
  { confirmedAt }: DeletionRow,
  item: ItemRow,
  outcome: OutcomeJson,
  { isAssumed }: { isAssumed: boolean },
): Promise<boolean> {
  const { workspace, deletionId, position, databaseName, instanceId, instanceKey } = item;
  const { code } = outcome;
  const written = await trx
    .updateTable('deletionItems')
    .set({ ...toOutcomeValues(outcome, now), isAssumed: isAssumed ? 1 : 0 })
    // What an admin dismissed, or a later deletion closed, was "we don't know". That still holds for an `unknown`.
    .$if(code !== 'unknown', (update) => update.set({ dismissedAt: null, dismissedBy: null }))
    .where('workspace', '=', workspace)
    .where('deletionId', '=', deletionId)
    .where('position', '=', position)
    .where((row) =>
      row.or([row('outcomeCode', 'is', null), ...(isAssumed ? [] : [row('isAssumed', '=', 1)])]),
    )
    .executeTakeFirst();
  if (written.numUpdatedRows === 0n) return false;
  // A later deletion of exactly this instance closes an earlier `unknown`, or takes its place.
  if (removesRow(code) || code === 'unknown')
    await trx
      .updateTable('deletionItems')
      .set({ dismissedAt: now, dismissedBy: null })
      .where('workspace', '=', workspace)
      .where('instanceKey', '=', instanceKey)
      .where('databaseName', '=', databaseName)
      .where('instanceId', '=', instanceId)
      .where('outcomeCode', '=', 'unknown')
      .where('dismissedAt', 'is', null)
      .where('deletionId', '!=', deletionId)
      .where((row) => row.exists(selectDeletion(row, workspace).where('confirmedAt', '<=', confirmedAt)))
      .execute();
  if (code === 'deleted' || code === 'accepted')
    await trx
      .deleteFrom('addedInstances')
      .where('workspace', '=', workspace)
      .where('exactKey', '=', exactKey(item))
      .execute();
  return true;
}

/** Settles the items without an outcome: all of them, those of some positions, or only those that wait. Returns them. */
export async function writeNotSent(
  trx: Trx,
  now: EpochMs,
  { workspace, id }: Pick<DeletionRow, 'workspace' | 'id'>,
  { message, from = 0, to, isWaiting = false }: NotSentItems,
): Promise<ItemRow[]> {
  return trx
    .updateTable('deletionItems')
    .set(toOutcomeValues({ ...blankOutcome, code: 'not-sent', message }, now))
    .where('workspace', '=', workspace)
    .where('deletionId', '=', id)
    .where('outcomeCode', 'is', null)
    .where('position', '>=', from)
    .$if(to !== undefined, (update) => update.where('position', '<=', to ?? 0))
    .$if(isWaiting, (update) => update.where('sentAt', 'is', null))
    .returningAll()
    .execute();
}

type NotSentItems = { message: string; from?: number; to?: number; isWaiting?: boolean };

/** The first reason counts. */
export async function writeStop(
  trx: Trx,
  { workspace, id }: Pick<DeletionRow, 'workspace' | 'id'>,
  stopReason: string,
): Promise<void> {
  await trx
    .updateTable('deletions')
    .set({ stopReason })
    .where('workspace', '=', workspace)
    .where('id', '=', id)
    .where('stopReason', 'is', null)
    .execute();
}
