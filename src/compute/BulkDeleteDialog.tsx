import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { putBulkDeletion } from '../api/deletions.ts';
import { formatNumber } from '../format/text.ts';
import { parseInstant } from '../format/time.ts';
import type { BulkDeletionRequest } from '../rules/requests.ts';
import { useConfig } from '../session/pageData.ts';
import { useDialogSession, useSession } from '../session/useSession.ts';
import { Dialog, DialogDescription } from '../ui/Dialog.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { assignHues, Legend, SegmentedBar } from '../ui/SegmentedBar.tsx';
import { openBulkProgressDialog } from './bulkStore.ts';
import { ConfirmForm } from './ConfirmForm.tsx';
import { DialogWorkspaceLine } from './InstanceFacts.tsx';
import {
  bulkProblem,
  findRowChange,
  formatInstanceCount,
  type InstanceRow,
  type RowWithId,
  toTarget,
} from './instanceRow.ts';
import { stageDisplay } from './outcomes.ts';
import {
  type ConfirmedRequest,
  createLostAnswer,
  deleteMutationOptions,
  retryUntilFinal,
  toDeleteFailure,
} from './useDeleteComputeInstance.ts';
import { updateCachedLog } from './useDeletionLog.ts';
import { useCompute } from './useInstanceTable.ts';

type Props = {
  rows: readonly RowWithId[];
  onClose: () => void;
};

export const bulkHeadingId = 'bulk-heading';

export function BulkDeleteDialog({ rows, onClose }: Props) {
  const { workspace } = useSession();
  const { instances } = useCompute();
  const { sessionId, problem: sessionProblem } = useDialogSession();
  const [id, setId] = useState(() => crypto.randomUUID());
  const { policy } = useConfig();
  const { mutateAsync, variables, isPending, error } = useBulkDelete();
  const failure = error === null ? null : toDeleteFailure(error);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const hasStarted = useRef(false);
  const [first] = rows;
  const count = formatInstanceCount(rows.length);
  const blockedCount = rows.filter((row) => isBlocked(row, instances.rowsByKey.get(row.key))).length;
  const blockedSentence = `${formatNumber(blockedCount)} of them changed or can't be deleted now. Close this and check the selection.`;
  const limit = policy.maxBulk ?? rows.length;
  const limitSentence = `Your operator allows at most ${formatInstanceCount(limit)} in one bulk delete.`;
  const problem =
    sessionProblem ?? (blockedCount > 0 ? blockedSentence : rows.length > limit ? limitSentence : null);
  // While they are deleted, all of them are blocked.
  const showsProblem = problem !== null && !isPending && failure?.stage !== 'unknown';

  async function start(reason: string) {
    const items = rows.map((row) => ({ id: crypto.randomUUID(), ...toTarget(row) }));
    try {
      await mutateAsync({ id, sessionId, request: { items, reason } });
      hasStarted.current = true;
      openBulkProgressDialog(id);
      onClose();
    } catch {
      // The notice says why, and a new confirmation is asked for.
      setId(crypto.randomUUID());
    }
  }

  return (
    <Dialog
      kind="alertdialog"
      title={`Delete ${count}`}
      context={<DialogWorkspaceLine workspace={workspace} />}
      onClose={onClose}
      focus={{
        initial: cancelButton,
        // A second Enter must not press the button that opened this dialog.
        final: () => (hasStarted.current ? findProgressHeading() : null),
      }}
    >
      <DialogDescription>
        They will be queued for deletion.{' '}
        <strong className="font-semibold">All their data will be deleted permanently.</strong> This can't be
        undone.
      </DialogDescription>
      <SelectionList rows={rows} />
      <div className="mt-3 grid gap-2 empty:hidden">
        {showsProblem && <Notice tone="notice" role="alert" title={problem} />}
        {failure !== null && (
          <Notice tone="danger" takesFocus title={`${stageDisplay[failure.stage].label}.`}>
            <span>{failure.message}</span>
          </Notice>
        )}
      </div>
      <ConfirmForm
        key={id}
        phrase={`delete ${rows.length} in ${workspace}`}
        firstReason={variables?.request.reason}
        label={`Delete ${count}`}
        isBlocked={problem !== null || failure?.stage === 'unknown'}
        onConfirm={start}
        cancelButton={{ label: 'Cancel', ref: cancelButton, onClick: onClose }}
      >
        {first !== undefined && (
          <span>
            <SafeName name={first.label} whole hasWarning={false} /> is deleted first. The others follow,
            three at a time, only if its result is clear.
          </span>
        )}
      </ConfirmForm>
    </Dialog>
  );
}

