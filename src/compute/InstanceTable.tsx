import { Lock } from 'lucide-react';
import { memo, type RefObject, useLayoutEffect, useRef } from 'react';
import { formatNumber, toBidiIsolatedText, toVisibleText } from '../format/text.ts';
import { formatRegion } from '../rules/regions.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { DateText } from '../ui/DateText.tsx';
import { Checkbox } from '../ui/fields.tsx';
import { NameWarning, SafeName } from '../ui/SafeName.tsx';
import { hasId, type InstanceRow, isSelectable, type RowWithId } from './instanceRow.ts';
import { formatStillListed, stageDisplay } from './outcomes.ts';
import { columnClasses, TableHead } from './TableHead.tsx';
import { tableId, useTableView } from './tableView.ts';
import { pageSize, useCompute } from './useInstanceTable.ts';

export function InstanceTable() {
  const { table, hasActions, askToDelete } = useCompute();
  const { selected, pageRows, pageCount } = table;
  const [{ details }, changeView] = useTableView();
  const actions = useLatest<RowActions>({
    onShow: ({ key }) => changeView({ details: key }, 'push'),
    onDelete: askToDelete,
    onToggle: table.toggleRow,
  });
  return (
    <>
      <table
        id={tableId}
        tabIndex={-1}
        aria-label="Compute instances"
        className="instances w-full table-fixed border-separate"
      >
        <TableHead />
        <tbody>
          {pageRows.map((row) => (
            <InstanceTableRow
              key={row.key}
              row={row}
              isOpen={row.key === details}
              isSelected={selected.has(row.key)}
              hasActions={hasActions}
              actions={actions}
            />
          ))}
        </tbody>
      </table>
      {pageCount > 1 && <Pager />}
    </>
  );
}

