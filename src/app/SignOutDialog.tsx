import { useRef } from 'react';
import { endSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions, DialogDescription } from '../ui/Dialog.tsx';

type Props = { warning: string; onClose: () => void };

export function SignOutDialog({ warning, onClose }: Props) {
  const stayButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog kind="alertdialog" title="Sign out?" onClose={onClose} focus={{ initial: stayButton }}>
      <DialogDescription>{warning}</DialogDescription>
      <DialogActions>
        <Button ref={stayButton} onClick={onClose}>
          Stay signed in
        </Button>
        <Button variant="danger" onClick={() => void endSession()}>
          Sign out
        </Button>
      </DialogActions>
    </Dialog>
  );
}
