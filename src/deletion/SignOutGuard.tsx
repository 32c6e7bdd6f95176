import { type ReactNode, useCallback, useRef, useState, useSyncExternalStore } from 'react';
import { withTimeout } from '../compute/serviceData.ts';
import { SignOutContext, useSignedIn, useSignOut } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { EssentialDialog } from '../ui/EssentialDialog.tsx';
import { formatCount } from '../ui/words.ts';
import type { DeletionEntry } from './deletionEntry.ts';
import type { DeletionLog } from './deletionLog.ts';
import { getRowStatuses } from './rowStatus.ts';
import { readOtherLogs } from './storedEntries.ts';

/** Longest time (ms) that Sign out waits for the logs of other services. */
const otherLogsTimeoutMs = 1_000;

/** Makes Sign out clear the deletion log. Asks the admin first if unresolved deletions may be lost. */
export function SignOutGuard({ log, children }: { log: DeletionLog; children: ReactNode }) {
  const signOut = useSignOut();
  const { isCurrent } = useSignedIn();
  const [question, setQuestion] = useState<{ otherUnresolvedCount: number | null } | null>(null);
  const clearAndSignOut = useCallback(() => {
    void log.clear();
    signOut();
  }, [log, signOut]);
  const askAndSignOut = useCallback(async () => {
    const otherUnresolvedCount = await countUnresolvedOfOtherServices(log);
    if (!isCurrent()) return;
    const { running, unconfirmed } = countUnresolved(log.entries());
    if (otherUnresolvedCount !== null && running + unconfirmed + otherUnresolvedCount === 0)
      clearAndSignOut();
    else setQuestion({ otherUnresolvedCount });
  }, [log, isCurrent, clearAndSignOut]);
  return (
    <SignOutContext value={askAndSignOut}>
      {children}
      {question !== null && (
        <SignOutDialog log={log} {...question} onStay={() => setQuestion(null)} onSignOut={clearAndSignOut} />
      )}
    </SignOutContext>
  );
}

type Props = {
  log: DeletionLog;
  /** Number of unresolved deletions of other services, or null if the browser couldn't read them in time. */
  otherUnresolvedCount: number | null;
  onStay: () => void;
  onSignOut: () => void;
};

function SignOutDialog({ log, otherUnresolvedCount, onStay, onSignOut }: Props) {
  const { running, unconfirmed } = countUnresolved(useSyncExternalStore(log.subscribe, log.entries));
  const stayButton = useRef<HTMLButtonElement>(null);
  return (
    <EssentialDialog
      title={formatTitle(running, unconfirmed + (otherUnresolvedCount ?? 0))}
      onClose={onStay}
      initialFocus={stayButton}
    >
      {running > 0 && (
        <p className="mt-2">
          {running === 1 ? '1 deletion is running.' : `${formatCount(running, 'deletion')} are running.`}{' '}
          Requests already sent can’t be canceled, and you won’t see their results. The remaining deletions
          won’t be sent.
        </p>
      )}
      {unconfirmed > 0 && (
        <p className="mt-2">
          {unconfirmed === 1
            ? '1 deletion is unconfirmed. Signing out clears it from this browser.'
            : `${formatCount(unconfirmed, 'deletion')} are unconfirmed. Signing out clears them from this browser.`}
        </p>
      )}
      {otherUnresolvedCount === null && (
        <p className="mt-2">
          This browser couldn’t check for unconfirmed deletions in other services. Signing out clears them
          too.
        </p>
      )}
      {otherUnresolvedCount !== null && otherUnresolvedCount > 0 && (
        <p className="mt-2">
          {otherUnresolvedCount === 1
            ? '1 deletion in another service has no confirmed result. Signing out clears it from this browser too.'
            : `${formatCount(otherUnresolvedCount, 'deletion')} in other services have no confirmed result. Signing out clears them from this browser too.`}
        </p>
      )}
      {running + unconfirmed === 0 && otherUnresolvedCount === 0 && (
        <p className="mt-2">All deletions have finished. You can sign out.</p>
      )}
      <div className="mt-5 flex justify-end gap-2 max-sm:flex-col-reverse">
        <Button ref={stayButton} onClick={onStay}>
          Stay signed in
        </Button>
        <Button variant="danger" onClick={onSignOut}>
          Sign out anyway
        </Button>
      </div>
    </EssentialDialog>
  );
}

function formatTitle(running: number, unconfirmed: number): string {
  if (running > 0) return 'Sign out during a deletion?';
  return unconfirmed > 0 ? 'Sign out with unconfirmed deletions?' : 'Sign out?';
}

/** Counts the unresolved deletions: running deletions, and deletions whose outcome the admin must still check. */
function countUnresolved(entries: readonly DeletionEntry[]): { running: number; unconfirmed: number } {
  const workspaces = [...new Set(entries.map(({ target }) => target.workspaceSlug))];
  const statuses = workspaces.flatMap((slug) => [
    ...getRowStatuses(entries.filter(({ target }) => target.workspaceSlug === slug)).statuses.values(),
  ]);
  return {
    running: entries.filter(({ outcome }) => outcome === null).length,
    unconfirmed: statuses.filter(({ kind }) => kind === 'unknown' || kind === 'mismatch').length,
  };
}

/**
 * Counts the unresolved deletions of other services, because a sign-out clears them too. Returns null if the browser can't
 * read them in time.
 */
export async function countUnresolvedOfOtherServices(log: DeletionLog): Promise<number | null> {
  const otherLogs = await withTimeout(readOtherLogs(log.serviceId), otherLogsTimeoutMs).catch(() => null);
  // Count each entry once, because the log of the second edition still contains the entries that were copied from it.
  const countedKeys = new Set(log.entries().map(({ intentKey }) => intentKey));
  const counts = otherLogs?.map((storedEntries) => {
    const entries = storedEntries.filter(({ intentKey }) => !countedKeys.has(intentKey));
    for (const { intentKey } of entries) countedKeys.add(intentKey);
    const { running, unconfirmed } = countUnresolved(entries);
    return running + unconfirmed;
  });
  return counts?.reduce((sum, count) => sum + count, 0) ?? null;
}
