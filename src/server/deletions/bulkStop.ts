import type { Kysely } from 'kysely';
import { blankOutcome } from '../../rules/deletion.ts';
import { defaultRetryAfterMs } from '../../rules/responseHeaders.ts';
import type { EpochMs } from '../../rules/time.ts';
import type { BulkDeletionRow, Tables } from '../database/schema.ts';
import type { DeleteResult } from '../service/deleteOutcome.ts';
import { toOutcomeValues } from './deletionRows.ts';

/** Why a bulk delete stops. `message` is for what wasn't sent, because the reason may be about a different instance. */
export type BulkStop = { reason: string; message: string };

export function sameStop(sentence: string): BulkStop {
  return { reason: sentence, message: sentence };
}

export const restartStop = sameStop('The console was restarted during this bulk delete.');

/** A longer wait (ms) stops a bulk delete, because the admin is probably not watching any longer. */
const maxWaitMs = 60_000;

/** The statements that change a bulk delete. What stops it is in the database, so that any replica can do it. */
export function createRuns(serviceId: string, now: () => EpochMs) {
  /** Of a bulk delete that hasn't ended. */
  function update(trx: Kysely<Tables>, id: string, values: Partial<BulkDeletionRow>) {
    const rows = trx.updateTable('bulkDeletions').set(values);
    return rows.where((row) => row.and({ serviceId, id, endedAt: null }));
  }

  /** No more requests leave, and what waits is `not-sent`. */
  async function stop(trx: Kysely<Tables>, id: string, { reason, message }: BulkStop): Promise<void> {
    const values = toOutcomeValues({ ...blankOutcome, code: 'not-sent', message }, null, now());
    const items = trx.updateTable('deletions').set(values);
    await items
      .where((item) => item.and({ serviceId, bulkId: id, sentAt: null, outcomeCode: null }))
      .execute();
    const running = update(trx, id, { stopReason: reason, waitsUntil: null });
    await running.where('stopReason', 'is', null).execute();
  }

  /** Whatever still waits then is `not-sent`. */
  async function end(trx: Kysely<Tables>, id: string): Promise<void> {
    const items = trx.selectFrom('deletions').select('id');
    const waiting = items.where((item) =>
      item.and({ serviceId, bulkId: id, sentAt: null, outcomeCode: null }),
    );
    if ((await waiting.executeTakeFirst()) !== undefined) await stop(trx, id, restartStop);
    await update(trx, id, { endedAt: now(), waitsUntil: null }).execute();
  }

  return { update, stop, end };
}

/** A reason to stop a bulk delete, the time that the service asks to wait, or null to go on. */
export function findInterruption(
  { outcome, doubt, isTokenRejected }: DeleteResult,
  /** The name, or the ID if it has none. */
  label: string,
  /** `isFirst` as long as no instance of the bulk delete has clearly been deleted. */
  { isFirst, now }: { isFirst: boolean; now: EpochMs },
): BulkStop | { waitMs: number } | null {
  switch (outcome.code) {
    case 'deleted':
    case 'accepted':
      return doubt === null ? null : stopAt(`The response for ${label} ${doubt}.`);
    case 'gone':
      return isFirst ? stopAt(`The first instance, ${label}, was not found.`) : null;
    case 'refused': {
      if (isTokenRejected) return sameStop('The service no longer accepts the token.');
      if (outcome.status !== 429) return stopAt(`The service refused to delete ${label}.`);
      const waitMs = outcome.retryAt === null ? defaultRetryAfterMs : Date.parse(outcome.retryAt) - now;
      if (waitMs <= maxWaitMs) return { waitMs };
      return sameStop(`The service asks to wait ${Math.ceil(waitMs / 60_000)} minutes.`);
    }
    case 'unknown':
      return stopAt(`We don't know whether ${label} was deleted.`);
    case 'mismatch':
      return stopAt(`The response for ${label} names a different workspace.`);
    case 'not-sent':
      return stopAt(`${label} wasn't sent.`);
  }
}

function stopAt(reason: string): BulkStop {
  return { reason, message: `The bulk delete had stopped: ${reason}` };
}