function useLatest<Value>(value: Value) {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

type RowActions = {
  onShow: (row: InstanceRow) => void;
  onDelete: (rows: readonly RowWithId[]) => void;
  onToggle: (row: InstanceRow, isRange: boolean) => void;
};

type Props = {
  row: InstanceRow;
  isOpen: boolean;
  isSelected: boolean;
  hasActions: boolean;
  /** Read at the time of an event, so that a row isn't rendered again for new functions. */
  actions: RefObject<RowActions>;
};

/**
 * Memoized, because a page has 100 rows, and a key press or a click changes at most a few. A row has at most 13 elements, because
 * style and layout cost a third of a millisecond for each on a slow computer. So plain values are the text of their cells.
 */
const InstanceTableRow = memo(function InstanceTableRow(props: Props) {
  const { row, isOpen, isSelected, hasActions, actions } = props;
  const { key, label, databaseName, record } = row;
  return (
    <tr
      data-key={key}
      data-value={record?.status}
      data-open={isOpen || undefined}
      aria-selected={isSelected || undefined}
    >
      {hasActions && (
        <td className={columnClasses.select}>
          {isSelectable(row) && (
            <Checkbox
              label={`Select ${toBidiIsolatedText(label)}`}
              checked={isSelected}
              onToggle={(isRange) => actions.current.onToggle(row, isRange)}
            />
          )}
        </td>
      )}
      <td>
        <NameAndId row={row} onShow={() => actions.current.onShow(row)} />
      </td>
      <td translate="no" className={columnClasses.database}>
        {toVisibleText(databaseName)}
      </td>
      <td translate="no" className={`status-cell ${columnClasses.status}`}>
        {record?.status ?? '–'}
      </td>
      <td translate="no" title={record?.region ?? undefined} className={columnClasses.region}>
        {record?.region ? formatRegion(record.region) : '–'}
      </td>
      <td className={columnClasses.created}>
        <DateText iso={record?.created ?? null} missingText="–" />
      </td>
      {hasActions && (
        <td className={columnClasses.actions}>
          <ActionsCell row={row} onDelete={() => hasId(row) && actions.current.onDelete([row])} />
        </td>
      )}
    </tr>
  );
});

/** The button floats, so that it is the same element and keeps the focus, whatever marks come and go. */
function NameAndId({ row, onShow }: { row: InstanceRow; onShow: () => void }) {
  const { id, name, label, lookAlike, databaseName } = row;
  const second = id === label ? name : id;
  const marks = [...listStateMarks(row), ...row.doubts];
  const hasMarks = marks.length > 0;
  return (
    <>
      <button
        type="button"
        translate="no"
        title={toBidiIsolatedText(label)}
        onClick={onShow}
        className={`float-left mr-2 max-w-[calc(100%-1.75rem)] truncate rounded-chip text-left leading-4.5 font-medium underline-offset-2 select-text hover:underline ${hasMarks ? 'min-[66rem]:max-w-[calc(100%-7.5rem)]' : ''}`}
      >
        {isOrdinary(label) ? label : <SafeName name={label} hasWarning={false} />}
      </button>
      {(hasMarks || lookAlike !== null || !isOrdinary(label)) && (
        <span className="flex min-h-4.5 max-w-full items-center gap-1 overflow-hidden max-[66rem]:inline-flex max-[66rem]:flex-wrap max-[66rem]:align-top">
          <NameWarning name={label} lookAlike={lookAlike} />
          {marks.map(({ mark, tone, title }) => (
            <Badge key={mark} tone={tone} title={title}>
              {mark}
            </Badge>
          ))}
        </span>
      )}
      <code
        translate="no"
        title={second === null ? undefined : toBidiIsolatedText(second)}
        data-database={databaseName}
        className="second-line clear-both block truncate text-small text-muted"
      >
        {second === null ? 'no usable ID' : isOrdinary(second) ? second : <SafeName name={second} />}
      </code>
    </>
  );
}

/** Most names need no element of their own. */
function isOrdinary(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

function listStateMarks({ state, seenAt }: InstanceRow) {
  if (state === null) return [];
  const { kind, deletion, item } = state;
  if (kind === 'deleting') {
    const mark = `Being deleted by ${deletion.actor}`;
    return [{ mark, tone: 'plain', title: mark } as const];
  }
  if (kind === 'still-listed') {
    const title = formatStillListed(item, seenAt);
    return [{ mark: formatStillListed(item, seenAt, true), tone: 'notice', title } as const];
  }
  const { label, tone } = stageDisplay[item.stage];
  return [{ mark: label, tone, title: item.outcome?.message ?? '' }];
}

/** What can't be deleted has the reason in place of the button, unless it passes. */
function ActionsCell({ row, onDelete }: { row: InstanceRow; onDelete: () => void }) {
  const { label, refusal, protection } = row;
  if (refusal?.code === 'protected' || refusal?.code === 'path') {
    const by = protection === null ? 'Protected' : `Protected by ${protection.actor}`;
    return (
      <span title={refusal.message} className="line-clamp-4 text-small wrap-anywhere text-faint">
        {refusal.code === 'protected' && (
          <Lock size={13} aria-hidden="true" className="mr-1.5 inline align-[-2px] max-[86rem]:hidden" />
        )}
        <span>{refusal.code === 'path' ? refusal.message.replace(/\.$/, '') : by}</span>
      </span>
    );
  }
  return (
    <button
      type="button"
      aria-label={`Delete ${toBidiIsolatedText(label)}`}
      title={refusal?.message}
      disabled={refusal !== null}
      onClick={onDelete}
      className="-mr-2 min-h-7 rounded-control px-2 text-control text-muted enabled:hover:bg-danger-soft enabled:hover:text-danger enabled:focus-visible:text-danger disabled:cursor-not-allowed disabled:opacity-45 max-md:min-h-11 max-md:enabled:text-danger"
    >
      Delete
    </button>
  );
}

function Pager() {
  const { page, pageCount, matchingRows } = useCompute().table;
  const [, changeView] = useTableView();
  function showPage(next: number) {
    if (next < 1 || next > pageCount) return;
    changeView({ page: next });
    document.getElementById(tableId)?.scrollIntoView({ block: 'start' });
  }
  return (
    <nav
      aria-label="Pages"
      className="flex items-center gap-2 border-t border-line px-3 py-2 text-control text-muted print:hidden"
    >
      <span className="mr-auto">{formatPageRange(page, matchingRows.length)}</span>
      <Button aria-disabled={page === 1} onClick={() => showPage(page - 1)}>
        Previous page
      </Button>
      <Button aria-disabled={page === pageCount} onClick={() => showPage(page + 1)}>
        Next page
      </Button>
    </nav>
  );
}

export function formatPageRange(page: number, total: number): string {
  const [first, last] = [Math.min((page - 1) * pageSize + 1, total), Math.min(page * pageSize, total)];
  return `${formatNumber(first)}–${formatNumber(last)} of ${formatNumber(total)}`;
}
