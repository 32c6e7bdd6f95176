import type { ReactElement } from 'react';
import { createDeletionTag } from '../deletion/outcomes.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { toSafeText } from '../ui/confusables.ts';
import { isPlainName, SafeName } from '../ui/SafeName.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useZone } from '../ui/usePreferences.ts';
import { type RowView, renderTextCell, tableRoles } from './cells.tsx';
import { useComputeActions } from './computeActions.ts';
import type { InstanceRow } from './instanceRow.ts';

export function renderNameCell(view: RowView): ReactElement {
  return (
    <td {...tableRoles.cell} className="overflow-hidden px-2">
      <NameLines view={view} />
    </td>
  );
}

/** The two lines of the name cell: the name, which opens the details, and the ID. */
export function NameLines({ view }: { view: RowView }) {
  const { row, isActive, hasStatusColumn } = view;
  const { showDetails } = useComputeActions();
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        dir="auto"
        onClick={() => showDetails(row)}
        title={toSafeText(row.label)}
        className="block max-w-full truncate rounded-sm text-left font-medium compact:leading-4 underline-offset-2 hover:underline"
      >
        {isPlainName(row.label) ? row.label : <SafeName name={row.label} />}
      </button>
      {/* When a tap activates the row, only add the copy button. Replacing the touched element would lose the tap. */}
      <span className="flex min-w-0 items-center gap-1.5 text-small leading-4 whitespace-nowrap text-muted">
        {!hasStatusColumn && hasTags(view) && <Tags view={view} />}
        <SecondLine row={row} />
        {isActive && row.id !== null && row.id !== row.label && (
          <CopyButton variant="row" text={row.id} label="Copy ID" />
        )}
      </span>
    </>
  );
}

/** The second line of a row. It shows the ID, or the name if the first line already shows the ID. */
function SecondLine({ row }: { row: InstanceRow }) {
  const className = 'block truncate';
  if (row.id !== row.label)
    return (
      <bdi className={`${className} font-mono`} title={row.id === null ? undefined : toSafeText(row.id)}>
        {row.id === null || isPlainName(row.id) ? (row.id ?? 'No usable ID') : <SafeName name={row.id} />}
      </bdi>
    );
  if (!row.name?.trim() || row.name === row.label) return null;
  return (
    <span className={className} title={toSafeText(row.name)}>
      <SafeName name={row.name} />
    </span>
  );
}

export function renderStatusCell(view: RowView): ReactElement {
  if (!hasTags(view)) return renderTextCell(view.row.record?.status, 'status-text pl-5.5');
  return (
    <td {...tableRoles.cell} className="overflow-hidden px-2 text-small leading-4">
      <StatusAndTags view={view} />
    </td>
  );
}

/** The status of the instance and the tags of the row. A tag about a deletion replaces the status of the instance. */
export function StatusAndTags({ view }: { view: RowView }) {
  const status = view.row.record?.status;
  return (
    <>
      {view.checks.status === null && status && (
        <bdi className="status-text block truncate" data-value={status}>
          {status}
        </bdi>
      )}
      <Tags view={view} />
    </>
  );
}

function hasTags({ row, checks }: RowView): boolean {
  return checks.status !== null || checks.isProtected || checks.mismatchedField !== null || row.isDuplicate;
}

/** The tags of a row: its last deletion, and warnings such as "Protected" or "Duplicate ID". */
function Tags({ view: { row, checks } }: { view: RowView }) {
  const { status, isProtected, mismatchedField } = checks;
  const zone = useZone();
  return (
    <>
      {status !== null && <Tag {...createDeletionTag(status, zone, Date.now())} />}
      {isProtected && <Tag text="Protected" title="Protected on this device" />}
      {mismatchedField !== null && (
        <Tag
          tone="danger"
          text={`Different ${mismatchedField}`}
          title={`The record names a different ${mismatchedField}`}
        />
      )}
      {row.isDuplicate && <Tag tone="notice" text="Duplicate ID" title="Several records have this ID" />}
    </>
  );
}
