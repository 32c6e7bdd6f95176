import { type ReactNode, type RefObject, type SubmitEvent, useRef, useState } from 'react';
import { parseInstant } from '../format/time.ts';
import { maxReasonLength } from '../rules/policy.ts';
import { removeIgnorableCharacters } from '../rules/text.ts';
import type { EpochMs } from '../rules/time.ts';
import { useConfig, useSession } from '../session/pageData.ts';
import { Button } from '../ui/Button.tsx';
import { useNow, useServerMinute } from '../ui/DateText.tsx';
import { DialogActions, DialogDescription } from '../ui/Dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { InstanceFacts, RowWarnings } from './InstanceFacts.tsx';
import { formatInstanceCount, type InstanceRow, type RowWithId } from './instanceRow.ts';
import type { InstancesState } from './useInstances.ts';

type Props = FactsProps & {
  /** Why it can't be confirmed now, as a sentence, or null. */
  problem: string | null;
  isSending: boolean;
  onConfirm: (reason: string) => Promise<void>;
  /** Of the first field. */
  fieldRef: RefObject<HTMLInputElement | null>;
  cancelButton: ReactNode;
};

/** What is about to be deleted, and the typed confirmation. What was typed is gone after each result, and the reason stays. */
export function DeleteQuestion({ rows, instances, problem, isSending, onConfirm, ...parts }: Props) {
  const { policy } = useConfig();
  const { workspace } = useSession();
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
  const canSubmit = problem === null && !lacksReason && isMatch;

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
    if (isMatch && lacksReason) parts.fieldRef.current?.focus();
  }
  const reasonField = (
    <TextField
      ref={isRequired ? parts.fieldRef : null}
      label="Reason"
      hint={isRequired ? 'required by your operator' : 'optional · kept in Activity'}
      value={reason}
      maxLength={maxReasonLength}
      readOnly={isSending}
      required={isRequired}
      problem={isChecked && isMatch && lacksReason && 'Your operator requires a reason.'}
      onChange={(event) => setReason(event.target.value)}
    />
  );
  return (
    <form noValidate onSubmit={submit}>
      <Facts rows={rows} instances={instances} />
      <div className="mt-3 empty:hidden">
        {problem !== null && <Notice tone="notice" role="alert" title={problem} />}
      </div>
      <div className={`mt-3.5 grid gap-1 ${isSending ? 'text-muted' : ''}`}>
        {isRequired && <div className="mb-2.5">{reasonField}</div>}
        <TextField
          ref={isRequired ? null : parts.fieldRef}
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
          onKeyDown={({ key }) => key === 'Enter' && checkBeforeSubmit()}
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
        {parts.cancelButton}
        <Button
          type="submit"
          variant="danger"
          disabled={!canSubmit && !isSending}
          aria-busy={isSending}
          icon={isSending && <i className="spinner" />}
        >
          {isSending ? 'Deleting…' : `Delete ${single ? 'instance' : formatInstanceCount(rows.length)}`}
        </Button>
      </DialogActions>
    </form>
  );
}

type FactsProps = { rows: readonly RowWithId[]; instances: InstancesState };

function Facts({ rows, instances }: FactsProps) {
  const { recovery } = useConfig();
  const now = useServerMinute();
  // As the dialog was opened, because it would take long at each key.
  const [items] = useState(() => rows.map((row) => ({ row, remarks: findRemarks(row, instances, now) })));
  const [first] = items.length === 1 ? items : [];
  const [question, consequence] = first
    ? ['The instance will be queued for deletion. ', 'All its data will be deleted.']
    : [
        'They will be queued for deletion, one after the other. The first doubt stops the rest. ',
        'All their data will be deleted.',
      ];
  return (
    <>
      <DialogDescription>
        <span>{question}</span>
        <strong className="font-semibold">{consequence}</strong>
      </DialogDescription>
      {first ? (
        <>
          <div className="mt-3 grid gap-2 empty:hidden">
            <RowWarnings row={first.row} />
          </div>
          <InstanceFacts row={first.row} />
        </>
      ) : (
        <ul
          aria-label="Instances to delete"
          // A cut row says that the list goes on.
          className="mt-3 max-h-[max(7rem,min(17rem,100dvh-34rem))] divide-y divide-line overflow-y-auto rounded-md border border-line bg-surface"
        >
          {/* What needs a look comes first. */}
          {items
            .toSorted((a, b) => Number(b.remarks.length > 0) - Number(a.remarks.length > 0))
            .map(({ row, remarks }) => (
              <li key={row.key} className="flex flex-wrap items-baseline gap-x-3 px-3 py-1 leading-4.5">
                <span className="min-w-0 flex-1 text-control font-medium">
                  <SafeName name={row.label} whole />
                </span>
                <span className="text-small text-notice empty:hidden">{remarks.join(', ')}</span>
                <span className="max-w-[35%] truncate text-small text-muted">
                  <SafeName name={row.databaseName} />
                </span>
              </li>
            ))}
        </ul>
      )}
      <p className="mt-2.5 text-control">
        {first?.remarks.map((remark) => (
          <span
            key={remark}
            className="text-notice"
          >{`${remark[0]?.toUpperCase()}${remark.slice(1)}. `}</span>
        ))}
        <span>{recovery ?? "This can't be undone."}</span>
      </p>
    </>
  );
}

/** An instance that is younger than this (ms) may be in use. */
const youngMs = 7 * 24 * 60 * 60_000;

/** What to look at before the instance is deleted, as parts of a sentence. */
export function findRemarks(
  { record, state, databaseName }: InstanceRow,
  { rows, lists }: Pick<InstancesState, 'rows' | 'lists'>,
  now: EpochMs,
): readonly string[] {
  const created = record?.created == null ? null : parseInstant(record.created);
  const status = record?.status ?? 'READY';
  const list = lists.find((each) => each.databaseName === databaseName || each.databaseName === null);
  const isOnly = rows.filter((each) => each.databaseName === databaseName).length === 1;
  const isWhole = record !== null && list?.query.data?.isComplete === true;
  const stage = state?.item.stage;
  return [
    isOnly && isWhole ? `the only listed instance of ${databaseName}` : '',
    created !== null && now - created < youngMs ? 'younger than 7 days' : '',
    status === 'READY' ? '' : `still ${status}`,
    stage === 'gone' ? 'not found earlier' : '',
    stage === 'deleted' || stage === 'accepted' ? 'still listed after a delete' : '',
    stage === 'unknown' || stage === 'mismatch' ? 'an earlier delete has no clear result' : '',
  ].filter(Boolean);
}

/** Says nothing for the first 5 s, but its line is there, so that nothing moves. The seconds aren't announced. */
function ElapsedText() {
  const now = useNow();
  const [startedAt] = useState(now);
  const seconds = Math.floor((now - startedAt) / 1_000);
  return (
    <p className="mr-auto min-h-4 min-w-0 flex-1 text-small text-muted max-sm:basis-full">
      {seconds >= 5 && <span>{`${seconds} s. `}</span>}
      <span role="status">{seconds >= 5 && 'You can close this; the result goes to Activity.'}</span>
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
