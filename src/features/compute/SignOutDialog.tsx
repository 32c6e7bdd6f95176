import { useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { instancesCount } from './instances/instancesCount.ts';

type Props = { running: number; onStay: () => void; onSignOut: () => void };

/** Asks before somebody signs out while deletions are under way. */
export function SignOutDialog({ running, onStay, onSignOut }: Props) {
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Modal kind="alertdialog" title="Sign out during a deletion?" onClose={onStay} initialFocus={stay}>
      <p className="mt-2">
        The deletion of {instancesCount(running)} is under way. What has been sent can’t be called back, and
        its outcome will not be shown or kept; what has not been sent will not be.
      </p>
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
