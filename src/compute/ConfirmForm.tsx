import { type ReactNode, type Ref, useState } from 'react';
import { useNow } from '../format/time.ts';
import { maxReasonLength } from '../rules/policy.ts';
import { useConfig } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { DialogActions } from '../ui/Dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { findTypingHint, matchesPhrase, useSubmitOnce } from './confirmation.ts';

type Props = {
  phrase: string;
  firstReason?: string | undefined;
  label: string;
  isBlocked: boolean;
  onConfirm: (reason: string) => Promise<void>;
  cancelButton: { label: string; ref: Ref<HTMLButtonElement>; onClick: () => void };
  children?: ReactNode;
};

let last = { sessionId: '', reason: '' };

/** The typed confirmation of a delete. It is emptied after every result by a new `key`. */
export function ConfirmForm({ phrase, firstReason = '', label, isBlocked, onConfirm, ...props }: Props) {
  const { cancelButton, children } = props;
  const { sessionId } = useSession();
  const { policy } = useConfig();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState(firstReason);
  const cleanReason = policy.reason === 'off' ? '' : reason.trim();
  const lacksReason = policy.reason === 'required' && cleanReason === '';
  const canSubmit = !isBlocked && !lacksReason && matchesPhrase(typed, phrase);
  const { isSubmitting, formProps } = useSubmitOnce(canSubmit, () => {
    if (cleanReason !== '') last = { sessionId, reason: cleanReason };
    return onConfirm(cleanReason);
  });
  return (
    <form {...formProps}>
      {policy.reason !== 'off' && (
        <ReasonField
          value={reason}
          onChange={setReason}
          isReadOnly={isSubmitting}
          isRequired={policy.reason === 'required'}
          problem={lacksReason && typed !== '' ? 'Your operator requires a reason.' : null}
        />
      )}
      <PhraseField phrase={phrase} value={typed} onChange={setTyped} isReadOnly={isSubmitting} />
      <p className="mt-3 text-small text-muted empty:hidden">{isSubmitting ? <ElapsedText /> : children}</p>
      <DialogActions>
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

type FieldProps = { value: string; onChange: (value: string) => void; isReadOnly: boolean };

type ReasonProps = FieldProps & { isRequired: boolean; problem: string | null };

function ReasonField({ value, onChange, isReadOnly, isRequired, problem }: ReasonProps) {
  const { sessionId } = useSession();
  const lastReason = last.sessionId === sessionId ? last.reason : '';
  return (
    <TextField
      label="Reason"
      aside={isRequired ? 'required by your operator' : 'optional'}
      className="mt-4"
      value={value}
      maxLength={maxReasonLength}
      readOnly={isReadOnly}
      required={isRequired}
      onChange={(event) => onChange(event.target.value)}
      problem={problem}
      trailing={
        lastReason !== '' &&
        value === '' && (
          <Button
            variant="quiet"
            size="small"
            className="mr-0.5 max-w-[60%] min-w-0 shrink"
            onClick={() => onChange(lastReason)}
          >
            <span className="truncate">
              <span>Use </span>
              <SafeName name={lastReason} whole hasWarning={false} />
              <span> again</span>
            </span>
          </Button>
        )
      }
    />
  );
}

function PhraseField({ phrase, value, onChange, isReadOnly }: FieldProps & { phrase: string }) {
  const [isChecked, setChecked] = useState(false);
  return (
    <TextField
      label={
        <>
          Type{' '}
          <code className="inline-block rounded-chip bg-sunken px-1.5 py-0.5 text-small wrap-anywhere select-all">
            <SafeName name={phrase} whole hasWarning={false} />
          </code>{' '}
          to confirm
        </>
      }
      className="mt-4"
      translate="no"
      value={value}
      readOnly={isReadOnly}
      onChange={(event) => {
        setChecked(false);
        onChange(event.target.value);
      }}
      onBlur={() => value !== '' && setChecked(true)}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !nativeEvent.isComposing) setChecked(true);
      }}
      hint={findTypingHint(value, phrase)}
      problem={
        isChecked && !matchesPhrase(value, phrase) ? (
          <span key={phrase}>
            Doesn't match <SafeName name={phrase} whole hasWarning={false} />.
          </span>
        ) : null
      }
    />
  );
}

const elapsedFromMs = 5_000;

function ElapsedText() {
  const [startedAt] = useState(() => performance.now());
  useNow();
  const waitedMs = performance.now() - startedAt;
  const elapsed = waitedMs < elapsedFromMs ? '' : ` ${Math.floor(waitedMs / 1000)} s`;
  return <span>{`Waiting for a response…${elapsed}`}</span>;
}
