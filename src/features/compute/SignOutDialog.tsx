import { useRef, useSyncExternalStore } from 'react';
import { Button } from '../../ui/Button.tsx';
import { EssentialDialog } from '../../ui/EssentialDialog.tsx';
import type { DeletionLog } from './deletion/deletionLog.ts';
import { lostBySignOut } from './deletion/deletionMarks.ts';
import { instancesCount } from './instanceRow.ts';

type Props = {
  log: DeletionLog;
  onStay: () => void;
  onSignOut: () => void;
};

/** Asks before somebody signs out while deletions are under way, or before their outcome is known; counts as they end. */
export function SignOutDialog({ log, onStay, onSignOut }: Props) {
  useSyncExternalStore(log.subscribe, log.entries);
  const { running, unknown } = lostBySignOut(log);
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <EssentialDialog title={titleOf(running, unknown)} onClose={onStay} initialFocus={stay}>
      {running > 0 && (
        <p className="mt-2">
          The deletion of {instancesCount(running)} is under way. What has been sent can’t be called back, and
          its outcome will not be shown or kept; what has not been sent will not be.
        </p>
      )}
      {unknown > 0 && (
        <p className="mt-2">
          What became of the deletion of {instancesCount(unknown)} has still to be checked. Signing out
          forgets that it was asked for.
        </p>
      )}
      {running + unknown === 0 && (
        <p className="mt-2">The deletions have ended meanwhile; signing out loses nothing any more.</p>
      )}
      <div className="mt-5 flex justify-end gap-2 max-sm:flex-col-reverse">
        <Button ref={stay} onClick={onStay}>
          Stay signed in
        </Button>
        <Button variant="danger" onClick={onSignOut}>
          Sign out all the same
        </Button>
      </div>
    </EssentialDialog>
  );
}

function titleOf(running: number, unknown: number): string {
  if (running > 0) return 'Sign out during a deletion?';
  return unknown > 0 ? 'Sign out before the outcome is known?' : 'Sign out?';
}
