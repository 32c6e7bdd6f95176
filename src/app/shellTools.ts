import { Activity, Keyboard, SlidersHorizontal } from 'lucide-react';
import type { ShellDialog } from './ShellDialog.ts';

/** What the shell offers beside the screens, in its order. */
export const shellTools: readonly { dialog: ShellDialog; label: string; Icon: typeof Activity }[] = [
  { dialog: 'requests', label: 'Requests', Icon: Activity },
  { dialog: 'shortcuts', label: 'Shortcuts', Icon: Keyboard },
  { dialog: 'preferences', label: 'Preferences', Icon: SlidersHorizontal },
];
