import { Badge } from '../ui/Badge.tsx';
import type { RowState } from './removedRows.ts';
import { formatStillListed, stageLooks } from './stageLooks.ts';

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
