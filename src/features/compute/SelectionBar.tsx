import { Button } from '../../ui/Button.tsx';
import { instancesCount } from './instancesCount.ts';
import type { RowActions } from './RowActions.ts';
import type { Selection } from './useSelection.ts';

type Props = { selection: Selection; total: number; onDelete: () => void; actions: RowActions };

/** What can be done with the selected rows. It stands in the place of the filters, so that nothing moves; on a phone at the
 * bottom, in sight however far the list was scrolled. */
export function SelectionBar({ selection, total, onDelete, actions }: Props) {
  const count = selection.rows.length;
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-2 max-md:fixed max-md:inset-x-0 max-md:bottom-(--bottom-bar) max-md:z-10 max-md:border-t max-md:border-line max-md:bg-raised max-md:px-4 max-md:py-2">
      <p className="font-medium">{instancesCount(count)} selected</p>
      <Button
        look="danger"
        onClick={onDelete}
        onPointerEnter={actions.onDeleteIntent}
        onFocus={actions.onDeleteIntent}
      >
        Delete {instancesCount(count)}
      </Button>
      {count < total && (
        <Button look="quiet" onClick={selection.selectAll}>
          Select all {total.toLocaleString('en')} that match
        </Button>
      )}
      <Button look="quiet" onClick={selection.clear}>
        Clear selection
      </Button>
    </div>
  );
}
