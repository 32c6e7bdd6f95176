import { Lock } from 'lucide-react';
import { parseRegion } from '../../api/regions.ts';
import { toIsolatedText } from '../../format/text.ts';
import { useSession } from '../../session/useSession.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Checkbox } from '../../ui/controls.tsx';
import { NameWarning, SafeName } from '../../ui/SafeName.tsx';
import { formatStillListed, stageLooks } from '../delete/outcomes.ts';
import {
  findListMismatches,
  findUnclearDeleted,
  hasId,
  type InstanceRow,
  type RowWithId,
} from '../instanceRow.ts';
import type { RowState } from '../useDeletionLog.ts';
import type { Instances } from '../useInstances.ts';

export type TableMeta = Pick<Instances, 'states' | 'refusals' | 'protections' | 'selectableKeys'> & {
  selected: ReadonlyMap<string, InstanceRow>;
  onShow: (row: InstanceRow) => void;
  onDelete: (row: RowWithId) => void;
  onToggle: (row: InstanceRow, isRange: boolean) => void;
};

/** `readMeta` at the time of an event, because a row isn't rendered again for each change of the table. */
type CellProps = { row: InstanceRow; readMeta: () => TableMeta | undefined };

export function SelectCell({ row, readMeta }: CellProps) {
  const meta = readMeta();
  if (meta === undefined || !meta.selectableKeys.has(row.key)) return null;
  return (
    <Checkbox
      label={`Select ${toIsolatedText(row.label)}`}
      checked={meta.selected.has(row.key)}
      onToggle={(isRange) => readMeta()?.onToggle(row, isRange)}
    />
  );
}

/** On a phone, CSS adds the database and a dot for the status. */
export function NameCell({ row, readMeta }: CellProps) {
  const meta = readMeta();
  const { workspace } = useSession();
  const { key, id, name, label, lookAlike, databaseName } = row;
  const second = id === label ? name : id;
  const marks = [...listStateMarks(meta?.states.get(key)), ...listRecordMarks(row, workspace)];
  const isPlain = marks.length === 0 && lookAlike === null && isOrdinary(label);
  const button = (
    <button
      type="button"
      translate="no"
      title={toIsolatedText(label)}
      onClick={() => readMeta()?.onShow(row)}
      className="max-w-full min-w-0 truncate rounded-chip text-left align-bottom leading-4.5 font-medium underline-offset-2 select-text hover:underline"
    >
      {isOrdinary(label) ? label : <SafeName name={label} hasWarning={false} />}
    </button>
  );
  return (
    <>
      {isPlain ? (
        button
      ) : (
        <span className="flex min-w-0 items-center gap-2">
          {button}
          <NameWarning name={label} lookAlike={lookAlike} />
          {marks.map(({ text, tone, title }) => (
            // A long one shrinks before the name does.
            <span key={text} className="flex min-w-16 shrink-[999]">
              <Badge tone={tone} title={title}>
                {text}
              </Badge>
            </span>
          ))}
        </span>
      )}
      <code
        translate="no"
        title={second === null ? undefined : toIsolatedText(second)}
        data-database={databaseName}
        className="second-line block truncate text-small text-muted"
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

type Mark = { text: string; tone: 'plain' | 'notice' | 'danger' | 'ok'; title: string };

function listStateMarks(state: RowState | undefined): Mark[] {
  if (state === undefined || state.kind === 'plain' || state.kind === 'removed') return [];
  const { deletion, kind } = state;
  if (kind === 'deleting') {
    const text = `Being deleted by ${deletion.actor}`;
    return [{ text, tone: 'plain', title: text }];
  }
  if (kind === 'still-listed') {
    const text = formatStillListed(deletion, Date.now());
    return [{ text, tone: 'notice', title: text }];
  }
  const { label, tone } = stageLooks[kind === 'not-found' ? 'gone' : kind];
  return [{ text: label, tone, title: deletion.outcome?.message ?? '' }];
}

function listRecordMarks(row: InstanceRow, workspace: string): Mark[] {
  const marks: Mark[] = findListMismatches(row, workspace).map(({ field }) => {
    return { text: `Different ${field}`, tone: 'danger', title: `The record names a different ${field}.` };
  });
  const unclear = findUnclearDeleted(row);
  const cantRead = "The console can't read this date. The instance may already be deleted.";
  if (unclear !== null) marks.push({ text: unclear, tone: 'notice', title: cantRead });
  if (row.isDuplicate)
    marks.push({ text: 'Duplicate ID', tone: 'notice', title: 'Several records have this ID.' });
  return marks;
}

export function RegionText({ identifier }: { identifier: string | null | undefined }) {
  if (!identifier) return '–';
  const { provider, name } = parseRegion(identifier);
  return provider === null ? name : `${name} ${provider}`;
}

/** What can't be deleted has the reason in place of the button, unless it passes. */
export function ActionsCell({ row, readMeta }: CellProps) {
  const meta = readMeta();
  const refusal = meta?.refusals.get(row.key);
  if (refusal?.code === 'protected' || refusal?.code === 'path') {
    const protection = meta?.protections.get(row.key);
    const isProtected = refusal.code === 'protected';
    return (
      <span title={refusal.message} className="text-small text-faint">
        {isProtected && <Lock size={13} aria-hidden="true" className="mr-1.5 inline align-[-2px]" />}
        <span>
          {!isProtected
            ? refusal.message.replace(/\.$/, '')
            : protection
              ? `Protected by ${protection.actor}`
              : 'Protected'}
        </span>
      </span>
    );
  }
  return (
    <button
      type="button"
      aria-label={`Delete ${toIsolatedText(row.label)}`}
      title={refusal?.message}
      disabled={refusal !== undefined}
      onClick={() => hasId(row) && readMeta()?.onDelete(row)}
      className="-mr-2 min-h-7 rounded-control px-2 text-control text-muted transition-[background-color] enabled:hover:bg-danger-soft enabled:hover:text-danger enabled:focus-visible:text-danger disabled:cursor-not-allowed disabled:opacity-45 @max-xl:min-h-11 @max-xl:enabled:text-danger"
    >
      Delete
    </button>
  );
}

/** The DOM text is the value, such as READY. CSS shows "Ready". */
export function StatusText({ status }: { status: string | null | undefined }) {
  if (!status) return <span className="text-faint">–</span>;
  return (
    <span translate="no" data-value={status} className="status-text">
      <bdi className="enumeration truncate">{status}</bdi>
    </span>
  );
}
