import { deleteComputeInstance } from '../../../api/computeInstances.ts';
import type { Connection } from '../../../api/connection.ts';
import type { DeleteOutcome } from '../../../api/deleteOutcome.ts';
import { instanceKey } from '../instanceRow.ts';
import { forgetInstance, inventoryIn } from '../inventory.ts';
import { type DeletionEntry, notSent, targetKey } from './deletionEntry.ts';
import { LockTimeout, targetLock, withLock, withRunLock } from './deletionLocks.ts';
import type { DeletionLog } from './deletionLog.ts';
import type { Deletions } from './deletions.ts';
import { wasRemovedSince } from './rowStatus.ts';
import type { NotSentReason } from './storedEntries.ts';

export type Confirmed = Pick<DeletionEntry, 'target' | 'label' | 'name' | 'created' | 'listed'>;

/** Deletes one instance after its confirmation: one entry in the log, at most one DELETE, one outcome. */
export async function deleteInstance(
  deletions: Deletions,
  connection: Connection,
  confirmed: Confirmed,
): Promise<DeletionEntry> {
  const { log } = deletions;
  const entry = newIntent(connection, confirmed, nextSequence(log));
  const endWork = deletions.beginWork();
  try {
    return await withRunLock(log, entry.intentKey, [entry.intentKey], async () => {
      if (deletions.isSignedIn()) await log.add([entry]);
      return sendIntent(deletions, connection, entry);
    });
  } catch (error) {
    // Without the run lock the intent was not stored yet.
    if (error instanceof LockTimeout && deletions.isSignedIn()) await log.add([entry]);
    return settle(deletions, entry, notSent(failureReason(error)));
  } finally {
    endWork();
  }
}

/** Sends a stored intent while no other can be sent to its target, and stores the outcome. Never throws. */
export async function sendIntent(
  deletions: Deletions,
  connection: Connection,
  entry: DeletionEntry,
): Promise<DeletionEntry> {
  const { log } = deletions;
  let sent: DeletionEntry | null = null;
  try {
    const lock = targetLock(log.serviceUrl, targetKey(entry.target));
    return await withLock(lock, { ifAvailable: true }, async (isHeld) => {
      const reason = isHeld ? blockedReason(deletions, entry) : notSentReasons.elsewhere;
      if (reason !== null) return settle(deletions, entry, notSent(reason));
      const marked = await log.markSent(entry);
      if (typeof marked === 'string') return settle(deletions, entry, notSent(notSentReasons[marked]));
      sent = marked;
      const outcome = await deleteComputeInstance(connection, entry.target, entry.intentKey, entry);
      return settle(deletions, sent, outcome);
    });
  } catch (error) {
    const failed = notSent(failureReason(error));
    return settle(deletions, sent ?? entry, sent === null ? failed : { ...failed, kind: 'unknown' });
  }
}

/** Why an intent was not sent. */
export const notSentReasons: Record<NotSentReason | 'elsewhere', string> = {
  elsewhere: 'Already being deleted in another tab.',
  removed: 'Left the list before it was sent.',
  protected: 'Protected on this device before it was sent.',
  'signed-out': 'You were signed out before it was sent.',
  resolved: 'Another tab already recorded a result for this deletion, so no request was sent.',
  unsaved: 'This browser can’t save the deletion log, so no request was sent. Reload, then retry.',
  unreadable:
    'This browser can’t read which instances are protected, so no request was sent. Reload, then retry.',
  outdated: 'This tab runs an older version of the console, so no request was sent. Reload, then retry.',
};

/** Returns why a confirmed intent must not be sent any more, as far as this page knows. */
function blockedReason({ log, isSignedIn }: Deletions, entry: DeletionEntry): string | null {
  if (!isSignedIn()) return notSentReasons['signed-out'];
  const { workspaceSlug, databaseName, instanceId } = entry.target;
  const { protectedKeys } = inventoryIn(log.data, workspaceSlug).getState();
  if (protectedKeys.includes(instanceKey(databaseName, instanceId))) return notSentReasons.protected;
  return wasRemovedSince(log.entriesOf(entry.target))(entry) ? notSentReasons.removed : null;
}

function failureReason(error: unknown): string {
  if (error instanceof LockTimeout)
    return 'The browser didn’t respond in time, so no request was sent. Reload, then retry.';
  return `Something went wrong in the console (${error instanceof Error ? error.message : String(error)}).`;
}

/** Creates the entry of a confirmed intent. Nothing is stored yet. */
export function newIntent(
  connection: Connection,
  { target, label, name, created, listed }: Confirmed,
  sequence: number,
  bulkKey: string | null = null,
): DeletionEntry {
  return {
    intentKey: crypto.randomUUID(),
    target,
    label,
    name,
    created,
    listed,
    sessionId: connection.sessionId ?? null,
    confirmedAt: Date.now(),
    sequence,
    sentAt: null,
    settledAt: null,
    outcome: null,
    bulkKey,
    dismissed: false,
    putBack: false,
  };
}

/** Returns a sequence number greater than those of all entries. The time isn't enough, because a clock can be set back. */
export function nextSequence(log: DeletionLog): number {
  return Math.max(Date.now(), (log.entries().at(-1)?.sequence ?? 0) + 1);
}

/**
 * Stores the outcome of an intent. A deleted instance is also removed from the list of this browser, because the log ends
 * with a sign-out and the row would come back. After `gone` the row can be restored.
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
    forgetInstance(log.data, entry.target);
  const [settled] = await log.update([entry], () => change);
  return settled ?? { ...entry, ...change };
}
