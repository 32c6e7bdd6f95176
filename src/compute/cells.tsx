import type { CellContext } from '@tanstack/react-table';
import { Lock } from 'lucide-react';
import { findMismatches, type InstanceRow } from '../deletion/instanceRow.ts';
import { RowBadge } from '../deletion/RowNotices.tsx';
import { useSession } from '../session/useSession.ts';
import { Badge } from '../ui/Badge.tsx';
import { Checkbox } from '../ui/fields.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { toSafeText } from '../ui/text.ts';
import type { features } from './tableFeatures.ts';

type Props = Pick<CellContext<typeof features, InstanceRow, unknown>, 'row' | 'table'>;

/** A row that no bulk delete can contain has no checkbox. */
export function SelectCell({ row }: Props) {
  if (!row.getCanSelect()) return null;
  const isSelected = row.getIsSelected();
  return (
    <Checkbox
      label={`Select ${toSafeText(row.original.label)}`}
      checked={isSelected}
      onToggle={(shiftKey) => row.getToggleSelectedHandler()({ target: { checked: !isSelected }, shiftKey })}
    />
  );
}

/** The name, which opens Details, and the ID below it. On a phone, CSS adds the database and a dot for the status. */
export function NameCell({ row: { original: row }, table }: Props) {
  const { meta } = table.options;
  // The second line has the ID, or the name if the ID is the label.
  const second = row.id === row.label ? row.name : row.id;
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <button
          type="button"
          title={toSafeText(row.label)}
          onClick={() => meta?.onShow(row)}
          className="min-w-0 truncate rounded-chip text-left leading-4.5 font-medium underline-offset-2 hover:underline"
        >
          <SafeName name={row.label} />
        </button>
        <RowMarks row={row} state={meta?.states.get(row.key)} />
      </span>
      <code
        translate="no"
        title={second === null ? undefined : toSafeText(second)}
        data-database={row.databaseName}
        data-value={row.record?.status}
        className="second-line block truncate text-small text-muted"
      >
        {second === null ? 'no usable ID' : <SafeName name={second} />}
      </code>
    </>
  );
}

/** Marks for what is odd about a row. Most rows have none. */
function RowMarks({
  row,
  state,
}: {
  row: InstanceRow;
  state: Parameters<typeof RowBadge>[0]['state'] | undefined;
}) {
  const [mismatch] = findMismatches(row, useSession().workspace);
  return (
    <>
      {state !== undefined && <RowBadge state={state} />}
      {mismatch !== undefined && (
        <Badge tone="danger" title={`The record names a different ${mismatch.field}.`}>
          {`Different ${mismatch.field}`}
        </Badge>
      )}
      {row.isDuplicate && (
        <Badge tone="notice" title="Several records have this ID.">
          Duplicate ID
        </Badge>
      )}
    </>
  );
}

export function ActionsCell({ row: { original: row }, table }: Props) {
  const { meta } = table.options;
  const refusal = meta?.refusals.get(row.key);
  if (refusal?.code === 'protected')
    return (
      <span title={refusal.sentence} className="inline-flex items-center gap-1.5 text-small text-faint">
        <Lock size={13} aria-hidden="true" />
        <span>Protected</span>
      </span>
    );
  return (
    <button
      type="button"
      aria-label={`Delete ${toSafeText(row.label)}`}
      title={refusal?.sentence}
      disabled={refusal !== undefined}
      onClick={() => row.id !== null && meta?.onDelete({ ...row, id: row.id })}
      className="-mr-2 min-h-7 rounded-control px-2 text-control text-muted transition-colors enabled:hover:bg-danger-soft enabled:hover:text-danger enabled:focus-visible:text-danger disabled:cursor-not-allowed disabled:opacity-45 @max-xl:min-h-11 @max-xl:enabled:text-danger"
    >
      Delete
    </button>
  );
}