function findProgressHeading(): HTMLElement | null {
  return document.getElementById(bulkHeadingId) ?? document.getElementById('page-heading');
}

function isBlocked(row: RowWithId, current: InstanceRow | undefined): boolean {
  return (findRowChange(row, current) ?? current?.refusal ?? bulkProblem(row)) !== null;
}

/** Resolves when our server has stored all of it. The server then runs it, whatever becomes of the page. */
function useBulkDelete() {
  const { workspace } = useSession();
  const client = useQueryClient();
  return useMutation({
    ...deleteMutationOptions,
    async mutationFn({ id, sessionId, request }: ConfirmedRequest<BulkDeletionRequest>) {
      const stored = await retryUntilFinal(() => putBulkDeletion({ workspace, sessionId }, id, request));
      if (stored.bulkDeletion.id !== id) throw createLostAnswer();
      return stored;
    },
    onSuccess({ bulkDeletion, deletions }) {
      updateCachedLog(client, workspace, deletions, bulkDeletion);
    },
  });
}

function SelectionList({ rows }: Pick<Props, 'rows'>) {
  const { instances, table } = useCompute();
  const [now] = useState(() => Date.now());
  const items = rows.map((row) => ({
    row,
    remarks: findRemarks(row, now),
    isHidden: table.hiddenKeys.has(row.key),
  }));
  const lookCount = items.filter(({ remarks }) => remarks.length > 0).length;
  const rank = ({ remarks, isHidden }: (typeof items)[number]) => (remarks.length > 0 ? 0 : isHidden ? 1 : 2);
  const hues = assignHues([...instances.rows, ...rows].map(({ databaseName }) => databaseName));
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
        className="mt-1.5 max-h-[max(7rem,min(17rem,100dvh-39rem))] divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {items
          .toSorted((a, b) => rank(a) - rank(b))
          .map(({ row, remarks, isHidden }) => (
            <li key={row.key} className="px-3 py-1">
              <div className="flex flex-wrap items-baseline gap-x-3 leading-4.5">
                <span className="min-w-0 flex-1 text-control font-medium">
                  <SafeName name={row.label} whole />
                </span>
                {remarks.map(([text, status]) => (
                  <span key={text} className="text-small text-notice">
                    <span>{`${text} `}</span>
                    {status !== undefined && (
                      <bdi translate="no" className="enumeration">
                        {status}
                      </bdi>
                    )}
                  </span>
                ))}
                {isHidden && <span className="text-small text-notice">not shown</span>}
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

/** An instance that is younger than this (ms) may be in use. */
const youngMs = 7 * 24 * 60 * 60_000;

/** A status follows its text, because CSS shows it differently. */
type Remark = readonly [text: string, status?: string];

export function findRemarks({ record, state }: InstanceRow, now: number): readonly Remark[] {
  const created = record?.created == null ? null : parseInstant(record.created);
  const status = record?.status ?? 'READY';
  const isUnclear = state?.kind === 'unknown' || state?.kind === 'mismatch';
  const remarks: (Remark | false)[] = [
    created !== null && now - created < youngMs && ['younger than 7 days'],
    status !== 'READY' && ['still', status],
    state?.deletion.stage === 'gone' && ['not found earlier'],
    state?.kind === 'still-listed' && state.deletion.stage !== 'gone' && ['still listed after a delete'],
    isUnclear && ['an earlier delete has no clear result'],
  ];
  return remarks.filter((remark) => remark !== false);
}
