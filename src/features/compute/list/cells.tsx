import { createContext, type MouseEvent, type ReactElement, use } from 'react';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { useComputeActions } from '../computeActions.ts';
import { deleteBlockedReason, type RowStatus } from '../deletion/rowStatus.ts';
import type { InstanceRow } from '../instanceRow.ts';
import { isPlainName, SafeName } from '../SafeName.tsx';

/** What the cells of a row show besides its columns. */
export type RowView = {
  row: InstanceRow;
  status: RowStatus | null;
  isProtected: boolean;
  isSelected: boolean;
  /** True while the row has the pointer or the focus. Only then it draws its copy buttons, because rows are many. */
  isActive: boolean;
  workspaceSlug: string;
  /** @param isRange selects all rows since the last selected one */
  onSelect: (row: InstanceRow, isRange: boolean) => void;
};

export const RowViewContext = createContext<RowView | null>(null);

/** @throws Error outside InstanceTableRow */
export function useRowView(): RowView {
  const view = use(RowViewContext);
  if (view === null) throw new Error('useRowView was called outside InstanceTableRow.');
  return view;
}

/** Roles of table elements. Some browsers drop them if the elements are laid out as blocks. */
export const tableRoles = {
  table: { role: 'table' },
  rowGroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader', scope: 'col' },
  cell: { role: 'cell' },
} as const;

type TextCellOptions = {
  className?: string;
  /** A frequent value that needs no attention. */
  mutedText?: string;
};

/** Renders a cell that contains only text. It truncates the text itself, which saves an element per cell. */
export function textCell(
  text: string | null | undefined,
  { className = '', mutedText }: TextCellOptions = {},
): ReactElement {
  const value = text || null;
  return (
    <td
      {...tableRoles.cell}
      dir="auto"
      title={value ?? undefined}
      data-value={value ?? undefined}
      className={`truncate px-2 ${value === null || value === mutedText ? 'text-muted' : className}`}
    >
      {value === null ? '–' : isPlainName(value) ? value : <SafeName name={value} />}
    </td>
  );
}

export function CreatedCell({ iso }: { iso: string | null }) {
  return (
    <td {...tableRoles.cell} className="overflow-hidden px-2">
      <DateText iso={iso} missing="–" variant="row" />
    </td>
  );
}

export function HostsCell() {
  const { row, isActive } = useRowView();
  const [api, database] = [row.record?.apiHost ?? null, row.record?.dbHost ?? null];
  return (
    <td
      {...tableRoles.cell}
      className="overflow-hidden px-2 font-mono text-small leading-4 whitespace-pre text-ellipsis"
    >
      {api === null && database === null ? (
        <span className="text-muted">–</span>
      ) : !isActive && api !== null && database !== null ? (
        `${api}\n${database}`
      ) : (
        <>
          <Host name="API" host={api} />
          <Host name="Database" host={database} />
        </>
      )}
    </td>
  );
}

function Host({ name, host }: { name: string; host: string | null }) {
  const { isActive } = useRowView();
  return (
    <span className="flex min-w-0 items-center" title={host ? `${name} host ${host}` : undefined}>
      <span className="sr-only">{name} host </span>
      {host === null ? (
        <span className="truncate font-sans text-muted">not provided</span>
      ) : (
        <>
          <bdi className="truncate">{host}</bdi>
          {isActive && <CopyButton variant="row" text={host} label={`Copy ${name} host`} />}
        </>
      )}
    </span>
  );
}

/** The checkbox. The whole cell is its target, because a thumb needs the room. */
export function SelectCell() {
  return (
    <td {...tableRoles.cell} data-select="" className="grid h-full cursor-pointer place-items-center">
      <RowSelectBox tabIndex={-1} />
    </td>
  );
}

export function RowSelectBox({ tabIndex }: { tabIndex?: number }) {
  const { row, isSelected, onSelect } = useRowView();
  return (
    <SelectBox
      label={`Select ${row.label}`}
      tabIndex={tabIndex}
      checked={isSelected}
      onToggle={(isRange) => onSelect(row, isRange)}
    />
  );
}

export function DeleteCell() {
  return (
    <td {...tableRoles.cell} className="px-2 text-right">
      <DeleteButton />
    </td>
  );
}

/** The Delete button of a row. Its tooltip says why it is disabled. */
export function DeleteButton() {
  const { row, status, isProtected } = useRowView();
  const { askToDelete } = useComputeActions();
  const reason = deleteBlockedReason(row, { status, isProtected, mismatchedField: null });
  return (
    <button
      type="button"
      aria-label={`Delete ${row.label}`}
      title={reason ?? undefined}
      disabled={reason !== null}
      onClick={() => askToDelete(row)}
      className="min-h-7 rounded-md px-2 text-small font-medium text-muted enabled:hover:bg-danger-soft enabled:focus-visible:text-danger enabled:touch:text-danger disabled:cursor-not-allowed disabled:opacity-55 [tr:hover_&]:enabled:text-danger"
    >
      Delete
    </button>
  );
}

type SelectBoxProps = {
  label: string;
  checked: boolean;
  /** Some rows are selected, but not all. */
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
