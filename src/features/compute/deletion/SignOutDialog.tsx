import { useRef, useSyncExternalStore } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { EssentialDialog } from '../../../ui/EssentialDialog.tsx';
import { counted } from '../../../ui/words.ts';
import type { DeletionLog } from './deletionLog.ts';
import { countUnfinished } from './deletions.ts';

type Props = {
  log: DeletionLog;
  /** The number of unresolved deletions of other services, null if it is unknown. */
  otherServicesCount: number | null;
  onStay: () => void;
  onSignOut: () => void;
};

/** Asks before a sign-out forgets deletions that run or are unconfirmed. The numbers follow the log. */
export function SignOutDialog({ log, otherServicesCount, onStay, onSignOut }: Props) {
  useSyncExternalStore(log.subscribe, log.entries);
  const { running, unconfirmed } = countUnfinished(log);
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <EssentialDialog
      title={titleOf(running, unconfirmed + (otherServicesCount ?? 0))}
      onClose={onStay}
      initialFocus={stay}
    >
      {running > 0 && (
        <p className="mt-2">
          {running === 1 ? '1 deletion is running.' : `${counted(running, 'deletion')} are running.`} Requests
          already sent can’t be canceled, and you won’t see their results. The rest won’t be sent.
        </p>
      )}
      {unconfirmed > 0 && (
        <p className="mt-2">
          {unconfirmed === 1
            ? '1 deletion is unconfirmed. Signing out clears it from this browser.'
            : `${counted(unconfirmed, 'deletion')} are unconfirmed. Signing out clears them from this browser.`}
        </p>
      )}
      {otherServicesCount === null && (
        <p className="mt-2">
          This browser couldn’t check for unconfirmed deletions in other services. Signing out clears them
          too.
        </p>
      )}
      {otherServicesCount !== null && otherServicesCount > 0 && (
        <p className="mt-2">
          {otherServicesCount === 1
            ? '1 deletion in another service has no confirmed result. Signing out clears it from this browser too.'
            : `${counted(otherServicesCount, 'deletion')} in other services have no confirmed result. Signing out clears them from this browser too.`}
        </p>
      )}
      {running + unconfirmed === 0 && otherServicesCount === 0 && (
        <p className="mt-2">All deletions have finished. You can sign out.</p>
      )}
      <div className="mt-5 flex justify-end gap-2 max-sm:flex-col-reverse">
        <Button ref={stay} onClick={onStay}>
          Stay signed in
        </Button>
        <Button variant="danger" onClick={onSignOut}>
          Sign out anyway
        </Button>
      </div>
    </EssentialDialog>
  );
}

function titleOf(running: number, unconfirmed: number): string {
  if (running > 0) return 'Sign out during a deletion?';
  return unconfirmed > 0 ? 'Sign out with unconfirmed deletions?' : 'Sign out?';
}
