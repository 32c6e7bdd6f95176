import { type ReactNode, type Ref, type SubmitEvent, useRef, useState } from 'react';
import { maxReasonLength } from '../rules/policy.ts';
import { removeIgnorableCharacters } from '../rules/text.ts';
import { useConfig } from '../session/pageData.ts';
import { Button } from '../ui/Button.tsx';
import { useNow } from '../ui/DateText.tsx';
import { DialogActions } from '../ui/Dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';

type Props = {
  phrase: string;
  label: string;
  /** Why it can't be confirmed now, as a sentence, or null. */
  problem: string | null;
  isSending: boolean;
  onConfirm: (reason: string) => Promise<void>;
  fieldRef: Ref<HTMLInputElement>;
  cancelButton: ReactNode;
};

/** The typed confirmation of a delete. What was typed is gone after each result, and the reason stays. */
export function ConfirmForm({ phrase, label, problem, isSending, onConfirm, fieldRef, cancelButton }: Props) {
  const { policy } = useConfig();
  const [typed, setTyped] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [reason, setReason] = useState('');
  // A ref, because React may render `isSending` only after a second click.
  const isLocked = useRef(false);
  const cleanReason = policy.reason === 'off' ? '' : reason.trim();
  const lacksReason = policy.reason === 'required' && cleanReason === '';
  const isMatch = matchesPhrase(typed, phrase);
  const canSubmit = problem === null && !lacksReason && isMatch;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!canSubmit || isLocked.current) return;
    isLocked.current = true;
    try {
      await onConfirm(cleanReason);
    } finally {
      isLocked.current = false;
      setTyped('');
      setChecked(false);
    }
  }
  const reasonField = policy.reason !== 'off' && (
    <TextField
      key="reason"
      label="Reason"
      hint={policy.reason === 'required' ? 'required by your operator' : 'optional · kept in Activity'}
      value={reason}
      maxLength={maxReasonLength}
      readOnly={isSending}
      required={policy.reason === 'required'}
      onChange={(event) => setReason(event.target.value)}
      problem={lacksReason && typed !== '' ? 'Your operator requires a reason.' : null}
    />
  );
  return (
    <form noValidate onSubmit={submit}>
      {problem !== null && (
        <div className="mt-3">
          <Notice tone="notice" role="alert" title={problem} />
        </div>
      )}
      <div className={`mt-3.5 grid gap-1 ${isSending ? 'opacity-45' : ''}`}>
        {policy.reason === 'required' && <div className="mb-2.5">{reasonField}</div>}
        <TextField
          ref={fieldRef}
          label={
            <>
              <span>Type </span>
              <code
                translate="no"
                className="inline-block rounded-chip bg-sunken px-1.5 py-0.5 text-small wrap-anywhere select-all"
              >
                <bdi>{toTypable(phrase)}</bdi>
              </code>
              <span> to confirm</span>
            </>
          }
          translate="no"
          value={typed}
          readOnly={isSending}
          onChange={(event) => {
            setChecked(false);
            setTyped(event.target.value);
          }}
          onBlur={() => setChecked(typed !== '')}
          // A disabled button keeps the form from being submitted.
          onKeyDown={({ key }) => key === 'Enter' && setChecked(true)}
          // The line is always there, so that nothing moves.
          hint={'\u00a0'}
          problem={
            isChecked && !isMatch ? (
              <>
                <span>Doesn't match </span>
                <SafeName name={phrase} whole hasWarning={false} />
                <span>.</span>
              </>
            ) : null
          }
        />
        {policy.reason === 'optional' && reasonField}
      </div>
      <DialogActions>
        {isSending && <ElapsedText />}
        {cancelButton}
        <Button
          type="submit"
          variant="danger"
          disabled={!canSubmit && !isSending}
          aria-busy={isSending}
          icon={isSending && <i className="spinner" />}
        >
          {isSending ? 'Deleting…' : label}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Says nothing for the first 5 s. */
function ElapsedText() {
  const now = useNow();
  const [startedAt] = useState(now);
  const seconds = Math.floor((now - startedAt) / 1_000);
  return (
    <p role="status" className="mr-auto min-w-0 flex-1 text-small text-muted max-sm:basis-full">
      {seconds >= 5 && `${seconds} s. You can close this; the result goes to Activity.`}
    </p>
  );
}

/** Canonically equivalent texts are equal, all white space is a space, and what is never drawn doesn't count. A blank phrase is never equal. */
export function matchesPhrase(typed: string, phrase: string): boolean {
  return toTypable(phrase) !== '' && toTypable(typed) === toTypable(phrase);
}

/** What can be typed and copied: without what isn't drawn, and with ordinary spaces in place of all white space. */
export function toTypable(text: string): string {
  return removeIgnorableCharacters(text).normalize('NFC').replace(/\s+/g, ' ').trim();
}
