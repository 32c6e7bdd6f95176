import { type RefObject, type SubmitEvent, useRef, useState } from 'react';
import { findTextHazard, formatNumber } from '../format/text.ts';
import { maxItems } from '../rules/deletion.ts';
import { findReasonProblem } from '../rules/requests.ts';
import { removeIgnorableCharacters } from '../rules/text.ts';
import { useConfig, useDialogSession, useSession } from '../session/pageData.ts';
import { Button } from '../ui/Button.tsx';
import { useBrowserNow } from '../ui/DateText.tsx';
import { TextField } from '../ui/fields.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { FactsBeforeDelete } from './InstanceFacts.tsx';
import { findRowChange, formatInstanceCount, type InstanceRow, type RowWithId } from './instanceRow.ts';
import { useInstances } from './useInstances.ts';

type Props = {
  rows: readonly RowWithId[];
  isSending: boolean;
  fieldRef: RefObject<HTMLInputElement | null>;
  cancelRef: RefObject<HTMLButtonElement | null>;
  onConfirm: (reason: string) => Promise<void>;
  onClose: () => void;
};

export function DeleteForm({ rows, isSending, fieldRef, cancelRef, onConfirm, onClose }: Props) {
  const { policy } = useConfig();
  const { workspace } = useSession();
  const { problem: sessionProblem } = useDialogSession();
  const { rowsByKey } = useInstances();
  const [typed, setTyped] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [reason, setReason] = useState('');
  // A ref, because React may render `isSending` only after a second click.
  const isLocked = useRef(false);
  const [single] = rows.length === 1 ? rows : [];
  const phrase = single?.label ?? `delete ${rows.length} in ${workspace}`;
  const isRequired = policy.reason === 'required';
  const cleanReason = policy.reason === 'off' ? '' : reason.trim();
  const lacksReason = isRequired && cleanReason === '';
  const isMatch = matchesPhrase(typed, phrase);
  const problem = isSending ? null : (sessionProblem ?? findProblem(rows, rowsByKey));
  const reasonProblem = findReasonProblem(reason);
  const canSubmit = problem === null && reasonProblem === null && !lacksReason && isMatch;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!canSubmit || isLocked.current) return;
    isLocked.current = true;
    await onConfirm(cleanReason);
    isLocked.current = false;
    setTyped('');
    setChecked(false);
  }
  function checkBeforeSubmit() {
    setChecked(true);
    if (isMatch && lacksReason) fieldRef.current?.focus();
  }
  const reasonField = (
    <TextField
      ref={isRequired ? fieldRef : null}
      label="Reason"
      hint={isRequired ? 'required by your operator' : 'optional · kept in Activity'}
      value={reason}
      readOnly={isSending}
      required={isRequired}
      problem={reasonProblem ?? (isChecked && isMatch && lacksReason && 'Your operator requires a reason.')}
      onChange={(event) => setReason(event.target.value)}
    />
  );
  return (
    <form noValidate onSubmit={submit}>
      <FactsBeforeDelete rows={rows} />
      <div className="mt-3 empty:hidden">
        {problem !== null && <Notice tone="notice" role="alert" title={problem} />}
      </div>
      <div className={`mt-3.5 grid gap-1 ${isSending ? 'text-muted' : ''}`}>
        {isRequired && <div className="mb-2.5">{reasonField}</div>}
        <TextField
          ref={isRequired ? null : fieldRef}
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
          // Enter doesn't submit a form whose button is disabled.
          onKeyDown={({ key }) => key === 'Enter' && checkBeforeSubmit()}
          // This space keeps a line for the problem.
          hint={'\u00a0'}
          problem={
            isChecked &&
            !isMatch && (
              <>
                <span>Doesn't match </span>
                <SafeName name={phrase} hasWarning={false} />
                <span>{findTextHazard(phrase) === null ? '.' : '. Copy the text above.'}</span>
              </>
            )
          }
        />
        {policy.reason === 'optional' && reasonField}
      </div>
      <div className="dialog-actions">
        {isSending && <ElapsedText />}
        <Button ref={cancelRef} onClick={onClose}>
          {isSending ? 'Close' : 'Cancel'}
        </Button>
        <Button
          type="submit"
          variant="danger"
          disabled={!canSubmit && !isSending}
          aria-busy={isSending}
          icon={isSending && <i className="spinner" />}
        >
          {isSending ? 'Deleting…' : `Delete ${single ? 'instance' : formatInstanceCount(rows.length)}`}
        </Button>
      </div>
    </form>
  );
}

/** Screen readers announce no seconds. */
function ElapsedText() {
  const now = useBrowserNow();
  const [startedAt] = useState(now);
  const seconds = Math.floor((now - startedAt) / 1_000);
  return (
    <p className="mr-auto min-h-4 min-w-0 flex-1 text-small text-muted max-sm:basis-full">
      {seconds >= 5 && <span>{`${seconds} s. `}</span>}
      <span role="status">{seconds >= 5 && 'You can close this; the result goes to Activity.'}</span>
    </p>
  );
}

export function matchesPhrase(typed: string, phrase: string): boolean {
  return toTypable(phrase) !== '' && toTypable(typed) === toTypable(phrase);
}

/** What it drops can be hard to see or type. */
export function toTypable(text: string): string {
  return removeIgnorableCharacters(text).normalize('NFC').replace(/\s+/g, ' ').trim();
}

function findProblem(rows: readonly RowWithId[], rowsByKey: ReadonlyMap<string, InstanceRow>): string | null {
  const problems = rows.flatMap((row) => {
    const current = rowsByKey.get(row.key);
    return findRowChange(row, current) ?? current?.refusal?.message ?? [];
  });
  if (rows.length === 1) return problems[0] ?? null;
  if (rows.length > maxItems)
    return `A deletion can have at most ${formatInstanceCount(maxItems)}. Close this and select fewer.`;
  if (problems.length > 0)
    return `${formatNumber(problems.length)} of them changed or can't be deleted now. Close this and check the selection.`;
  return null;
}
