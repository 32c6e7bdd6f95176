import { type ReactNode, type Ref, useState } from 'react';
import { useNow } from '../../format/time.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogActions } from '../../ui/Dialog.tsx';
import { ConfirmField, ReasonField, useConfirmation } from './ConfirmFields.tsx';
import { useSubmitOnce } from './confirmation.ts';

type Props = {
  phrase: string;
  /** The reason of an earlier attempt in the same dialog. */
  firstReason?: string;
  label: string;
  /** True while the confirmed request wouldn't be sent. */
  isBlocked: boolean;
  /** Resolves when the result is known. */
  onConfirm: (reason: string) => Promise<void>;
  cancelButton: { label: string; ref: Ref<HTMLButtonElement>; onClick: () => void };
  /** What stands beside the buttons while nothing is sent. */
  status?: ReactNode;
};

/** The typed confirmation of a delete. It is emptied after every result by a new `key`. */
export function ConfirmForm({ phrase, firstReason, label, isBlocked, onConfirm, ...props }: Props) {
  const { cancelButton, status } = props;
  const confirmation = useConfirmation(phrase, firstReason);
  const canSubmit = !isBlocked && confirmation.isConfirmed;
  const { isSubmitting, formProps } = useSubmitOnce(canSubmit, () => onConfirm(confirmation.takeReason()));
  return (
    <form {...formProps}>
      <ReasonField confirmation={confirmation} isReadOnly={isSubmitting} />
      <ConfirmField confirmation={confirmation} isReadOnly={isSubmitting} />
      <DialogActions>
        <span className="mr-auto text-small text-muted empty:hidden">
          {isSubmitting ? <ElapsedText /> : status}
        </span>
        <Button ref={cancelButton.ref} onClick={cancelButton.onClick}>
          {isSubmitting ? 'Close' : cancelButton.label}
        </Button>
        <Button
          type="submit"
          variant="danger"
          disabled={!canSubmit && !isSubmitting}
          aria-disabled={isSubmitting}
        >
          {label}
        </Button>
      </DialogActions>
    </form>
  );
}

const elapsedFromMs = 5_000;

function ElapsedText() {
  const [startedAt] = useState(() => performance.now());
  useNow();
  const waitedMs = performance.now() - startedAt;
  const elapsed = waitedMs < elapsedFromMs ? '' : ` ${Math.floor(waitedMs / 1000)} s (ends after 60 s)`;
  return <span>{`Waiting for a response…${elapsed}`}</span>;
}
