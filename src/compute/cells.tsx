import type { MouseEvent, ReactElement } from 'react';
import type { DeleteChecks } from '../deletion/rowStatus.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { toSafeText } from '../ui/confusables.ts';
import { DateText } from '../ui/DateText.tsx';
import { isPlainName, SafeName } from '../ui/SafeName.tsx';
import { useComputeActions } from './computeActions.ts';
import type { InstanceRow } from './instanceRow.ts';

export type RowView = {
  row: InstanceRow;
  checks: DeleteChecks;
  isSelected: boolean;
  /** True while the row has the pointer or the focus. Other rows have no copy buttons, because long lists must stay fast. */
  isActive: boolean;
  /** False if the Status column is hidden. The name cell then shows the tags of the Status column. */
  hasStatusColumn: boolean;
  /** @param isRange true to toggle all rows from the last toggled row to this row */
  onSelect: (row: InstanceRow, isRange: boolean) => void;
};

/** ARIA roles of table elements. Some browsers drop the implicit roles if CSS changes the layout of the elements. */
export const tableRoles = {
  table: { role: 'table' },
  rowGroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader', scope: 'col' },
  cell: { role: 'cell' },
} as const;

/** Renders a cell that contains only text. A cell without inner elements renders faster. */
export function renderTextCell(text: string | null | undefined, className = ''): ReactElement {
  const value = text || null;
  return (
    <td
      {...tableRoles.cell}
      dir="auto"
      title={value === null ? undefined : toSafeText(value)}
      data-value={value ?? undefined}
      className={`truncate px-2 ${value === null ? 'text-muted' : className}`}
    >
      {value === null ? '–' : isPlainName(value) ? value : <SafeName name={value} />}
    </td>
  );
}

export function renderCreatedCell({ row }: RowView): ReactElement {
  return (
    <td {...tableRoles.cell} className="overflow-hidden px-2">
      <DateText iso={row.record?.created ?? null} missingText="–" variant="row" />
    </td>
  );
}

export function renderHostsCell({ row, isActive }: RowView): ReactElement {
  const hosts = [
    { name: 'API', host: row.record?.apiHost },
    { name: 'Database', host: row.record?.dbHost },
  ].filter(({ host }) => host);
  return (
    <td {...tableRoles.cell} className="overflow-hidden px-2 font-mono text-small leading-4">
      {hosts.length === 0 && <span className="text-muted">–</span>}
      {hosts.map(({ name, host }) => (
        <span key={name} dir="ltr" className="flex items-center" title={`${name} host ${host}`}>
          {/* Truncate a host in the middle, because hosts differ at both ends. */}
          <span className="truncate">{host?.slice(0, -hostEndLength)}</span>
          <span>{host?.slice(-hostEndLength)}</span>
          {isActive && <CopyButton variant="row" text={host ?? ''} label={`Copy ${name} host`} />}
        </span>
      ))}
    </td>
  );
}

/** Number of characters at the end of a host that are never truncated. */
const hostEndLength = 10;

/** Renders the cell of the checkbox. A click anywhere in the cell toggles the row, because the checkbox is small. */
export function renderCheckboxCell(view: RowView): ReactElement {
  return (
    <td {...tableRoles.cell} data-select="" className="grid h-full cursor-pointer place-items-center">
      <RowSelectBox view={view} tabIndex={-1} />
    </td>
  );
}

export function RowSelectBox({ view, tabIndex }: { view: RowView; tabIndex?: number }) {
  const { row, isSelected, onSelect } = view;
  return (
    <SelectBox
      label={`Select ${row.label}`}
      tabIndex={tabIndex}
      checked={isSelected}
      onToggle={(isRange) => onSelect(row, isRange)}
    />
  );
}

export function deleteCell({ row, checks }: RowView): ReactElement {
  return (
    <td {...tableRoles.cell} className="px-2 text-right">
      <DeleteButton row={row} checks={checks} />
    </td>
  );
}

/** The Delete button of a row. The tooltip says why the button is disabled. */
export function DeleteButton({ row, checks }: Pick<RowView, 'row' | 'checks'>) {
  const { askToDelete } = useComputeActions();
  const reason = checks.blockedReason;
  return (
    <button
      type="button"
      aria-label={`Delete ${row.label}`}
      title={reason ?? undefined}
      disabled={reason !== null}
      onClick={() => askToDelete(row)}
      className="min-h-7 touch:min-h-9 rounded-md px-2 text-small font-medium text-muted enabled:hover:bg-danger-soft enabled:focus-visible:text-danger enabled:touch:text-danger disabled:cursor-not-allowed disabled:opacity-55 [tr:hover_&]:enabled:text-danger"
    >
      Delete
    </button>
  );
}

type SelectBoxProps = {
  label: string;
  checked: boolean;
  isMixed?: boolean;
  tabIndex?: number | undefined;
  /** @param isRange true for a click with Shift */
  onToggle: (isRange: boolean) => void;
};

export function SelectBox({ label, checked, isMixed = false, tabIndex, onToggle }: SelectBoxProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      ref={(box) => {
        if (box) box.indeterminate = isMixed;
      }}
      tabIndex={tabIndex}
      onClick={(event: MouseEvent) => onToggle(event.shiftKey)}
      onChange={() => undefined}
      className="size-4 accent-accent"
    />
  );
}
