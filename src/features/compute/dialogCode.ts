/** The code of the dialogs, fetched when a Delete is pointed at or focused, before it is clicked. */
export const dialogCode = {
  any: () => import('./ComputeDialogs.tsx'),
  delete: () => import('./DeleteDialog.tsx'),
  bulk: () => import('./BulkDialog.tsx'),
  progress: () => import('./BulkProgress.tsx'),
  add: () => import('./AddInstanceDialog.tsx'),
  details: () => import('./DetailsPanel.tsx'),
  activity: () => import('./ActivityPanel.tsx'),
  alerts: () => import('./OutcomeAlerts.tsx'),
  signOut: () => import('./SignOutDialog.tsx'),
  /** All that asking for a deletion and telling its outcome takes: once it has been confirmed, the line may drop. */
  prepare: (dialog: 'delete' | 'bulk' | 'add') =>
    Promise.all([dialogCode.any(), dialogCode[dialog](), dialogCode.alerts()]),
};
