import { useRef, useState } from 'react';
import { formatCount, formatNumber } from '../../format/words.ts';
import { mayDelete, type RefusalCode } from '../../rules/mayDelete.ts';
import { useConfig } from '../../session/config.ts';
import { useSession } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions, DialogDescription } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/notices.tsx';
import { SafeName } from '../../ui/SafeName.tsx';
import { ConfirmField, ReasonField, useConfirmation } from '../delete/ConfirmFields.tsx';
import { useSubmitOnce } from '../delete/confirmation.ts';
import { newDeletion, sendDeletion } from '../delete/deleteInstance.ts';
import { useSendContext } from '../delete/useDeleteComputeInstance.ts';
import { useDeletionContext, useDeletions } from '../delete/useDeletions.ts';
import { DialogPlace } from '../InstanceFacts.tsx';
import {
  bulkProblem,
  findRowChange,
  formatInstanceCount,
  type InstanceRow,
  type RowWithId,
} from '../instanceRow.ts';
import { BulkSelectionSummary } from './BulkSelectionSummary.tsx';
import type { BulkRun } from './bulkDelete.ts';

type Props = {
  rows: readonly RowWithId[];
  /** Keys of rows that a search or a filter hides. They are listed first. */
  hiddenKeys: ReadonlySet<string>;
  currentRows: ReadonlyMap<string, InstanceRow>;
  onClose: () => void;
  onStarted: () => void;
  continued?: { run: BulkRun; reason: string } | null;
};

export const runHeadingId = 'bulk-run-heading';

/** Instances that changed meanwhile are named and left out. */
export function BulkDeleteDialog({ hiddenKeys, onClose, onStarted, continued = null, ...props }: Props) {
  const { workspace } = useSession();
  const { policy } = useConfig();
  const { rows, leftOut, unknownCount, refusal } = useDeletableRows(props.rows, props.currentRows);
  const startBulk = useStartBulkDelete();
  const confirmation = useConfirmation(`delete ${rows.length} in ${workspace}`, continued?.reason);
  const [failure, setFailure] = useState<string | null>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);

  const count = formatInstanceCount(rows.length);
  const isOne = rows.length === 1;
  const limit = policy.maxBulk ?? rows.length;
  const problem =
    refusal?.sentence ??
    (rows.length > limit
      ? `Your operator allows at most ${formatInstanceCount(limit)} in one bulk delete.`
      : null);
  const canSubmit = problem === null && rows.length > 0 && confirmation.isConfirmed;
  const { formProps, isSubmitLocked } = useSubmitOnce(canSubmit, start);

  async function start() {
    const sentence = await startBulk(rows, {
      reason: confirmation.takeReason(),
      bulk: continued?.run.id ?? crypto.randomUUID(),
      acceptsDifferentIds: continued !== null,
    });
    setFailure(sentence);
    if (sentence === null) onStarted();
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
      <form {...formProps} className="flex flex-col">
        <DialogDescription>
          <span>{isOne ? 'It will be queued for deletion.' : 'They will be queued for deletion.'}</span>{' '}
          <strong className="font-semibold">
            {isOne
              ? 'All its data will be deleted permanently.'
              : 'All their data will be deleted permanently.'}
          </strong>{' '}
          <span>This can't be undone.</span>
        </DialogDescription>
        {rows.length > 0 && (
          <BulkSelectionSummary rows={rows} hiddenKeys={hiddenKeys} currentRows={props.currentRows} />
        )}
        <div className="mt-3 grid gap-2 empty:hidden">
          {leftOut.length > 0 && <LeftOutNotice leftOut={leftOut} />}
          {unknownCount > 0 && (
            <Notice
              tone="notice"
              title={
                <span>{`We don't know whether earlier requests deleted ${formatNumber(unknownCount)} of these instances.`}</span>
              }
            >
              If they still exist, this deletes them.
            </Notice>
          )}
          {problem !== null && <Notice tone="notice" role="alert" title={<span>{problem}</span>} />}
          {failure !== null && <Notice tone="danger" title={<span>{failure}</span>} />}
        </div>
        <ReasonField confirmation={confirmation} isReadOnly={isSubmitLocked} />
        <ConfirmField confirmation={confirmation} isReadOnly={isSubmitLocked} />
        {rows[0] !== undefined && rows.length > 1 && (
          <p key={rows[0].key} className="mt-auto pt-3 text-small text-muted">
            <SafeName name={rows[0].label} whole /> is deleted first. The others follow, three at a time, only
            if its result is clear.
          </p>
        )}
        <DialogActions>
          <Button ref={cancelButton} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="danger"
            disabled={!canSubmit && !isSubmitLocked}
            aria-disabled={isSubmitLocked}
          >
            {`Delete ${count}`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type LeftOut = { key: string; label: string; sentence: string };

function useDeletableRows(selected: readonly RowWithId[], currentRows: ReadonlyMap<string, InstanceRow>) {
  const { workspace } = useSession();
  const { policy } = useConfig();
  const { byRow, isUnavailable } = useDeletions();
  const rows: RowWithId[] = [];
  const leftOut: LeftOut[] = [];
  let unknownCount = 0;
  for (const row of selected) {
    const { key, label } = row;
    const deletions = byRow.get(key) ?? [];
    const refusal = mayDelete(row, isUnavailable ? null : deletions, policy);
    if (refusal !== null && refusalsOfAll.includes(refusal.code))
      return { rows: selected, leftOut: [], unknownCount: 0, refusal };
    const sentence =
      findRowChange(row, currentRows.get(key), workspace) ?? refusal?.sentence ?? bulkProblem(row, workspace);
    if (sentence !== null) leftOut.push({ key, label, sentence });
    else {
      rows.push(row);
      if (deletions.at(-1)?.outcome?.kind === 'unknown' && !deletions.at(-1)?.dismissed) unknownCount += 1;
    }
  }
  return { rows, leftOut, unknownCount, refusal: null };
}

const refusalsOfAll: readonly RefusalCode[] = ['read-only', 'storage', 'offline'];

const maxLines = 100;

export function LeftOutNotice({ leftOut }: { leftOut: readonly LeftOut[] }) {
  const moreCount = leftOut.length - maxLines;
  return (
    <Notice
      tone="notice"
      role="alert"
      title={<span>{`${formatCount(leftOut.length, 'instance')} left out:`}</span>}
    >
      <ul className="max-h-28 overflow-y-auto">
        {leftOut.slice(0, maxLines).map(({ key, label, sentence }) => (
          <li key={key}>
            <SafeName name={label} whole /> · <span>{sentence}</span>
          </li>
        ))}
        {moreCount > 0 && <li key="more">{`and ${moreCount} more`}</li>}
      </ul>
    </Notice>
  );
}

export function useStartBulkDelete() {
  const { workspace, id: session, store } = useSession();
  const { bulk: bulkDelete } = useDeletionContext();
  const sender = useSendContext();
  return (
    rows: readonly RowWithId[],
    { reason, bulk, acceptsDifferentIds }: { reason: string; bulk: string; acceptsDifferentIds: boolean },
  ) =>
    bulkDelete.start({
      sender,
      send: sendDeletion,
      workspace,
      session,
      deletions: rows.map((row) => newDeletion(row, workspace, reason, bulk)),
      acceptsDifferentIds,
      beginWork: () => store.beginWork(),
    });
}
