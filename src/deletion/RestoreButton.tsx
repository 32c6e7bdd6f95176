import type { ComponentProps } from 'react';
import { Button } from '../ui/Button.tsx';
import { useDeletionTools, useWorkspaceEntries } from './DeletionsProvider.tsx';
import type { DeletionEntry } from './deletionEntry.ts';
import { getRowKey, getRowStatuses } from './rowStatus.ts';

type Props = { entry: DeletionEntry } & ComponentProps<typeof Button>;

/** The button that restores a row after `gone`. If several deletions hid the row, only the latest has this button. */
export function RestoreButton({ entry, ...buttonProps }: Props) {
  const { log } = useDeletionTools();
  const removal = getRowStatuses(useWorkspaceEntries()).removals.get(getRowKey(entry.target));
  if (entry.outcome?.kind !== 'gone') return null;
  if (entry.putBack ? removal !== undefined : removal?.intentKey !== entry.intentKey) return null;
  // Keep the button after the click, because removing the focused button would lose the focus.
  return (
    <Button {...buttonProps} aria-disabled={entry.putBack} onClick={() => void log.restore([entry])}>
      {entry.putBack ? 'No longer hidden' : 'Restore to list'}
    </Button>
  );
}

export function findRestoreButton(intentKey: string): HTMLElement | null {
  return document.getElementById(`restore-${intentKey}`);
}
