import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeAddedInstances } from '../api/computeInstances.ts';
import { changeProtection, refreshLog } from '../api/deletions.ts';
import type { EpochMs } from '../format/time.ts';
import { paths } from '../paths.ts';
import { removesRow } from '../rules/deletion.ts';
import { findReasonProblem } from '../rules/requests.ts';
import { useDialogSession, useSession } from '../session/pageData.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer, FormDialog } from '../ui/Dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { Notice, ViewLink } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { toast } from '../ui/toasts.tsx';
import { InstanceFacts, RowWarnings } from './InstanceFacts.tsx';
import { hasId, type LogItem, type RowWithId } from './instanceRow.ts';
import { formatStillListed, stageDisplay } from './outcomes.ts';
import { useInstances } from './useInstances.ts';
import { findFocusTarget, useInstanceTable } from './useInstanceTable.ts';

export function InstanceDetails({ rowKey }: { rowKey: string }) {
  const { rowsByKey, byRow, hasAllLists, hasActions } = useInstances();
  const { changeView } = useInstanceTable();
  const [rowToProtect, setRowToProtect] = useState<RowWithId | null>(null);
  const row = rowsByKey.get(rowKey);
  if (row === undefined && !hasAllLists) return null;
  const latest = byRow.get(rowKey)?.at(-1);
  return (
    <>
      <Drawer
        title={row === undefined ? <span>Instance not found</span> : <SafeName name={row.label} />}
        footer={
          row !== undefined &&
          hasActions &&
          hasId(row) && <Footer row={row} onProtect={() => setRowToProtect(row)} />
        }
        onClose={() => changeView({ details: null }, 'push')}
        finalFocus={() => findFocusTarget(rowKey)}
      >
        {row === undefined ? (
          <>
            <p className="mb-3 text-muted">It isn't listed any longer, or its database isn't listed.</p>
            {latest !== undefined && <ItemNotice logItem={latest} seenAt={null} />}
          </>
        ) : (
          <>
            {row.record === null && (
              <div className="mb-3 flex items-center justify-between gap-2 text-control text-muted">
                <p>Added by an admin, not listed by the service</p>
                {hasActions && hasId(row) && <RemoveButton row={row} />}
              </div>
            )}
            <div className="grid gap-2 empty:hidden">
              {row.refusal !== null && row.refusal.code !== 'read-only' && row.protection === null && (
                <Notice tone="info" title={row.refusal.message} />
              )}
              {row.state !== null && <ItemNotice logItem={row.state} seenAt={row.seenAt} />}
              <RowWarnings row={row} />
            </div>
            <InstanceFacts key={row.key} row={row} isWhole />
          </>
        )}
      </Drawer>
      {rowToProtect !== null && <ProtectionDialog row={rowToProtect} onClose={() => setRowToProtect(null)} />}
    </>
  );
}

function ItemNotice({ logItem, seenAt }: { logItem: LogItem; seenAt: EpochMs | null }) {
  const { deletion, item } = logItem;
  const { workspace } = useSession();
  const isStillListed = seenAt !== null && removesRow(item.stage);
  return (
    <Notice
      tone={item.stage === 'mismatch' ? 'danger' : 'notice'}
      role="note"
      title={`${isStillListed ? formatStillListed(item, seenAt) : stageDisplay[item.stage].label}.`}
    >
      <ViewLink to={paths.deletion(workspace, deletion.id)} />
    </Notice>
  );
}

function Footer({ row, onProtect }: { row: RowWithId; onProtect: () => void }) {
  const { askToDelete } = useInstances();
  const { refusal, protection } = row;
  // An unusable value, or a different protection, forbids the delete already.
  const isFixed = refusal?.code === 'path' || refusal?.code === 'protected';
  if (isFixed && protection === null) return null;
  return (
    <>
      {protection === null && (
        <Button
          variant="danger-quiet"
          className="-ml-3"
          title={refusal?.message}
          disabled={refusal !== null}
          onClick={() => askToDelete([row])}
        >
          Delete…
        </Button>
      )}
      <Button className="ml-auto" onClick={onProtect}>
        {protection === null ? 'Protect…' : 'Remove protection…'}
      </Button>
    </>
  );
}

function RemoveButton({ row: { databaseName, id: instanceId, name } }: { row: RowWithId }) {
  const caller = useSession();
  const client = useQueryClient();
  const { changeView } = useInstanceTable();
  const { mutate } = useMutation({
    mutationFn: () => changeAddedInstances('remove', client, caller, [{ databaseName, instanceId, name }]),
    onSuccess: () => changeView({ details: null }),
    onError: ({ message }) => toast({ tone: 'danger', text: `Couldn't remove it from the list. ${message}` }),
  });
  return (
    <Button size="small" title="Nothing is deleted." onClick={() => mutate()}>
      Remove from this list
    </Button>
  );
}

function ProtectionDialog({ row, onClose }: { row: RowWithId; onClose: () => void }) {
  const { workspace } = useSession();
  const { sessionId, problem } = useDialogSession();
  const { databaseName, id: instanceId, name, label, protection } = row;
  const [reason, setReason] = useState('');
  const reasonProblem = findReasonProblem(reason);
  const client = useQueryClient();
  async function send() {
    const request = { items: [{ databaseName, instanceId, name }], reason: reason.trim() };
    await changeProtection(protection === null ? 'set' : 'remove', { workspace, sessionId }, request);
    await refreshLog(client, workspace);
  }
  return (
    <FormDialog
      title={
        <>
          <span>{protection === null ? 'Protect' : 'Remove the protection of'}</span>{' '}
          <SafeName name={label} />
        </>
      }
      description={
        protection === null
          ? 'No admin can delete it with this console until somebody removes the protection.'
          : 'After that, every admin of this workspace can delete it.'
      }
      submitLabel={protection === null ? 'Protect instance' : 'Remove protection'}
      canSubmit={problem === null && reasonProblem === null}
      onSubmit={send}
      onClose={onClose}
    >
      {protection === null && (
        <TextField
          label="Reason"
          hint="optional"
          value={reason}
          problem={reasonProblem}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      {problem && <Notice tone="danger" title={problem} />}
    </FormDialog>
  );
}
