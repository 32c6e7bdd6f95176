import { Lock } from 'lucide-react';
import { memo, type RefObject } from 'react';
import { toBidiIsolatedText, toVisibleText } from '../format/text.ts';
import { isOpenItem, removesRow } from '../rules/deletion.ts';
import { formatRegion } from '../rules/instanceRecord.ts';
import { foldCase } from '../rules/text.ts';
import { onTextClick } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { DateText } from '../ui/DateText.tsx';
import { Badge } from '../ui/notices.tsx';
import { NameWarning, SafeName } from '../ui/SafeName.tsx';
import type { SegmentColor } from '../ui/SegmentedBar.tsx';
import { hasId, type InstanceRow, isSelectable, type RowWithId } from './instanceRow.ts';
import { formatStillListed, stageDisplay } from './outcomes.ts';
import type { ColumnId } from './useInstanceTable.ts';

const statusColors: Record<string, SegmentColor> = { READY: 'ok', BUILT: 0, PENDING: 4, REQUESTED: 1 };

export function statusColorOf(status: string): SegmentColor {
  return statusColors[foldCase(status)] ?? 'plain';
}

export const columns: Readonly<Record<ColumnId, { label: string; className: string }>> = {
  name: { label: 'Name', className: '' },
  database: {
    label: 'Database',
    className: 'w-36 wrap-anywhere max-[86rem]:w-28 max-[76rem]:w-20 max-md:hidden',
  },
  status: { label: 'Status', className: 'w-34 truncate max-[86rem]:w-25 max-md:hidden' },
  region: {
    label: 'Region',
    className: 'w-52 truncate max-[86rem]:w-44 max-[76rem]:w-38 max-[68rem]:hidden',
  },
  created: {
    label: 'Created (UTC)',
    className:
      'last-cell w-76 pr-3 max-[86rem]:w-52 max-[76rem]:w-38 max-[76rem]:pl-2 max-md:w-20 max-md:pr-4',
  },
};

export type RowHandlers = {
  onShow: (row: InstanceRow) => void;
  onDelete: (row: RowWithId) => void;
  onToggle: (row: InstanceRow, isRange: boolean) => void;
};

type Props = {
  row: InstanceRow;
  isOpen: boolean;
  isSelected: boolean;
  hasActions: boolean;
  /** A ref, so that new functions render no row again. */
  actions: RefObject<RowHandlers>;
};

/** Memoized, because most keys and clicks change few rows. Plain values are the text of their cells: an element costs time. */
export const InstanceTableRow = memo(function InstanceTableRow({
  row,
  isOpen,
  isSelected,
  hasActions,
  actions,
}: Props) {
  const { key, label, databaseName, record } = row;
  return (
    <tr
      data-key={key}
      data-color={record?.status ? statusColorOf(record.status) : undefined}
      data-open={isOpen || undefined}
      aria-selected={isSelected || undefined}
    >
      <td>
        {hasActions && isSelectable(row) && (
          <Checkbox
            label={`Select ${toBidiIsolatedText(label)}`}
            checked={isSelected}
            onToggle={(isRange) => actions.current.onToggle(row, isRange)}
          />
        )}
        <NameAndId row={row} onShow={() => actions.current.onShow(row)} />
      </td>
      <td translate="no" title={databaseName} className={columns.database.className}>
        {toVisibleText(databaseName)}
      </td>
      <td translate="no" className={`status-cell ${columns.status.className}`}>
        {record?.status ?? '–'}
      </td>
      <td translate="no" title={record?.region ?? undefined} className={columns.region.className}>
        {record?.region ? formatRegion(record.region) : '–'}
      </td>
      <td className={columns.created.className}>
        {hasActions && <RowAction row={row} onDelete={() => hasId(row) && actions.current.onDelete(row)} />}
        <DateText iso={record?.created ?? null} missingText="–" />
      </td>
    </tr>
  );
});

