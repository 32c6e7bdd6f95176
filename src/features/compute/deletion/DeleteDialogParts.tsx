import { type ComponentProps, type ReactNode, useState } from 'react';
import { DateText } from '../../../ui/DateText.tsx';
import { Field } from '../../../ui/fields.tsx';
import { useNow } from '../../../ui/time.ts';
import type { InstanceRow } from '../instanceRow.ts';
import { RowWarnings } from '../RowWarnings.tsx';
import { SafeName } from '../SafeName.tsx';
import { longestCountdownMs } from './outcomes.tsx';

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

/** The confirmation of those who chose to tick a box instead of typing; it names what is deleted all the same. */
export function ConfirmCheck({ name, ...box }: { name: string } & ComponentProps<'input'>) {
  return (
    <label className="flex items-start gap-2.5 rounded-md border border-line-strong px-3 py-2">
      <input {...box} type="checkbox" className="mt-0.5 size-4 shrink-0 accent-accent" />
      <span className="min-w-0 wrap-anywhere">
        Delete <bdi className="font-medium">{name}</bdi> and all its data
      </span>
    </label>
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

/** What tells an instance apart from every other, before it is deleted. */
export function RowFacts({ row, workspaceSlug }: { row: InstanceRow; workspaceSlug: string }) {
  const { record } = row;
  return (
    <>
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-md bg-sunken px-4 py-3">
        <Fact name="Instance">{row.name?.trim() ? <SafeName name={row.name} whole /> : 'no name'}</Fact>
        <Fact name="ID" mono>
          {row.id && <SafeName name={row.id} whole />}
        </Fact>
        <Fact name="Database">
          <SafeName name={row.databaseName} whole />
        </Fact>
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
      <RowWarnings row={row} workspaceSlug={workspaceSlug} />
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

/**
 * How many seconds the service asked to wait after a failure are still to count down; none where it is a long wait.
 * @param failedAt ms of `performance.now`, which nobody sets back
 */
export function useSecondsLeft(failedAt: number, waitMs: number): number {
  useNow();
  if (waitMs > longestCountdownMs) return 0;
  return Math.max(0, Math.ceil((failedAt + waitMs - performance.now()) / 1000));
}
