import { type ComponentProps, type ReactNode, useState } from 'react';
import { DateText, useNow } from '../../../ui/DateText.tsx';
import { Field } from '../../../ui/fields.tsx';
import { OtherPlaceNotices } from '../DetailsPanel.tsx';
import type { InstanceRow } from '../instanceRow.ts';
import { SafeName } from '../SafeName.tsx';

type ConfirmFieldProps = Omit<ComponentProps<typeof Field>, 'label'> & {
  /** What has to be typed. */
  word: string;
  typed: string;
  onType: (typed: string) => void;
};

/** The field in which a word is typed before something is deleted. */
export function ConfirmField({ word, typed, onType, ...field }: ConfirmFieldProps) {
  return (
    <Field
      label={
        <>
          Type <code className="rounded-sm bg-sunken px-1 py-0.5 wrap-anywhere select-all">{word}</code> to
          confirm
        </>
      }
      value={typed}
      onChange={(event) => onType(event.target.value)}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
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
