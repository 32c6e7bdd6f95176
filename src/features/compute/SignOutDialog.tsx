import { useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { instancesCount } from './instanceRow.ts';

type Props = {
  /** How many deletions are under way. */
  running: number;
  /** Of how many it has to be checked what became of them. */
  unknown: number;
  onStay: () => void;
  onSignOut: () => void;
};

/** Asks before somebody signs out while deletions are under way, or before their outcome is known. */
export function SignOutDialog({ running, unknown, onStay, onSignOut }: Props) {
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      kind="alertdialog"
      title={running > 0 ? 'Sign out during a deletion?' : 'Sign out before the outcome is known?'}
      onClose={onStay}
      initialFocus={stay}
    >
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
      <div className="mt-5 flex justify-end gap-2 max-sm:flex-col-reverse">
        <Button ref={stay} onClick={onStay}>
          Stay signed in
        </Button>
        <Button look="danger" onClick={onSignOut}>
          Sign out all the same
        </Button>
      </div>
    </Modal>
  );
}