/** The button floats, so that it and the marks need no wrapper. */
function NameAndId({ row, onShow }: { row: InstanceRow; onShow: () => void }) {
  const { id, name, label, databaseName, record } = row;
  const status = record?.status || 'READY';
  const isId = id === label;
  const second = (isId ? name : id) || null;
  const none = id === null ? 'no usable ID' : 'no name';
  const marks = [...stateMarks(row), ...row.warnings];
  const hasMarks = marks.length > 0;
  return (
    <>
      <button
        type="button"
        translate="no"
        title={toBidiIsolatedText(label)}
        {...onTextClick(onShow)}
        className={`float-left ${isId ? 'w-full font-mono text-small wrap-anywhere' : 'mr-2 max-w-[calc(100%-1.75rem)] truncate'} rounded-chip text-left leading-4.5 font-medium underline-offset-2 outline-offset-0! select-text hover:underline ${hasMarks && !isId ? 'min-[76rem]:max-w-[calc(100%-7.5rem)]' : ''}`}
      >
        {isOrdinary(label) ? label : <SafeName isCut name={label} hasWarning={false} />}
      </button>
      {(hasMarks || !isOrdinary(label)) && (
        <span
          className={`${isId ? 'clear-left ' : ''}flex min-h-4.5 max-w-full items-center gap-1 overflow-hidden max-[76rem]:inline-flex max-[76rem]:flex-wrap max-[76rem]:align-top`}
        >
          <NameWarning name={label} />
          {marks.map(({ mark, tone, text }) => (
            <Badge key={mark} tone={tone} title={text}>
              {mark}
            </Badge>
          ))}
        </span>
      )}
      <code
        translate="no"
        title={second === null ? undefined : toBidiIsolatedText(second)}
        data-status={foldCase(status) === 'READY' ? '' : `${status[0]}${status.slice(1).toLowerCase()} · `}
        data-database={databaseName}
        className={`second-line clear-both block truncate text-small text-muted ${isId ? 'font-sans' : ''}`}
      >
        {second === null ? none : isOrdinary(second) ? second : <SafeName isCut name={second} />}
      </code>
    </>
  );
}

/** Ordinary text needs no `SafeName`, which would add elements. */
function isOrdinary(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

type Mark = { mark: string; tone: 'plain' | 'ok' | 'notice' | 'danger'; text: string };

function stateMarks({ state, record, seenAt }: InstanceRow): readonly Mark[] {
  if (state === null) return [];
  const { deletion, item } = state;
  const by = `Being deleted by ${deletion.actor}`;
  if (isOpenItem(item)) return [{ mark: by, tone: 'plain', text: by }];
  const { label, tone } = stageDisplay[item.stage];
  if (record === null || !removesRow(item.stage))
    return [{ mark: label, tone, text: item.outcome?.message ?? '' }];
  const mark = formatStillListed(item, seenAt);
  return [{ mark, tone: 'notice', text: mark }];
}

function RowAction({ row, onDelete }: { row: InstanceRow; onDelete: () => void }) {
  const { label, refusal } = row;
  if (refusal?.code === 'protected' || refusal?.code === 'path')
    return (
      <span
        title={refusal.message}
        className="screen-only float-right flex min-h-7 max-w-48 items-center gap-1.5 text-right text-small wrap-anywhere text-faint"
      >
        <Lock size={13} className="shrink-0" />
        <span className="line-clamp-2 max-[86rem]:sr-only">
          {refusal.code === 'path' ? refusal.message.replace(/\.$/, '') : 'Protected'}
        </span>
      </span>
    );
  return (
    <button
      type="button"
      aria-label={`Delete ${toBidiIsolatedText(label)}`}
      title={refusal?.message}
      disabled={refusal !== null}
      onClick={onDelete}
      className="screen-only float-right -mr-2 min-h-7 rounded-control px-2 text-control text-muted enabled:hover:bg-danger-soft enabled:hover:text-danger enabled:focus-visible:text-danger enabled:active:text-danger max-md:min-h-11"
    >
      Delete
    </button>
  );
}
