import { useMutation } from '@tanstack/react-query';
import { deleteComputeInstance } from '../api/computeInstances.ts';
import type { Connection } from '../api/connection.ts';
import type { DeleteOutcome } from '../api/deleteOutcome.ts';
import { type DeletableRow, getCreatedDate } from '../compute/instanceRow.ts';
import { getInventory } from '../compute/inventory.ts';
import { useRefreshListing } from '../compute/listings.ts';
import { useSession } from '../session/useSession.ts';
import { useDeletionTools } from './DeletionsProvider.tsx';
import { createNotSentOutcome, createTargetKey, type DeletionEntry } from './deletionEntry.ts';
import type { DeletionLog } from './deletionLog.ts';
import type { DeletionTools } from './deletionTools.ts';
import { runLockName } from './orphanOutcomes.ts';
import { findBlockerInLog, getRowKey, removingOutcomes } from './rowStatus.ts';
import type { SendBlocker } from './storedEntries.ts';

export type ConfirmedDeletion = Pick<DeletionEntry, 'target' | 'label' | 'name' | 'created' | 'listed'>;

export function toConfirmedDeletion(row: DeletableRow, workspaceSlug: string): ConfirmedDeletion {
  const { databaseName, id, label, name, source } = row;
  const target = { workspaceSlug, databaseName, instanceId: id };
  return { target, label, name, created: getCreatedDate(row), listed: source !== 'added' };
}

/** The error of a deletion that doesn't remove the row: `refused`, `unknown`, `mismatch` or `not-sent`. */
export class DeletionError extends Error {
  override name = 'DeletionError';
  readonly entry: DeletionEntry;
  constructor(entry: DeletionEntry) {
    super(entry.outcome?.reason);
    this.entry = entry;
  }
}

/**
 * Returns the mutation that deletes one instance. It resolves with the log entry if the outcome removes the row, and
 * otherwise rejects with a `DeletionError`. React Query never retries or delays it, and its variables contain no token.
 */
export function useDeleteComputeInstance() {
  const { connection, workspaceSlug } = useSession();
  const deletionTools = useDeletionTools();
  const refreshListing = useRefreshListing();
  return useMutation<DeletionEntry, DeletionError, ConfirmedDeletion>({
    mutationKey: ['delete-compute-instance', workspaceSlug],
    mutationFn: async (confirmed) => {
      const entry = await deleteInstance(deletionTools, connection, confirmed);
      if (entry.outcome !== null && removingOutcomes.has(entry.outcome.kind)) return entry;
      throw new DeletionError(entry);
    },
    onSuccess: refreshListing,
    retry: false,
    networkMode: 'always',
    gcTime: 0,
  });
}

/** Adds one deletion to the log, sends at most one DELETE, and stores the outcome. Stores nothing after a sign-out. */
export async function deleteInstance(
  deletionTools: DeletionTools,
  connection: Connection,
  confirmed: ConfirmedDeletion,
): Promise<DeletionEntry> {
  const entry = createEntry(connection, confirmed, getNextSequence(deletionTools.log));
  try {
    return await withRunLock(deletionTools, entry.intentKey, [entry], () =>
      sendDeletion(deletionTools, connection, entry),
    );
  } catch (error) {
    return storeOutcome(deletionTools, entry, createNotSentOutcome(describeFailure(error)));
  }
}

/**
 * Stores deletions, then calls `run`. Blocks page unload and idle sign-out until `run` ends. Holds the run lock until all
 * outcomes are saved. If the lock were free, other tabs would record outcomes for the running deletions.
 * @throws LockTimeout if the browser does not grant the lock in time. The deletions are stored, but `run` is not called.
 */
export async function withRunLock<Result>(
  { log, isSignedIn, beginWork }: DeletionTools,
  runKey: string,
  entries: readonly DeletionEntry[],
  run: () => Promise<Result>,
): Promise<Result> {
  const endWork = beginWork();
  async function storeEntries() {
    if (isSignedIn()) await log.add(entries);
  }
  try {
    return await new Promise((resolve, reject) => {
      withLock(runLockName(log.serviceUrl, runKey), {}, async () => {
        await storeEntries();
        resolve(await run());
        await log.whenSaved(entries.map(({ intentKey }) => intentKey));
      }).catch(reject);
    });
  } catch (error) {
    if (error instanceof LockTimeout) await storeEntries();
    throw error;
  } finally {
    endWork();
  }
}

/**
 * Sends a stored deletion and stores the outcome, while it holds the lock of the target. Sends nothing if another
 * deletion holds the lock, or if a check fails. Never throws.
 */
export async function sendDeletion(
  deletionTools: DeletionTools,
  connection: Connection,
  entry: DeletionEntry,
): Promise<DeletionEntry> {
  const { log } = deletionTools;
  let sentEntry: DeletionEntry | null = null;
  try {
    // A tab of the second edition uses the same lock name, so it can't delete the target at the same time as this tab.
    const targetLock = `workspace-console.deletion.${log.serviceUrl}.${createTargetKey(entry.target)}`;
    return await withLock(targetLock, { ifAvailable: true }, async (mayProceed) => {
      const sentEntryOrBlocker = mayProceed
        ? (findSendBlocker(deletionTools, entry) ?? (await log.markSent(entry)))
        : 'locked';
      if (typeof sentEntryOrBlocker === 'string')
        return storeOutcome(deletionTools, entry, createNotSentOutcome(notSentSentences[sentEntryOrBlocker]));
      sentEntry = sentEntryOrBlocker;
      const outcome = await deleteComputeInstance(connection, entry.target, entry.intentKey, entry.name);
      return storeOutcome(deletionTools, sentEntry, outcome);
    });
  } catch (error) {
    const notSent = createNotSentOutcome(describeFailure(error));
    return storeOutcome(
      deletionTools,
      sentEntry ?? entry,
      sentEntry === null ? notSent : { ...notSent, kind: 'unknown' },
    );
  }
}

