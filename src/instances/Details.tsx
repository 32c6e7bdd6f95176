import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { addedInstancesQuery, removeAddedInstances } from '../api/addedInstances.ts';
import { formatInstant } from '../format/time.ts';
import { useConfig } from '../session/config.ts';
import { useSession } from '../session/useSession.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { toast } from '../ui/toasts.tsx';
import { DetailsFields } from './DetailsFields.tsx';
import { OutcomeNotice } from './delete/OutcomeNotice.tsx';
import { formatStillListed, outcomeSentences } from './delete/outcomes.ts';
import { RowWarnings } from './InstanceFacts.tsx';
import { hasId, type InstanceRow, type RowWithId } from './instanceRow.ts';
import { StatusText } from './table/cells.tsx';
import { findRowButton, useTableView } from './table/tableView.ts';
import type { TableModel } from './table/useInstanceTable.ts';
import type { Instances } from './useInstances.ts';

type Props = {
  rowKey: string;
  instances: Instances;
  model: TableModel;
  onDelete: (row: RowWithId) => void;
  onProtect: (row: RowWithId) => void;
};

export function Details({ rowKey, instances, model, onDelete, onProtect }: Props) {
  const { rowsByKey, hasAll } = instances;
  const [, changeView] = useTableView();
  const row = rowsByKey.get(rowKey);
  // The list that contains it may still be loading.
  if (row === undefined && !hasAll) return null;
  return (
    <Drawer
      title={
        row === undefined ? (
          <span>Instance not found</span>
        ) : (
          <SafeName name={row.label} whole lookAlike={row.lookAlike} />
        )
      }
      tools={<Steps rowKey={rowKey} model={model} />}
      footer={
        row !== undefined &&
        hasId(row) && <Footer row={row} instances={instances} onDelete={onDelete} onProtect={onProtect} />
      }
      onClose={() => changeView({ details: null }, 'push')}
      finalFocus={() => findRowButton(rowKey)}
    >
      {row === undefined ? (
        <MissingInstance rowKey={rowKey} instances={instances} />
      ) : (
        <>
          <p className="flex flex-wrap items-center gap-x-3 text-control text-muted">
            <StatusText status={row.record?.status} />
            {row.record === null && <span>Added by an admin, not listed by the service</span>}
          </p>
          <p className="mb-3 flex min-h-7 items-center gap-1.5">
            <code translate="no" className="min-w-0 text-small text-muted wrap-anywhere">
              {row.id === null ? 'no usable ID' : <SafeName name={row.id} whole />}
            </code>
            {row.id !== null && <CopyButton text={row.id} label="Copy ID" />}
          </p>
          <RowNotices row={row} instances={instances} />
          <DetailsFields key={row.key} row={row} />
        </>
      )}
    </Drawer>
  );
}

/** Its deletion says what became of it. */
function MissingInstance({ rowKey, instances: { byRow } }: Pick<Props, 'rowKey' | 'instances'>) {
  const latest = byRow.get(rowKey)?.at(-1);
  return (
    <>
      <p className="mb-3 text-muted">It isn't listed any longer, or its database isn't listed.</p>
      {latest !== undefined && <OutcomeNotice deletion={latest} role="note" />}
    </>
  );
}

function RowNotices({ row, instances }: { row: InstanceRow; instances: Instances }) {
  const { states, refusals } = instances;
  const refusal = refusals.get(row.key);
  const state = states.get(row.key);
  return (
    <div className="grid gap-2 empty:hidden">
      {refusal !== undefined && (
        <Notice tone="info" title="This instance can't be deleted now.">
          <span>{refusal.message}</span>
        </Notice>
      )}
      {state?.kind === 'deleting' && (
        <Notice tone="info" title={<span>{`Being deleted by ${state.deletion.actor}`}</span>}>
          <span>{`Since ${formatInstant(state.deletion.confirmedAt)}.`}</span>
        </Notice>
      )}
      {state?.kind === 'still-listed' && (
        <Notice tone="notice" title={<span>{`${formatStillListed(state.deletion, Date.now())}.`}</span>}>
          <span>{`By ${state.deletion.actor}. `}</span>
          The row should be gone ten minutes after its deletion. Delete the instance again, or tell your
          operator.
        </Notice>
      )}
      {state?.kind === 'not-found' && (
        <Notice tone="info" title={<span>{`It ${outcomeSentences.gone[1]}`}</span>} />
      )}
      {(state?.kind === 'unknown' || state?.kind === 'mismatch') && (
        <OutcomeNotice deletion={state.deletion} role="note" />
      )}
      <RowWarnings row={row} />
    </div>
  );
}

function Steps({ rowKey, model: { matchingRows } }: Pick<Props, 'rowKey' | 'model'>) {
  const [, changeView] = useTableView();
  const index = matchingRows.findIndex(({ id }) => id === rowKey);
  function show(key: string | undefined) {
    if (key === undefined) return;
    changeView({ details: key });
    findRowButton(key)?.scrollIntoView({ block: 'nearest' });
  }
  const previous = matchingRows[index - 1]?.id;
  const next = index === -1 ? undefined : matchingRows[index + 1]?.id;
  return (
    <>
      <IconButton
        label="Previous instance"
        aria-disabled={previous === undefined}
        onClick={() => show(previous)}
      >
        <ChevronUp size={17} aria-hidden="true" />
      </IconButton>
      <IconButton label="Next instance" aria-disabled={next === undefined} onClick={() => show(next)}>
        <ChevronDown size={17} aria-hidden="true" />
      </IconButton>
    </>
  );
}

type FooterProps = Pick<Props, 'instances' | 'onDelete' | 'onProtect'> & { row: RowWithId };

function Footer({ row, instances, onDelete, onProtect }: FooterProps) {
  const { policy } = useConfig();
  const { refusals, protections, isLogUnavailable } = instances;
  const refusal = refusals.get(row.key);
  const isProtected = protections.has(row.key);
  // Only an operator's pattern is left of the reasons that can't be changed here.
  const hasPattern = refusal?.code === 'protected' && !isProtected;
  if (policy.readOnly !== null || isLogUnavailable) return null;
  return (
    <>
      {refusal?.code !== 'protected' && refusal?.code !== 'path' && (
        <Button
          variant="danger-quiet"
          className="mr-auto -ml-3"
          title={refusal?.message}
          disabled={refusal !== undefined}
          onClick={() => onDelete(row)}
        >
          Delete…
        </Button>
      )}
      {row.isAdded && row.record === null && <RemoveButton row={row} />}
      {!hasPattern && refusal?.code !== 'path' && (
        <Button onClick={() => onProtect(row)}>{isProtected ? 'Remove protection…' : 'Protect…'}</Button>
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
