import type { ShellDialog } from './ShellDialog.ts';
import { useFocusAfterNavigation } from './useFocusAfterNavigation.ts';
import { useKeptFocus } from './useKeptFocus.ts';
import { useShellKeys } from './useShellKeys.ts';

/** Keys and focus. They follow every change of the address, which should not draw the shell anew: so they draw nothing. */
export function ShellHands({ onOpen }: { onOpen: (dialog: ShellDialog) => void }) {
  useShellKeys(onOpen);
  useFocusAfterNavigation();
  useKeptFocus();
  return null;
}
