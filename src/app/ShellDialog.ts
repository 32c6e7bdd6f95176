/** What the shell can open over any screen. */
export type ShellDialog = 'palette' | 'workspaces' | 'preferences' | 'requests' | 'shortcuts';
