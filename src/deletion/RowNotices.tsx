import { useConfig } from '../session/config.ts';
import { Badge } from '../ui/Badge.tsx';
import { Notice } from '../ui/notices.tsx';
import { RowWarnings } from './InstanceFacts.tsx';
import type { InstanceRow } from './instanceRow.ts';
import { mayDelete } from './mayDelete.ts';
import { OutcomeNotice } from './OutcomeNotice.tsx';
import { formatStillListed, stageLooks } from './outcomes.ts';
import type { RowState } from './removedRows.ts';
import { useDeletions } from './useDeletions.ts';

/** What the deletion log says about a row. Renders nothing for a plain row. */
export function RowBadge({ state }: { state: RowState }) {
  if (state.kind === 'plain' || state.kind === 'removed') return null;
  if (state.kind === 'still-listed')
    return (
      <Badge tone="notice" key={state.kind}>
        {formatStillListed(state.deletion, Date.now())}
      </Badge>
    );
  const { label, tone } = stageLooks[state.kind === 'deleting' ? 'sending' : state.kind];
  return (
    <Badge tone={tone} key={state.kind} title={state.deletion.outcome?.reason}>
      {label}
    </Badge>
  );
}

/** What an admin should know about a row before deleting it, for Details. */
export function RowNotices({ row, state }: { row: InstanceRow; state: RowState }) {
  const { policy } = useConfig();
  const { byRow, isUnavailable } = useDeletions();
  const refusal = mayDelete(row, isUnavailable ? null : (byRow.get(row.key) ?? []), policy);
  return (
    <div className="grid gap-2 empty:hidden">
      {refusal !== null && (
        <Notice tone="info" title="This instance can't be deleted now.">
          <span>{refusal.sentence}</span>
        </Notice>
      )}
      {state.kind === 'still-listed' && (
        <Notice tone="notice" title={<span>{`${formatStillListed(state.deletion, Date.now())}.`}</span>}>
          The row should be gone ten minutes after its deletion. Delete the instance again, or tell your
          operator.
        </Notice>
      )}
      {(state.kind === 'unknown' || state.kind === 'mismatch') && (
        <OutcomeNotice deletion={state.deletion} role="note" isDated />
      )}
      <RowWarnings row={row} />
    </div>
  );
}
