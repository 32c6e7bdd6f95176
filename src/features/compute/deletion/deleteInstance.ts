import { useMutation } from '@tanstack/react-query';
import { deleteComputeInstance } from '../../../api/computeInstances.ts';
import type { Connection } from '../../../api/connection.ts';
import type { DeleteOutcome } from '../../../api/deleteOutcome.ts';
import { useSession } from '../../../session/useSession.ts';
import { inventoryIn } from '../inventory.ts';
import { useRefreshListing } from '../listings.ts';
import { useDeletions } from './DeletionsProvider.tsx';
import { type DeletionEntry, notSent, targetKey } from './deletionEntry.ts';
import { LockTimeout, targetLock, withLock, withRunLock } from './deletionLocks.ts';
import type { DeletionLog } from './deletionLog.ts';
import type { Deletions } from './deletions.ts';
import { removingOutcomes, rowKeyOf, wasRemovedSince } from './rowStatus.ts';
import type { NotSentReason } from './storedEntries.ts';

/** The facts about an instance that the admin confirmed. */
export type Confirmed = Pick<DeletionEntry, 'target' | 'label' | 'name' | 'created' | 'listed'>;

type Variables = Omit<Confirmed, 'target'> & { databaseName: string; instanceId: string };

/** A deletion whose row stays in the list: `refused`, `unknown`, `mismatch` or `not-sent`. */
export class DeletionError extends Error {
  override name = 'DeletionError';
  readonly entry: DeletionEntry;
  constructor(entry: DeletionEntry) {
    super(entry.outcome?.reason);
    this.entry = entry;
  }
}

/**
 * Deletes one instance of the open workspace. Resolves with the log entry if its outcome removes the row, and rejects with
 * a `DeletionError` otherwise. It is never retried, delayed or persisted, and its variables contain no token.
 */
export function useDeleteComputeInstance() {
  const { connection, workspaceSlug } = useSession();
  const deletions = useDeletions();
  const refreshListing = useRefreshListing();
  return useMutation<DeletionEntry, DeletionError, Variables>({
    mutationKey: ['delete-compute-instance', workspaceSlug],
    mutationFn: async ({ databaseName, instanceId, ...facts }) => {
      const target = { workspaceSlug, databaseName, instanceId };
      const entry = await deleteInstance(deletions, connection, { target, ...facts });
      if (entry.outcome !== null && removingOutcomes.has(entry.outcome.kind)) return entry;
      throw new DeletionError(entry);
    },
    onSuccess: refreshListing,
    retry: false,
    networkMode: 'always',
    gcTime: 0,
  });
}

/** Deletes one instance after its confirmation: one entry in the log, at most one DELETE, one outcome. */
export async function deleteInstance(
  deletions: Deletions,
  connection: Connection,
  confirmed: Confirmed,
): Promise<DeletionEntry> {
  const { log } = deletions;
  const entry = newEntry(connection, confirmed, nextSequence(log));
  const endWork = deletions.beginWork();
  try {
    return await withRunLock(log, entry.intentKey, [entry.intentKey], async () => {
      if (deletions.isSignedIn()) await log.add([entry]);
      return sendDeletion(deletions, connection, entry);
    });
  } catch (error) {
    // Without the run lock the entry was not stored yet.
    if (error instanceof LockTimeout && deletions.isSignedIn()) await log.add([entry]);
    return storeOutcome(deletions, entry, notSent(failureReason(error)));
  } finally {
    endWork();
  }
}

/** Sends a stored deletion while no other can be sent to its target, and stores the outcome. Never throws. */
export async function sendDeletion(
  deletions: Deletions,
  connection: Connection,
  entry: DeletionEntry,
): Promise<DeletionEntry> {
  const { log } = deletions;
  let sent: DeletionEntry | null = null;
  try {
    const lock = targetLock(log.serviceUrl, targetKey(entry.target));
    return await withLock(lock, { ifAvailable: true }, async (isHeld) => {
      const marked = isHeld ? (notSentReason(deletions, entry) ?? (await log.markSent(entry))) : 'locked';
      if (typeof marked === 'string') return storeOutcome(deletions, entry, notSent(notSentReasons[marked]));
      sent = marked;
      const outcome = await deleteComputeInstance(connection, entry.target, entry.intentKey, entry.name);
      return storeOutcome(deletions, sent, outcome);
    });
  } catch (error) {
    const failed = notSent(failureReason(error));
    return storeOutcome(deletions, sent ?? entry, sent === null ? failed : { ...failed, kind: 'unknown' });
  }
}

/** Why a deletion was not sent. `locked`: another tab deletes the same target. */
export const notSentReasons: Record<NotSentReason | 'locked', string> = {
  locked: 'Already being deleted in another tab.',
  removed: 'Left the list before it was sent.',
  protected: 'Protected on this device before it was sent.',
  'signed-out': 'You were signed out before it was sent.',
  'has-outcome': 'Another tab already recorded a result for this deletion, so no request was sent.',
  unsaved: 'This browser can’t save the deletion log, so no request was sent. Reload, then retry.',
  unreadable:
    'This browser can’t read which instances are protected, so no request was sent. Reload, then retry.',
  outdated: 'This tab runs an older version of the console, so no request was sent. Reload, then retry.',
};

/** Returns why a confirmed deletion must not be sent any more, as far as this page knows, or null. */
function notSentReason({ log, isSignedIn }: Deletions, entry: DeletionEntry): NotSentReason | null {
  const { target } = entry;
  if (!isSignedIn()) return 'signed-out';
  const { protectedKeys } = inventoryIn(log.data, target.workspaceSlug).getState();
  if (protectedKeys.includes(rowKeyOf(target))) return 'protected';
  return wasRemovedSince(log.entriesOf(target))(entry) ? 'removed' : null;
}

function failureReason(error: unknown): string {
  if (error instanceof LockTimeout)
    return 'The browser didn’t respond in time, so no request was sent. Reload, then retry.';
  return `Something went wrong in the console (${error instanceof Error ? error.message : String(error)}).`;
}

/** Creates the entry of a confirmed deletion. Nothing is stored yet. */
export function newEntry(
  connection: Connection,
  confirmed: Confirmed,
  sequence: number,
  bulkKey: string | null = null,
): DeletionEntry {
  return {
    ...confirmed,
    intentKey: crypto.randomUUID(),
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
 * Stores the outcome of a deletion. A deleted instance is also removed from the inventory, because the log ends with a
 * sign-out and the row would come back. After `gone` the row can be restored.
 */
async function storeOutcome(
  { log, isSignedIn }: Deletions,
  entry: DeletionEntry,
  outcome: DeleteOutcome,
): Promise<DeletionEntry> {
  const { workspaceSlug, databaseName, instanceId } = entry.target;
  const change = {
    settledAt: Date.now(),
    outcome,
    ...(outcome.kind === 'not-sent' && { sentAt: null }),
  };
  if (isSignedIn() && (outcome.kind === 'deleted' || outcome.kind === 'accepted'))
    inventoryIn(log.data, workspaceSlug)
      .getState()
      .forget([{ databaseName, id: instanceId }]);
  const [stored] = await log.update([entry], () => change);
  return stored ?? { ...entry, ...change };
}
