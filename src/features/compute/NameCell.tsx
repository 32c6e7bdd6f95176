import { ShieldCheck } from 'lucide-react';
import { RowCopyButton } from '../../ui/RowCopyButton.tsx';
import type { InstanceRow } from './InstanceRow.ts';
import type { RowActions } from './RowActions.ts';
import { RowMarkTag } from './RowMarkTag.tsx';
import type { RowState } from './RowState.ts';
import { SafeName } from './SafeName.tsx';

type Props = { row: InstanceRow; state: RowState; actions: RowActions };

/** The name, which opens the details, over the id. */
export function NameCell({ row, state, actions }: Props) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <div className="min-w-0 flex-1">
        <button
          type="button"
          tabIndex={-1}
          onClick={() => actions.onShow(row)}
          title={row.label}
          className="block max-w-full truncate rounded-sm text-left font-medium compact:leading-4 underline-offset-2 hover:underline"
        >
          <SafeName name={row.label} />
        </button>
        {/* A name that others have too stands below the id, which is then what tells them apart. */}
        {row.id === row.label && row.name?.trim() && row.name !== row.label && (
          <span className="block truncate text-small leading-4 text-muted" title={row.name}>
            <SafeName name={row.name} />
          </span>
        )}
        {row.id !== row.label && (
          <span className="flex min-w-0 items-center">
            <bdi className="truncate font-mono text-small leading-4 text-muted" title={row.id ?? undefined}>
              {row.id ?? 'no id that is a text'}
            </bdi>
            {row.id !== null && <RowCopyButton text={row.id} label="Copy ID" />}
          </span>
        )}
      </div>
      {state.isProtected && (
        <ShieldCheck
          size={16}
          role="img"
          aria-label="Protected on this device"
          className="shrink-0 text-muted"
        />
      )}
      {state.mark !== null && <RowMarkTag mark={state.mark} />}
    </div>
  );
}
