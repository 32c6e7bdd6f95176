import { deleteComputeInstance } from '../../../api/computeInstances.ts';
import type { Connection } from '../../../api/connection.ts';
import type { DeleteOutcome } from '../../../api/deleteOutcome.ts';
import { forgetInstance } from '../inventory.ts';
import type { DeletionEntry } from './deletionEntry.ts';
import { notSent, runLock, targetLock, withLock } from './deletionLocks.ts';
import type { DeletionLog } from './deletionLog.ts';
import type { Deletions } from './useDeletions.ts';

export type Confirmed = Pick<DeletionEntry, 'target' | 'label' | 'name' | 'created' | 'listed'>;

/** Deletes one instance after its confirmation: one entry in the log, one DELETE at most, one outcome. */
export function deleteInstance(
  deletions: Deletions,
  connection: Connection,
  confirmed: Confirmed,
): Promise<DeletionEntry> {
  const { log } = deletions;
  const entry = newIntent(confirmed, confirmedNow(log));
  return withLock(runLock(log.serviceUrl, entry.intentKey), {}, () =>
    sendIntent(deletions, connection, entry, async (sent) => {
      if (!deletions.isSignedIn()) return signedOut;
      await log.add([sent]);
      return null;
    }),
  );
}

/**
 * Sends an intent while no other can be sent to its target, and writes down what became of it.
 * @param write writes the intent down as sent, for good; gives why it must not be sent, null where nothing is against it
 */
export async function sendIntent(
  deletions: Deletions,
  connection: Connection,
  entry: DeletionEntry,
  write: (sent: DeletionEntry) => Promise<string | null>,
): Promise<DeletionEntry> {
  const { log } = deletions;
  let sentAt: number | null = null;
  deletions.hold();
  try {
    return await withLock(targetLock(log.serviceUrl, entry.target), { ifAvailable: true }, async (isHeld) => {
      if (isHeld) sentAt = Date.now();
      const obstacle = await write({ ...entry, sentAt });
      const reason = isHeld ? obstacle : 'It is being deleted in another tab of this browser.';
      if (reason !== null) return settle(deletions, entry, notSent(reason));
      const outcome = await deleteComputeInstance(connection, entry.target, entry.intentKey, entry);
      return settle(deletions, { ...entry, sentAt }, outcome);
    });
  } catch (error) {
    const failed = notSent(`The console failed (${error instanceof Error ? error.message : String(error)}).`);
    return settle(deletions, { ...entry, sentAt }, sentAt === null ? failed : { ...failed, kind: 'unknown' });
  } finally {
    deletions.release();
  }
}

export const signedOut = 'Nobody was signed in any more.';

/** An entry for a confirmed intent; nothing is written down yet. */
export function newIntent(
  { target, label, name, created, listed }: Confirmed,
  confirmedAt: number,
  bulkKey: string | null = null,
): DeletionEntry {
  return {
    intentKey: crypto.randomUUID(),
    target,
    label,
    name,
    created,
    listed,
    confirmedAt,
    sentAt: null,
    settledAt: null,
    outcome: null,
    bulkKey,
    dismissed: false,
    putBack: false,
  };
}

/** When something is confirmed now: a clock that was set back must not put it before what was asked earlier. */
export function confirmedNow(log: DeletionLog): number {
  return Math.max(Date.now(), (log.entries().at(-1)?.confirmedAt ?? 0) + 1);
}

/**
 * Writes down what became of an intent. What was deleted leaves the list that this browser keeps as well, whatever screen
 * is open: the log ends with a sign-out, and the row would be back. What is merely not there can be put back.
 */
async function settle(
  { log, isSignedIn }: Deletions,
  entry: DeletionEntry,
  outcome: DeleteOutcome,
): Promise<DeletionEntry> {
  const change = {
    settledAt: Date.now(),
    outcome,
    ...(outcome.kind === 'not-sent' && { sentAt: null }),
  };
  if (isSignedIn() && (outcome.kind === 'deleted' || outcome.kind === 'accepted'))
    forgetInstance(log.serviceUrl, entry.target);
  const [settled] = await log.update([entry], () => change);
  return settled ?? { ...entry, ...change };
}
