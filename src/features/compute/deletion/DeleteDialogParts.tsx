import { type ReactNode, useState } from 'react';
import { operationPaths, servicePath } from '../../../api/servicePath.ts';
import { useCurl } from '../../../session/useCurl.ts';
import { CopyButton } from '../../../ui/copy.tsx';
import { DateText, useNow } from '../../../ui/DateText.tsx';
import { Field } from '../../../ui/fields.tsx';
import { Notice } from '../../../ui/notices.tsx';
import { nameNearMiss } from '../confirmName.ts';
import type { InstanceRow } from '../instanceRow.ts';
import { OtherPlaceNotices } from '../OtherPlaceNotices.tsx';
import { SafeName } from '../SafeName.tsx';
import type { DeletionEntry } from './deletionEntry.ts';
import { outcomeReport, outcomeSentence } from './outcomes.tsx';

type ConfirmFieldProps = { name: string; typed: string; onType: (typed: string) => void; readOnly: boolean };

/** The field in which a name is typed before what it names is deleted. A near miss is explained, never accepted. */
export function ConfirmField({ name, typed, onType, readOnly }: ConfirmFieldProps) {
  return (
    <Field
      label={
        <>
          Type <code className="rounded-sm bg-sunken px-1 py-0.5 wrap-anywhere select-all">{name}</code> to
          confirm
        </>
      }
      hint={nameNearMiss(typed, name)}
      value={typed}
      onChange={(event) => onType(event.target.value)}
      readOnly={readOnly}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={<CopyButton text={name} label="Copy name" />}
    />
  );
}

type ConfirmCheckProps = {
  name: string;
  checked: boolean;
  onCheck: (checked: boolean) => void;
  disabled: boolean;
};

/** The confirmation of those who chose to tick a box instead of typing; it names what is deleted all the same. */
export function ConfirmCheck({ name, checked, onCheck, disabled }: ConfirmCheckProps) {
  return (
    <label className="flex items-start gap-2.5 rounded-md border border-line-strong px-3 py-2">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onCheck(event.target.checked)}
        disabled={disabled}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0 wrap-anywhere">
        Delete <bdi className="font-medium">{name}</bdi> and all its data
      </span>
    </label>
  );
}

/** What there is to know before a deletion whose outcome is unknown is checked: there is no other way to ask. */
export function CheckingAgain() {
  return (
    <p>
      Check again sends the same deletion once more: if it was deleted, the service says that it is gone; if
      it was not, it is deleted now.
    </p>
  );
}

const silentMs = 5000;

/** How long an answer has been awaited, once that is worth a word. */
export function ElapsedText() {
  const [since] = useState(() => performance.now());
  useNow();
  const waited = performance.now() - since;
  if (waited < silentMs) return null;
  return (
    <p className="mr-auto text-muted">
      Waiting for the service for {Math.floor(waited / 1000)} s. It has 60 s to answer.
    </p>
  );
}

type RowFactsProps = { row: InstanceRow; workspaceSlug: string };

/** What tells an instance apart from every other, before it is deleted. */
export function RowFacts({ row, workspaceSlug }: RowFactsProps) {
  const { record } = row;
  return (
    <>
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-md bg-sunken px-4 py-3">
        <Fact name="Instance">{row.name?.trim() ? <SafeName name={row.name} whole /> : 'no name'}</Fact>
        <Fact name="ID" mono>
          {row.id}
        </Fact>
        <Fact name="Database">{row.databaseName}</Fact>
        <Fact name="Workspace">{workspaceSlug}</Fact>
        <Fact name="API host" mono spare>
          {record?.apiHost ?? 'not provided'}
        </Fact>
        <Fact name="Database host" mono spare>
          {record?.dbHost ?? 'not provided'}
        </Fact>
        <Fact name="Created">
          <DateText iso={record?.created ?? null} />
        </Fact>
      </dl>
      <OtherPlaceNotices row={row} workspaceSlug={workspaceSlug} />
    </>
  );
}

type FactProps = {
  name: string;
  mono?: boolean;
  /** Left out on a phone, where the field that confirms has to be in sight. */
  spare?: boolean;
  children: ReactNode;
};

function Fact({ name, mono = false, spare = false, children }: FactProps) {
  const hidden = spare ? 'max-sm:hidden' : '';
  return (
    <>
      <dt className={`text-muted ${hidden}`}>{name}</dt>
      <dd className={`min-w-0 wrap-anywhere ${mono ? 'font-mono text-small leading-5' : ''} ${hidden}`}>
        <bdi>{children}</bdi>
      </dd>
    </>
  );
}

/** Why a deletion did not end as hoped, in the dialog that asked for it. */
export function DeleteFailure({ entry }: { entry: DeletionEntry }) {
  const { outcome } = entry;
  const curlOf = useCurl();
  if (outcome === null) return null;
  const facts = [
    outcome.status === null ? '' : `HTTP ${outcome.status}`,
    outcome.requestId === null ? '' : `Request ID ${outcome.requestId}`,
  ].filter(Boolean);
  return (
    <div ref={bringIntoSight} className="mt-4">
      <Notice
        tone={outcome.kind === 'unknown' ? 'notice' : 'danger'}
        role="alert"
        title={outcomeSentence(outcome.kind, entry.label)}
        actions={
          <>
            <CopyButton look="button" label="Copy" text={outcomeReport(entry)} />
            {outcome.kind !== 'not-sent' && (
              <CopyButton
                look="button"
                label="Copy as curl"
                text={curlOf('DELETE', servicePath(operationPaths.deleteComputeInstance, entry.target))}
              />
            )}
          </>
        }
      >
        <p>
          <bdi>{outcome.reason}</bdi>
        </p>
        {outcome.kind === 'unknown' && <CheckingAgain />}
        {facts.length > 0 && <p className="text-muted">{facts.join(' · ')}</p>}
      </Notice>
    </div>
  );
}

/** On a phone the sheet is longer than the screen. */
function bringIntoSight(failure: HTMLElement | null) {
  failure?.scrollIntoView({ block: 'center' });
}

const longestCountdownMs = 5 * 60_000;

/**
 * How long the service asked to wait after a failure: seconds still to count down, or a sentence where it is long.
 * @param failedAt ms of `performance.now`, which nobody sets back
 */
export function useRetryPause(
  wait: number | null,
  failedAt: number,
): { secondsLeft: number; sentence: string | null } {
  useNow();
  if (wait === null) return { secondsLeft: 0, sentence: null };
  if (wait > longestCountdownMs)
    return { secondsLeft: 0, sentence: `The service asks to wait ${Math.ceil(wait / 60_000)} minutes.` };
  const left = failedAt + wait - performance.now();
  return { secondsLeft: Math.max(0, Math.ceil(left / 1000)), sentence: null };
}
