import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../paths.ts';
import { useSession } from '../session/useSession.ts';
import { useCurtain } from '../ui/useCurtain.ts';
import { usePreferences } from '../ui/usePreferences.ts';
import { createShellKeys } from './createShellKeys.ts';
import type { ShellDialog } from './ShellDialog.ts';

/** Lets the shortcuts work on every screen, but not behind the gate. */
export function useShellKeys(onOpen: (dialog: ShellDialog) => void): void {
  const navigate = useNavigate();
  const covered = useCurtain();
  const { workspaceSlug } = useSession();
  const { singleKeys } = usePreferences().preferences;
  const [read] = useState(() => createShellKeys());

  const follow = useEffectEvent((event: KeyboardEvent) => {
    const action = covered ? null : read(event, singleKeys);
    if (action === null) return;
    event.preventDefault();
    if ('go' in action) navigate(paths.screen(action.go, workspaceSlug));
    else if ('focus' in action) document.querySelector<HTMLElement>('main input[type=search]')?.focus();
    else onOpen(action.open);
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => follow(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
