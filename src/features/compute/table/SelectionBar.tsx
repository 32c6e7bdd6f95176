import { Button } from '../../../ui/Button.tsx';
import { groupedDigits } from '../../../ui/groupedDigits.ts';
import { instancesCount } from '../instances/instancesCount.ts';
import type { RowActions } from '../instances/RowActions.ts';
import type { Selection } from './useSelection.ts';

type Props = { selection: Selection; total: number; onDelete: () => void; actions: RowActions };

/** What can be done with the selected rows. It stands in the place of the filters, so that nothing moves; in a
 * window without room for both at the bottom, in sight however far the list was scrolled. */
export function SelectionBar({ selection, total, onDelete, actions }: Props) {
  const count = selection.rows.length;
  const [number, noun] = instancesCount(count).split(' ');
  return (
    <div
      // Results rise above it, so that neither hides the other.
      data-action-bar
      className="action-bar flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1"
    >
      <p className="font-medium">
        {number} <span className="max-sm:sr-only">{noun}</span> selected
      </p>
      <Button
        look="danger"
        onClick={onDelete}
        onPointerEnter={actions.onDeleteIntent}
        onFocus={actions.onDeleteIntent}
      >
        Delete {instancesCount(count)}
      </Button>
      {count < total && (
        <Button look="quiet" onClick={selection.selectAll} className="max-sm:px-1.5">
          <span>
            Select all {groupedDigits(total)} <span className="max-sm:sr-only">that match</span>
          </span>
        </Button>
      )}
      <Button look="quiet" onClick={selection.clear} className="max-sm:px-1.5">
        Clear selection
      </Button>
    </div>
  );
}
