import { type KeyboardEvent, useState } from 'react';
import { maxReasonLength } from '../../rules/policy.ts';
import { useConfig } from '../../session/config.ts';
import { useSession } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { useCopy } from '../../ui/CopyButton.tsx';
import { TextField } from '../../ui/fields.tsx';
import { SafeName } from '../../ui/SafeName.tsx';
import { findTypingHint, matchesPhrase } from './confirmation.ts';

/** The reason that the admin gave last under this session. */
let last = { sessionId: '', reason: '' };

/** `firstReason` is the reason of an attempt that failed. */
export function useConfirmation(phrase: string, firstReason = '') {
  const { sessionId } = useSession();
  const { policy } = useConfig();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState(firstReason);
  const cleanReason = policy.reason === 'off' ? '' : reason.trim();
  return {
    phrase,
    typed,
    setTyped,
    reason,
    setReason,
    isConfirmed: matchesPhrase(typed, phrase) && (policy.reason !== 'required' || cleanReason !== ''),
    takeReason() {
      if (cleanReason !== '') last = { sessionId, reason: cleanReason };
      return cleanReason;
    },
  };
}

type Props = { confirmation: ReturnType<typeof useConfirmation>; isReadOnly: boolean };

export function ReasonField({ confirmation: { reason, setReason, typed }, isReadOnly }: Props) {
  const { sessionId } = useSession();
  const { policy } = useConfig();
  const [isLeft, setLeft] = useState(false);
  const lastReason = last.sessionId === sessionId ? last.reason : '';
  const isRequired = policy.reason === 'required';
  if (policy.reason === 'off') return null;
  return (
    <TextField
      label="Reason"
      aside={isRequired ? 'required by your operator' : 'optional'}
      className="mt-4"
      value={reason}
      maxLength={maxReasonLength}
      readOnly={isReadOnly}
      required={isRequired}
      onChange={(event) => setReason(event.target.value)}
      onBlur={() => setLeft(true)}
      problem={
        isRequired && (isLeft || typed !== '') && reason.trim() === ''
          ? 'Your operator requires a reason.'
          : null
      }
      trailing={
        lastReason !== '' &&
        reason === '' && (
          <Button
            variant="quiet"
            size="small"
            className="mr-0.5 max-w-[60%] min-w-0 shrink"
            onClick={() => setReason(lastReason)}
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

export function ConfirmField({ confirmation: { phrase, typed, setTyped }, isReadOnly }: Props) {
  const [isChecked, setChecked] = useState(false);
  const { isCopied, copy, manualCopy } = useCopy();

  function checkOnEnter({ key, nativeEvent }: KeyboardEvent) {
    if (key === 'Enter' && !nativeEvent.isComposing) setChecked(true);
  }
  return (
    <>
      <TextField
        label={
          <>
            Type{' '}
            <button
              type="button"
              title="Copy"
              onClick={() => void copy({ text: phrase })}
              className="rounded-chip bg-sunken px-1.5 py-0.5 font-mono text-small wrap-anywhere select-all hover:bg-hover"
            >
              <SafeName name={phrase} whole hasWarning={false} />
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
          setTyped(event.target.value);
        }}
        onBlur={({ target }) => target.value !== '' && setChecked(true)}
        onKeyDown={checkOnEnter}
        hint={findTypingHint(typed, phrase)}
        problem={
          isChecked && !matchesPhrase(typed, phrase) ? (
            <span key={phrase}>
              Doesn't match <SafeName name={phrase} whole hasWarning={false} />.
            </span>
          ) : null
        }
      />
      {manualCopy}
    </>
  );
}
