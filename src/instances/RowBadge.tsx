import { Badge } from '../ui/Badge.tsx';
import { formatStillListed, stageLooks } from './delete/stageLooks.ts';
import type { RowState } from './removedRows.ts';

export function RowBadge({ state }: { state: RowState }) {
  if (state.kind === 'plain' || state.kind === 'removed') return null;
  if (state.kind === 'still-listed') {
    const sentence = formatStillListed(state.deletion, Date.now());
    return (
      // It shrinks before the name does, because it is longer than the column.
      <span key={state.kind} className="flex min-w-24 flex-1">
        <Badge tone="notice" title={sentence}>
          {sentence}
        </Badge>
      </span>
    );
  }
  const { label, tone } = stageLooks[state.kind === 'deleting' ? 'sending' : state.kind];
  return (
    <Badge tone={tone} key={state.kind} title={state.deletion.outcome?.reason}>
      {label}
    </Badge>
  );
}
