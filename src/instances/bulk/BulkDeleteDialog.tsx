import { useRef, useState } from 'react';
import { ServiceError } from '../../api/errors.ts';
import { formatCount, formatNumber } from '../../format/words.ts';
import { useConfig } from '../../session/config.ts';
import { useOpeningSession, useSession } from '../../session/useSession.ts';
import { Dialog, DialogDescription } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/notices.tsx';
import { SafeName } from '../../ui/SafeName.tsx';
import { assignHues, Legend, SegmentedBar } from '../../ui/SegmentedBar.tsx';
import { ConfirmForm } from '../delete/ConfirmForm.tsx';
import { ignoreSecondClick } from '../delete/confirmation.ts';
import { lostAnswerSentence } from '../delete/useDeleteComputeInstance.ts';
import { DialogPlace } from '../InstanceFacts.tsx';
import { formatInstanceCount, type InstanceRow, type RowWithId } from '../instanceRow.ts';
import { type DeletionsByRow, useDeletionLog } from '../useDeletionLog.ts';
import { openRun } from './openRun.ts';
import { divideRows, findRemarks, type LeftOut } from './selectedRows.ts';
import { useBulkDelete } from './useBulkDelete.ts';

type Props = {
  /** In the order of the table, in which they are deleted. */
  rows: readonly RowWithId[];
  /** Keys of rows that a search or a filter hides. */
  hiddenKeys: ReadonlySet<string>;
  currentRows: ReadonlyMap<string, InstanceRow>;
  onClose: () => void;
};

export const runHeadingId = 'bulk-run-heading';

export function BulkDeleteDialog({ hiddenKeys, currentRows, onClose, ...props }: Props) {
  const { workspace } = useSession();
  const { sessionId, problem: sessionProblem } = useOpeningSession();
  const [id, setId] = useState(() => crypto.randomUUID());
  const [failure, setFailure] = useState<{ message: string; isLost: boolean } | null>(null);
  const [reason, setReason] = useState('');
  const { policy } = useConfig();
  const { byRow } = useDeletionLog();
  const { mutateAsync } = useBulkDelete();
  const cancelButton = useRef<HTMLButtonElement>(null);
  const { rows, leftOut, refusal } = divideRows(props.rows, currentRows);
  const count = formatInstanceCount(rows.length);
  const limit = policy.maxBulk ?? rows.length;
  const problem =
    sessionProblem ??
    refusal?.message ??
    (rows.length > limit
      ? `Your operator allows at most ${formatInstanceCount(limit)} in one bulk delete.`
      : null);

  async function start(newReason: string) {
    setReason(newReason);
    setFailure(null);
    if (navigator.onLine === false) return fail("You're offline.");
    const items = rows.map(({ databaseName, id: instanceId, name, record }) => {
      return { id: crypto.randomUUID(), databaseName, instanceId, name, created: record?.created ?? null };
    });
    try {
      await mutateAsync({ id, sessionId, request: { items, reason: newReason } });
      openRun(id);
      onClose();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === null) setFailure({ message: lostAnswerSentence, isLost: true });
      else fail(error.message);
    }
  }

  /** Asks for a new confirmation. */
  function fail(message: string) {
    setId(crypto.randomUUID());
    setFailure({ message: `${message} Nothing was sent to the service.`, isLost: false });
  }

  return (
    <Dialog
      kind="alertdialog"
      title={<span>{`Delete ${count}`}</span>}
      context={<DialogPlace workspace={workspace} />}
      onClose={onClose}
      focus={{ initial: cancelButton, final: () => document.getElementById(runHeadingId) }}
      look={{ tone: 'danger' }}
    >
      <div onClickCapture={ignoreSecondClick}>
        <DialogDescription>
          <span>
            {rows.length === 1 ? 'It will be queued for deletion.' : 'They will be queued for deletion.'}
          </span>{' '}
          <strong className="font-semibold">
            {rows.length === 1
              ? 'All its data will be deleted permanently.'
              : 'All their data will be deleted permanently.'}
          </strong>{' '}
          <span>This can't be undone.</span>
        </DialogDescription>
        {rows.length > 0 && (
          <SelectionList rows={rows} hiddenKeys={hiddenKeys} currentRows={currentRows} byRow={byRow} />
        )}
        <div className="mt-3 grid gap-2 empty:hidden">
          {leftOut.length > 0 && <LeftOutNotice leftOut={leftOut} />}
          {problem !== null && <Notice tone="notice" role="alert" title={<span>{problem}</span>} />}
          {failure !== null && (
            <Notice key={id} tone="danger" takesFocus title={<span>{failure.message}</span>} />
          )}
        </div>
        <ConfirmForm
          key={id}
          phrase={`delete ${rows.length} in ${workspace}`}
          firstReason={reason}
          label={`Delete ${count}`}
          isBlocked={problem !== null || rows.length === 0 || failure?.isLost === true}
          onConfirm={start}
          cancelButton={{ label: 'Cancel', ref: cancelButton, onClick: onClose }}
        >
          {rows[0] !== undefined && rows.length > 1 && (
            <span key={rows[0].key}>
              <SafeName name={rows[0].label} whole hasWarning={false} /> is deleted first. The others follow,
              three at a time, only if its result is clear.
            </span>
          )}
        </ConfirmForm>
      </div>
    </Dialog>
  );
}

