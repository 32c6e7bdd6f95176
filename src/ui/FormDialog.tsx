import type { ReactNode, SubmitEvent } from 'react';
import { Button } from './Button.tsx';
import { Dialog, DialogActions, DialogDescription } from './Dialog.tsx';

type Props = {
  title: ReactNode;
  description: string;
  submitLabel: string;
  canSubmit?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A form that changes or selects something, but deletes nothing. */
export function FormDialog({
  title,
  description,
  submitLabel,
  canSubmit = true,
  onSubmit,
  onClose,
  children,
}: Props) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (canSubmit) onSubmit();
  }
  return (
    <Dialog kind="wide-dialog" title={title} onClose={onClose}>
      <DialogDescription>{description}</DialogDescription>
      <form onSubmit={submit} noValidate className="mt-3">
        {children}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" aria-disabled={!canSubmit}>
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
