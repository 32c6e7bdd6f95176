import { useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogDescription } from '../ui/Dialog.tsx';

type Props = { warning: string; onSignOut: () => Promise<void>; onClose: () => void };

export function SignOutDialog({ warning, onSignOut, onClose }: Props) {
  const stayButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog isAlert title="Sign out?" onClose={onClose} focus={{ initial: stayButton }}>
      <DialogDescription>{warning}</DialogDescription>
      <div className="dialog-actions">
        <Button ref={stayButton} onClick={onClose}>
          Stay signed in
        </Button>
        <Button variant="danger" onClick={() => void onSignOut()}>
          Sign out
        </Button>
      </div>
    </Dialog>
  );
}