type ListProps = Pick<Props, 'rows' | 'hiddenKeys' | 'currentRows'> & { byRow: DeletionsByRow };

/** All instances with their IDs, and first those that need a look. */
function SelectionList({ rows, hiddenKeys, currentRows, byRow }: ListProps) {
  const [now] = useState(() => Date.now());
  const items = rows.map((row) => ({ row, remarks: findRemarks(row, byRow, now) }));
  const lookCount = items.filter(({ remarks }) => remarks.length > 0).length;
  const rank = ({ row, remarks }: (typeof items)[number]) =>
    remarks.length > 0 ? 0 : hiddenKeys.has(row.key) ? 1 : 2;
  const hues = assignHues([...currentRows.values(), ...rows].map(({ databaseName }) => databaseName));
  const segments = [...Map.groupBy(rows, ({ databaseName }) => databaseName)].map(([key, { length }]) => {
    return { key, label: key, value: length, color: hues.get(key) ?? 0 };
  });
  return (
    <>
      <div className="mt-3.5">
        <SegmentedBar label="Databases" segments={segments} />
        <div className="mt-1">
          <Legend segments={segments} />
        </div>
      </div>
      {lookCount > 0 && (
        <p className="mt-2.5 text-control font-medium text-notice">
          {`${formatNumber(lookCount)} ${lookCount === 1 ? 'needs' : 'need'} a look`}
        </p>
      )}
      <ul
        aria-label="Instances to delete"
        // A cut row says that the list goes on.
        className="mt-1.5 max-h-[max(6rem,min(12.5rem,100dvh-40rem))] divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {items
          .toSorted((a, b) => rank(a) - rank(b))
          .map(({ row, remarks }) => (
            <li key={row.key} className="px-3 py-1">
              <div className="flex flex-wrap items-baseline gap-x-3 leading-4.5">
                <span className="min-w-0 flex-1 text-control font-medium">
                  <SafeName name={row.label} whole lookAlike={row.lookAlike} />
                </span>
                {remarks.length > 0 && <span className="text-small text-notice">{remarks.join(' · ')}</span>}
                {hiddenKeys.has(row.key) && <span className="text-small text-notice">not shown</span>}
                <span className="max-w-[35%] truncate text-small text-muted">
                  <SafeName name={row.databaseName} />
                </span>
              </div>
              <div className="font-mono text-small text-muted">
                <SafeName name={row.id} whole />
              </div>
            </li>
          ))}
      </ul>
    </>
  );
}

const maxLines = 100;

function LeftOutNotice({ leftOut }: { leftOut: readonly LeftOut[] }) {
  const moreCount = leftOut.length - maxLines;
  return (
    <Notice
      tone="notice"
      role="alert"
      title={<span>{`${formatCount(leftOut.length, 'instance')} left out:`}</span>}
    >
      <ul className="max-h-28 overflow-y-auto">
        {leftOut.slice(0, maxLines).map(({ row: { key, label }, sentence }) => (
          <li key={key}>
            <SafeName name={label} whole /> · <span>{sentence}</span>
          </li>
        ))}
        {moreCount > 0 && <li key="more">{`and ${moreCount} more`}</li>}
      </ul>
    </Notice>
  );
}
