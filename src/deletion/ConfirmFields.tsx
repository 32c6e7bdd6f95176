import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { maxReasonLength, type Policy } from '../config.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { writeToClipboard } from '../ui/CopyButton.tsx';
import { Field } from '../ui/fields.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { confirms, findTypingHint } from './confirmation.ts';
import { lastReasonOf } from './reason.ts';

type ReasonProps = {
  /** Null if the operator wants no reasons. */
  rule: Policy['reason'];
  reason: string;
  onReason: (reason: string) => void;
  isReadOnly: boolean;
};

export function ReasonField({ rule, reason, onReason, isReadOnly }: ReasonProps) {
  const { id: session } = useSession();
  const [isLeftEmpty, setLeftEmpty] = useState(false);
  const lastReason = lastReasonOf(session);
  if (rule === 'off') return null;
  return (
    <Field
      label="Reason"
      aside={rule === 'required' ? 'required by your operator' : 'optional'}
      className="mt-4"
      value={reason}
      maxLength={maxReasonLength}
      readOnly={isReadOnly}
      required={rule === 'required'}
      onChange={(event) => onReason(event.target.value)}
      onBlur={() => setLeftEmpty(true)}
      problem={
        rule === 'required' && isLeftEmpty && reason.trim() === '' ? 'Your operator requires a reason.' : null
      }
      trailing={
        lastReason !== '' &&
        reason === '' && (
          <Button
            variant="quiet"
            size="small"
            className="mr-0.5 max-w-[60%] min-w-0 shrink"
            onClick={() => onReason(lastReason)}
          >
            <span className="truncate">
              <span>Use </span>
              <bdi translate="no">{lastReason}</bdi>
              <span> again</span>
            </span>
          </Button>
        )
      }
    />
  );
}

type ConfirmProps = {
  /** What the admin must type. */
  phrase: string;
  typed: string;
  onTyped: (typed: string) => void;
  isReadOnly: boolean;
};

/** The field for the typed confirmation. The phrase itself is a button that copies it. */
export function ConfirmField({ phrase, typed, onTyped, isReadOnly }: ConfirmProps) {
  const [isChecked, setChecked] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const isWrong = isChecked && !confirms(typed, phrase);

  async function copyPhrase() {
    if (await writeToClipboard(phrase)) setCopied(true);
  }

  function checkOnBlur({ target }: FocusEvent<HTMLInputElement>) {
    if (target.value !== '') setChecked(true);
  }

  function checkOnEnter({ key, nativeEvent }: KeyboardEvent) {
    if (key === 'Enter' && !nativeEvent.isComposing) setChecked(true);
  }
  return (
    <Field
      hasButtonInLabel
      label={
        <>
          Type{' '}
          <button
            type="button"
            title="Copy"
            onClick={copyPhrase}
            className="rounded-chip bg-sunken px-1.5 py-0.5 font-mono text-small wrap-anywhere select-all hover:bg-hover"
          >
            <SafeName name={phrase} whole />
          </button>{' '}
          to confirm
        </>
      }
      aside={isCopied ? <span role="status">Copied</span> : null}
      className="mt-4"
      translate="no"
      value={typed}
      readOnly={isReadOnly}
      onChange={(event) => {
        setChecked(false);
        onTyped(event.target.value);
      }}
      onBlur={checkOnBlur}
      onKeyDown={checkOnEnter}
      hint={findTypingHint(typed, phrase)}
      problem={
        isWrong ? (
          <span key={phrase}>
            Doesn't match <SafeName name={phrase} whole />.
          </span>
        ) : null
      }
    />
  );
}
