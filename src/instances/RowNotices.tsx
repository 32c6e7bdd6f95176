import { mayDelete } from '../rules/mayDelete.ts';
import { useConfig } from '../session/config.ts';
import { Notice } from '../ui/notices.tsx';
import { OutcomeNotice } from './delete/OutcomeNotice.tsx';
import { formatStillListed } from './delete/stageLooks.ts';
import { useDeletions } from './delete/useDeletions.ts';
import { RowWarnings } from './InstanceFacts.tsx';
import type { InstanceRow } from './instanceRow.ts';
import type { RowState } from './removedRows.ts';

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
