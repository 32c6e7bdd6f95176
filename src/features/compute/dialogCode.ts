/** The code of the dialogs, fetched when a Delete is pointed at or focused, before it is clicked. */
export const dialogCode = {
  delete: () => import('./DeleteDialog.tsx'),
  bulk: () => import('./BulkDialog.tsx'),
  progress: () => import('./BulkProgress.tsx'),
  add: () => import('./AddInstanceDialog.tsx'),
  details: () => import('./DetailsPanel.tsx'),
  activity: () => import('./ActivityPanel.tsx'),
  signOut: () => import('./SignOutDialog.tsx'),
};
