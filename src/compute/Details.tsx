import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addedInstancesQuery, removeAddedInstances } from '../api/addedInstances.ts';
import { type EpochMs, formatInstant } from '../format/time.ts';
import { removesRow } from '../rules/outcome.ts';
import { useConfig } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Dialog.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { toast } from '../ui/toasts.tsx';
import { RecordFacts, RowWarnings } from './InstanceFacts.tsx';
import { EntryLink } from './ItemActions.tsx';
import { hasId, type InstanceRow, type LogItem, type RowWithId } from './instanceRow.ts';
import { formatStillListed, stageDisplay } from './outcomes.ts';
import { ProtectionDialog } from './ProtectionDialog.tsx';
import { findFocus, useTableView } from './tableView.ts';
import { useCompute } from './useInstanceTable.ts';

export function Details({ rowKey }: { rowKey: string }) {
  const { instances, askToDelete } = useCompute();
  const { rowsByKey, byRow, hasAll, isLogUnavailable } = instances;
  const [, changeView] = useTableView();
  const [rowToProtect, setRowToProtect] = useState<RowWithId | null>(null);
  const row = rowsByKey.get(rowKey);
  if (row === undefined && !hasAll) return null;
  const latest = byRow.get(rowKey)?.at(-1);
  return (
    <>
      <Drawer
        title={row === undefined ? <span>Instance not found</span> : <SafeName name={row.label} whole />}
        footer={
          row !== undefined &&
          hasId(row) &&
          !isLogUnavailable && (
            <Footer row={row} onDelete={() => askToDelete([row])} onProtect={() => setRowToProtect(row)} />
          )
        }
        onClose={() => changeView({ details: null }, 'push')}
        finalFocus={() => findFocus(rowKey)}
      >
        {row === undefined ? (
          <>
            <p className="mb-3 text-muted">It isn't listed any longer, or its database isn't listed.</p>
            {latest !== undefined && <ItemNotice logItem={latest} seenAt={null} />}
          </>
        ) : (
          <>
            {row.record === null && (
              <p className="mb-3 text-control text-muted">Added by an admin, not listed by the service</p>
            )}
            <RowNotices row={row} />
            <RecordFacts key={row.key} row={row} />
          </>
        )}
      </Drawer>
      {rowToProtect !== null && <ProtectionDialog row={rowToProtect} onClose={() => setRowToProtect(null)} />}
    </>
  );
}

function RowNotices({ row }: { row: InstanceRow }) {
  const { state, refusal, protection } = row;
  return (
    <div className="grid gap-2 empty:hidden">
      {refusal !== null && protection === null && state?.kind !== 'deleting' && (
        <Notice tone="info" title="This instance can't be deleted now.">
          <span>{refusal.message}</span>
        </Notice>
      )}
      {state?.kind === 'deleting' && (
        <Notice tone="info" title={`Being deleted by ${state.deletion.actor}`}>
          <span>{`Since ${formatInstant(state.deletion.confirmedAt)}.`}</span>
        </Notice>
      )}
      {state !== null && state.kind !== 'deleting' && <ItemNotice logItem={state} seenAt={row.seenAt} />}
      <RowWarnings row={row} />
    </div>
  );
}

/** What became of the last delete of this instance. Activity has the rest. */
function ItemNotice({ logItem, seenAt }: { logItem: LogItem; seenAt: EpochMs | null }) {
  const { deletion, item } = logItem;
  const isStillListed = seenAt !== null && removesRow(item.stage);
  return (
    <Notice
      tone={item.stage === 'mismatch' ? 'danger' : 'notice'}
      role="note"
      title={isStillListed ? `${formatStillListed(item, seenAt)}.` : `${stageDisplay[item.stage].label}.`}
    >
      {isStillListed && <span>Delete it again, or tell your operator. </span>}
      <EntryLink id={deletion.id} />
    </Notice>
  );
}

type FooterProps = { row: RowWithId; onDelete: () => void; onProtect: () => void };

function Footer({ row, onDelete, onProtect }: FooterProps) {
  const { policy } = useConfig();
  const { refusal, protection } = row;
  // What an operator's pattern protects needs no second protection.
  const isFixed = refusal?.code === 'path' || (refusal?.code === 'protected' && protection === null);
  if (policy.readOnly !== null) return null;
  return (
    <>
      {!isFixed && protection === null && (
        <Button
          variant="danger-quiet"
          className="mr-auto -ml-3"
          title={refusal?.message}
          disabled={refusal !== null}
          onClick={onDelete}
        >
          Delete…
        </Button>
      )}
      {row.isAdded && row.record === null && <RemoveButton row={row} />}
      {!isFixed && (
        <Button onClick={onProtect}>{protection === null ? 'Protect…' : 'Remove protection…'}</Button>
      )}
    </>
  );
}

function RemoveButton({ row: { databaseName, id: instanceId, name } }: { row: RowWithId }) {
  const { workspace, sessionId } = useSession();
  const client = useQueryClient();
  const [, changeView] = useTableView();
  const { mutate } = useMutation({
    mutationFn: () => removeAddedInstances({ workspace, sessionId }, [{ databaseName, instanceId, name }]),
    onSuccess: (instances) => {
      client.setQueryData(addedInstancesQuery(workspace).queryKey, instances);
      changeView({ details: null });
    },
    onError: ({ message }) => toast({ tone: 'danger', text: `Couldn't remove it from the list. ${message}` }),
  });
  return (
    <Button title="Nothing is deleted." onClick={() => mutate()}>
      Remove from this list
    </Button>
  );
}
