import { RowCopyButton } from '../../../ui/RowCopyButton.tsx';
import type { InstanceRow } from '../instances/InstanceRow.ts';
import type { RowActions } from '../instances/RowActions.ts';
import type { RowState } from '../journal/RowState.ts';
import { SafeName } from '../names/SafeName.tsx';
import { RowMarkTag } from './RowMarkTag.tsx';

type Props = {
  row: InstanceRow;
  state: RowState;
  actions: RowActions;
  /** The row is pointed at, or was: what can be copied says so. */
  isNear: boolean;
};

/** The name, which opens the details, over the id and what is going on with it: nothing ever takes the name's room. */
export function NameCell({ row, state, actions, isNear }: Props) {
  const second = secondLine(row, isNear);
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        onClick={() => actions.onShow(row)}
        title={row.label}
        className="block max-w-full truncate rounded-sm text-left font-medium compact:leading-4 underline-offset-2 hover:underline"
      >
        <SafeName name={row.label} />
      </button>
      {(state.mark !== null || state.isProtected || second !== null) && (
        <span className="flex min-w-0 items-center text-small leading-4 text-muted">
          {state.isProtected && (
            <span title="On this device" className="mr-1.5 rounded-sm border border-line-strong px-1">
              Protected
            </span>
          )}
          {state.mark !== null && <RowMarkTag mark={state.mark} />}
          {second}
        </span>
      )}
    </>
  );
}

function secondLine(row: InstanceRow, isNear: boolean) {
  if (row.id !== row.label)
    return (
      <>
        <bdi className="truncate font-mono" title={row.id ?? undefined}>
          {row.id ?? 'no id that is a text'}
        </bdi>
        {isNear && row.id !== null && <RowCopyButton text={row.id} label="Copy ID" />}
      </>
    );
  // A name that others have too stands below the id, which is then what tells them apart.
  if (!row.name?.trim() || row.name === row.label) return null;
  return (
    <span className="block truncate" title={row.name}>
      <SafeName name={row.name} />
    </span>
  );
}
