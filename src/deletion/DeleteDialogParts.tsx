import { type ComponentProps, type ReactNode, useState } from 'react';
import type { InstanceRow } from '../compute/instanceRow.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { toSafeText } from '../ui/confusables.ts';
import { DateText } from '../ui/DateText.tsx';
import { Field } from '../ui/fields.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { useNow } from '../ui/time.ts';
import type { DeletionEntry } from './deletionEntry.ts';
import {
  formatMismatchAdvice,
  formatOutcome,
  formatOutcomeReport,
  listResponseDetails,
} from './outcomes.tsx';

type ConfirmFieldProps = Omit<ComponentProps<typeof Field>, 'label'> & {
  requiredText: string;
  typed: string;
  onType: (typed: string) => void;
};

export function ConfirmField({ requiredText, typed, onType, ...field }: ConfirmFieldProps) {
  return (
    <Field
      label={
        <>
          Type{' '}
          <code className="rounded-sm bg-sunken px-1 py-0.5 wrap-anywhere select-all">{requiredText}</code> to
          confirm
        </>
      }
      value={typed}
      onChange={(event) => onType(event.target.value)}
      className="mt-4"
      {...field}
    />
  );
}

export function ConfirmCheck({ name, ...checkboxProps }: { name: string } & ComponentProps<'input'>) {
  return (
    <label className="mt-4 flex items-start gap-2.5 rounded-md border border-line-strong px-3 py-2">
      <input {...checkboxProps} type="checkbox" className="mt-0.5 size-4 shrink-0 accent-accent" />
      <span className="min-w-0 wrap-anywhere">
        Delete <bdi className="font-medium">{name}</bdi> and all its data
      </span>
    </label>
  );
}

export function OutcomeNotice({ entry }: { entry: DeletionEntry }) {
  const { outcome, label } = entry;
  if (outcome === null) return null;
  const { kind, reason, retryAfterMs } = outcome;
  const details = listResponseDetails(entry);
  return (
    <Notice
      tone={kind === 'unknown' ? 'notice' : 'danger'}
      role="alert"
      title={formatOutcome(kind, label)}
      actions={<CopyButton variant="button" label="Copy report" text={formatOutcomeReport(entry)} />}
    >
      <p>
        <bdi>{reason}</bdi>
      </p>
      {kind === 'mismatch' && <p>{formatMismatchAdvice(toSafeText(label))}</p>}
      {retryAfterMs !== null && retryAfterMs > longestCountdownMs && (
        <p>The service asks to wait {Math.ceil(retryAfterMs / 60_000)} minutes.</p>
      )}
      {details.length > 0 && <p className="text-muted">{details.join(' · ')}</p>}
    </Notice>
  );
}

const elapsedTimeAfterMs = 5_000;

export function ElapsedText() {
  const [startedAt] = useState(() => performance.now());
  useNow();
  const waitedMs = performance.now() - startedAt;
  if (waitedMs < elapsedTimeAfterMs) return 'Waiting for a response…';
  return `Waiting for a response… ${Math.floor(waitedMs / 1000)} s (times out after 60 s)`;
}

/** Longest host (characters) that the dialog shows. The details panel shows every host. */
const maxHostLength = 44;

export function RowSummary({ row }: { row: InstanceRow }) {
  const { id, name, label, record } = row;
  const hosts = [
    ['API host', record?.apiHost],
    ['Database host', record?.dbHost],
  ] as const;
  return (
    <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-md bg-sunken px-4 py-2.5">
      {name?.trim() && name !== label && (
        <SummaryItem name="Name">
          <SafeName name={name} whole />
        </SummaryItem>
      )}
      {id !== null && (
        <SummaryItem name="ID" isMono>
          <SafeName name={id} whole />
        </SummaryItem>
      )}
      <SummaryItem name="Database">
        <SafeName name={row.databaseName} whole />
      </SummaryItem>
      <SummaryItem name="Created">
        <DateText iso={record?.created ?? null} missingText="Not set" variant="detail" />
      </SummaryItem>
      {hosts.map(
        ([field, host]) =>
          host != null &&
          host.length <= maxHostLength && (
            <SummaryItem key={field} name={field} isMono isHiddenOnPhone>
              {host}
            </SummaryItem>
          ),
      )}
    </dl>
  );
}

type SummaryItemProps = {
  name: string;
  isMono?: boolean;
  /** Hides the item on a phone, because the confirmation field must stay visible. */
  isHiddenOnPhone?: boolean;
  children: ReactNode;
};

function SummaryItem({ name, isMono = false, isHiddenOnPhone = false, children }: SummaryItemProps) {
  const hiddenClass = isHiddenOnPhone ? 'max-sm:hidden' : '';
  return (
    <>
      <dt className={`text-muted ${hiddenClass}`}>{name}</dt>
      <dd
        className={`min-w-0 wrap-anywhere ${isMono ? 'font-mono text-small leading-5' : ''} ${hiddenClass}`}
      >
        <bdi>{children}</bdi>
      </dd>
    </>
  );
}

/** If the service asks to wait up to this time (ms), the dialog counts down. A longer wait is shown as a sentence. */
export const longestCountdownMs = 5 * 60_000;

/**
 * Returns the whole seconds until a time, or 0 after that time.
 * @param time a `performance.now` time (ms), because the clock can be set back
 */
export function useSecondsUntil(time: number): number {
  useNow();
  return Math.max(0, Math.ceil((time - performance.now()) / 1000));
}
