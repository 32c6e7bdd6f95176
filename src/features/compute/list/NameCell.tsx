import type { ReactNode } from 'react';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { useZone } from '../../../ui/usePreferences.ts';
import { useComputeActions } from '../computeActions.ts';
import { deletionStates, stillListedSentence } from '../deletion/outcomes.tsx';
import type { RowStatus } from '../deletion/rowStatus.ts';
import { type InstanceRow, mismatchesOf } from '../instanceRow.ts';
import { isPlainName, SafeName } from '../SafeName.tsx';
import { tableRoles, useRowView } from './cells.tsx';

/** The name above the ID and the tags of a row. Tags never take room from the name. */
export function NameCell() {
  return (
    <td {...tableRoles.cell} className="overflow-hidden px-2">
      <NameButton />
      <NameDetails />
    </td>
  );
}

/** The name, which opens the details. */
export function NameButton() {
  const { row } = useRowView();
  const { showDetails } = useComputeActions();
  return (
    <button
      type="button"
      tabIndex={-1}
      dir="auto"
      onClick={() => showDetails(row)}
      title={row.label}
      className="block max-w-full truncate rounded-sm text-left font-medium compact:leading-4 underline-offset-2 hover:underline"
    >
      {isPlainName(row.label) ? row.label : <SafeName name={row.label} />}
    </button>
  );
}

/** The ID, or the name if the ID is the label, and the tags. */
export function NameDetails() {
  const { row, status, isProtected, isActive, workspaceSlug } = useRowView();
  const mismatchedField = mismatchesOf(row, workspaceSlug)[0]?.field ?? null;
  const text = <SecondText row={row} />;
  const hasTags = status !== null || isProtected || mismatchedField !== null || row.isDuplicate;
  if (!hasTags && !isActive) return text;
  return (
    <span className="flex min-w-0 items-center text-small leading-4 text-muted">
      {isProtected && (
        <Tag title="On this device" color={colors.neutral}>
          Protected
        </Tag>
      )}
      {status !== null && <StatusTag status={status} />}
      {mismatchedField !== null && (
        <Tag title={`The record names a different ${mismatchedField}`} color={colors.danger}>
          Different {mismatchedField}
        </Tag>
      )}
      {row.isDuplicate && (
        <Tag title="Several records have this ID" color={colors.notice}>
          Duplicate ID
        </Tag>
      )}
      {text}
      {isActive && row.id !== null && row.id !== row.label && (
        <CopyButton variant="row" text={row.id} label="Copy ID" />
      )}
    </span>
  );
}

const secondTextStyle = 'block truncate text-small leading-4 text-muted';

function SecondText({ row }: { row: InstanceRow }) {
  if (row.id !== row.label)
    return (
      <bdi className={`${secondTextStyle} font-mono`} title={row.id ?? undefined}>
        {row.id === null || isPlainName(row.id) ? (row.id ?? 'No usable ID') : <SafeName name={row.id} />}
      </bdi>
    );
  // Rows with a repeated name are labelled by ID, so the name moves below it.
  if (!row.name?.trim() || row.name === row.label) return null;
  return (
    <span className={secondTextStyle} title={row.name}>
      <SafeName name={row.name} />
    </span>
  );
}

/** The state of the row's deletion in a few words. The tooltip and the alert above the list say more. */
function StatusTag({ status }: { status: RowStatus }) {
  const zone = useZone();
  const outcome = 'entry' in status ? status.entry.outcome : null;
  const text =
    status.kind === 'elsewhere'
      ? `${status.entry.sentAt === null ? 'Waiting' : 'Being deleted'} in another tab`
      : status.kind === 'still-listed'
        ? stillListedSentence(status.removal, zone, Date.now())
        : deletionStates[outcome?.kind ?? 'sending'].word;
  return (
    <Tag title={outcome?.reason ?? text} color={statusColors[status.kind]}>
      {text}
    </Tag>
  );
}

type TagProps = { title: string; color: string; children: ReactNode };

function Tag({ title, color, children }: TagProps) {
  return (
    <span
      title={title}
      className={`mr-1.5 max-w-full shrink-0 truncate rounded-sm border px-1 leading-4 ${color}`}
    >
      {children}
    </span>
  );
}

const colors = {
  neutral: 'border-line-strong text-muted',
  notice: 'border-notice-line bg-notice-soft text-notice',
  danger: 'border-danger-line bg-danger-soft text-danger',
};

const statusColors: Record<RowStatus['kind'], string> = {
  deleting: colors.neutral,
  elsewhere: colors.neutral,
  unknown: colors.notice,
  'still-listed': colors.notice,
  mismatch: colors.danger,
  failed: colors.danger,
};