const lockTimeoutMs = 5_000;

export class LockTimeout extends Error {
  override name = 'LockTimeout';
}

/**
 * Calls `work` while holding a lock, or without a lock if the browser refuses locks.
 * @param work receives false if `ifAvailable` is set and the lock is already held
 * @throws LockTimeout if the browser does not respond, or does not grant the lock, within `lockTimeoutMs`
 */
function withLock<Result>(
  name: string,
  { ifAvailable = false }: { ifAvailable?: boolean },
  work: (mayProceed: boolean) => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let isTimedOut = false;
    let hasWorkStarted = false;
    const lockAbort = new AbortController();
    const lockTimer = setTimeout(() => {
      isTimedOut = true;
      lockAbort.abort();
      reject(new LockTimeout('The browser did not grant a lock in time.'));
    }, lockTimeoutMs);
    async function startWork(mayProceed: boolean) {
      if (isTimedOut) return;
      hasWorkStarted = true;
      clearTimeout(lockTimer);
      await work(mayProceed).then(resolve, reject);
    }
    async function requestLock() {
      // The Web Locks API rejects a request that has both `ifAvailable` and `signal`.
      const options = ifAvailable ? { ifAvailable } : { signal: lockAbort.signal };
      await navigator.locks.request(name, options, (lock) => startWork(lock !== null));
    }
    // A browser that refuses storage also refuses locks. Continue without a lock, so that the admin can still delete.
    requestLock().catch(async () => {
      if (!hasWorkStarted) await startWork(true);
    });
  });
}

/** Sentences that explain why a deletion was not sent. `locked`: another deletion of the same target is running. */
export const notSentSentences: Record<SendBlocker | 'locked', string> = {
  locked: 'This instance is already being deleted by another request.',
  removed: 'The instance left the list before the request was sent.',
  mismatch:
    'An earlier response for this instance named a different workspace. Acknowledge its alert before you delete again.',
  protected: 'The instance was protected on this device before the request was sent.',
  'signed-out': 'You were signed out before the request was sent.',
  'has-outcome': 'Another tab already recorded a result for this deletion, so no request was sent.',
  unsaved: 'This browser can’t save the deletion log, so no request was sent. Reload, then retry.',
  unreadable:
    'This browser can’t read which instances are protected, so no request was sent. Reload, then retry.',
  outdated: 'This tab runs an older version of the console, so no request was sent. Reload, then retry.',
};

/** Returns a reason not to send the deletion, or null. Checks only this page's memory, because `markSent` checks IndexedDB. */
function findSendBlocker({ log, isSignedIn }: DeletionTools, entry: DeletionEntry): SendBlocker | null {
  const { workspaceSlug, instanceId } = entry.target;
  if (!isSignedIn()) return 'signed-out';
  const { protectedKeys } = getInventory(log.data, workspaceSlug).getState();
  if (protectedKeys.includes(getRowKey(entry.target))) return 'protected';
  const entriesOfInstance = log
    .entries()
    .filter(({ target }) => target.workspaceSlug === workspaceSlug && target.instanceId === instanceId);
  return findBlockerInLog(entriesOfInstance, entry);
}

function describeFailure(error: unknown): string {
  if (error instanceof LockTimeout)
    return 'The browser didn’t respond in time, so no request was sent. Reload, then retry.';
  return `Something went wrong in the console (${error instanceof Error ? error.message : String(error)}).`;
}

export function createEntry(
  connection: Connection,
  confirmed: ConfirmedDeletion,
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

/** Returns a number above all sequence numbers. The time alone could be lower, because the clock can be set back. */
export function getNextSequence(log: DeletionLog): number {
  return Math.max(Date.now(), (log.entries().at(-1)?.sequence ?? 0) + 1);
}

/**
 * Stores the outcome of a deletion. Also removes a deleted instance from the inventory. Otherwise, its row would reappear
 * when a sign-out clears the log. The inventory keeps the instance after `gone`, so that the admin can restore the row.
 */
async function storeOutcome(
  { log, isSignedIn }: DeletionTools,
  entry: DeletionEntry,
  outcome: DeleteOutcome,
): Promise<DeletionEntry> {
  const { workspaceSlug, databaseName, instanceId } = entry.target;
  const isUnsent = outcome.kind === 'not-sent';
  const change = { settledAt: Date.now(), outcome, ...(isUnsent && { sentAt: null }) };
  if (isSignedIn() && (outcome.kind === 'deleted' || outcome.kind === 'accepted'))
    getInventory(log.data, workspaceSlug)
      .getState()
      .forget([{ databaseName, id: instanceId }]);
  const [storedEntry] = await log.update([entry], () => change);
  return storedEntry ?? { ...entry, ...change };
}
