import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { useNow } from '../../../ui/time.ts';
import type { InstanceRow } from '../instanceRow.ts';
import { SafeName } from '../SafeName.tsx';
import { longestCountdownMs } from './outcomes.tsx';

type ConfirmFieldProps = ComponentProps<'input'> & {
  /** The text to type. */
  word: string;
  typed: string;
  onType: (typed: string) => void;
  hint?: string | null;
  isCopyable?: boolean;
};

/** The field to type a word before a deletion. */
export function ConfirmField({ word, typed, onType, hint, isCopyable, ...input }: ConfirmFieldProps) {
  const id = useId();
  return (
    <div className="mt-4">
      <div className="mb-1 flex items-center gap-x-1 font-medium">
        <label htmlFor={id} className="min-w-0">
          Type <code className="rounded-sm bg-sunken px-1 py-0.5 wrap-anywhere select-all">{word}</code> to
          confirm
        </label>
        {isCopyable && <CopyButton text={word} label="Copy name" />}
      </div>
      <input
        {...input}
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="min-h-9 w-full rounded-md border border-line-strong bg-surface px-3 outline-offset-1 max-md:text-lead"
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-small text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The checkbox that confirms a deletion in place of typing. It names the instance too. */
export function ConfirmCheck({ name, ...box }: { name: string } & ComponentProps<'input'>) {
  return (
    <label className="mt-4 flex items-start gap-2.5 rounded-md border border-line-strong px-3 py-2">
      <input {...box} type="checkbox" className="mt-0.5 size-4 shrink-0 accent-accent" />
      <span className="min-w-0 wrap-anywhere">
        Delete <bdi className="font-medium">{name}</bdi> and all its data
      </span>
    </label>
  );
}

/** Waits shorter than this (ms) are shown without a number. */
const shortWaitMs = 5000;

/** How long the dialog has been waiting for a response. */
export function ElapsedText() {
  const [since] = useState(() => performance.now());
  useNow();
  const waited = performance.now() - since;
  if (waited < shortWaitMs) return 'Waiting for a response…';
  return `Waiting for a response… ${Math.floor(waited / 1000)} s (times out after 60 s)`;
}

/** Hosts up to this length fit on one line. */
const maxHostLength = 44;

/** The facts that identify an instance, without its label. */
export function RowFacts({ row }: { row: InstanceRow }) {
  const { id, name, label, record } = row;
  const hosts = [
    ['API host', record?.apiHost],
    ['Database host', record?.dbHost],
  ] as const;
  return (
    <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-md bg-sunken px-4 py-2.5">
      {name?.trim() && name !== label && (
        <Fact name="Name">
          <SafeName name={name} whole />
        </Fact>
      )}
      {id !== null && (
        <Fact name="ID" isMono>
          <SafeName name={id} whole />
        </Fact>
      )}
      <Fact name="Database">
        <SafeName name={row.databaseName} whole />
      </Fact>
      <Fact name="Created">
        <DateText iso={record?.created ?? null} missing="Not set" />
      </Fact>
      {hosts.map(
        ([field, host]) =>
          host != null &&
          host.length <= maxHostLength && (
            <Fact key={field} name={field} isMono isSpare>
              {host}
            </Fact>
          ),
      )}
    </dl>
  );
}

type FactProps = {
  name: string;
  isMono?: boolean;
  /** Hidden on a phone, because the confirmation field must be visible. */
  isSpare?: boolean;
  children: ReactNode;
};

function Fact({ name, isMono = false, isSpare = false, children }: FactProps) {
  const hidden = isSpare ? 'max-sm:hidden' : '';
  return (
    <>
      <dt className={`text-muted ${hidden}`}>{name}</dt>
      <dd className={`min-w-0 wrap-anywhere ${isMono ? 'font-mono text-small leading-5' : ''} ${hidden}`}>
        <bdi>{children}</bdi>
      </dd>
    </>
  );
}

/**
 * Counts down the seconds that the service asked to wait after a failure. Returns 0 for a long wait.
 * @param failedAt ms of `performance.now`, because the clock can be set back
 */
export function useSecondsLeft(failedAt: number, waitMs: number): number {
  useNow();
  if (waitMs > longestCountdownMs) return 0;
  return Math.max(0, Math.ceil((failedAt + waitMs - performance.now()) / 1000));
}
