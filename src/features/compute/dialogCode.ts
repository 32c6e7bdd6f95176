import { lazyPart } from '../../ui/lazyPart.tsx';

/** The code of the dialogs, fetched when a Delete is pointed at or focused, before it is clicked. */
export const dialogCode = {
  delete: lazyPart(async () => (await import('./DeleteDialog.tsx')).DeleteDialog),
  bulk: lazyPart(async () => (await import('./BulkDialog.tsx')).BulkDialog),
  progress: lazyPart(async () => (await import('./BulkProgress.tsx')).BulkProgress),
  add: lazyPart(async () => (await import('./AddInstanceDialog.tsx')).AddInstanceDialog),
  details: lazyPart(async () => (await import('./DetailsPanel.tsx')).DetailsPanel),
  activity: lazyPart(async () => (await import('./ActivityPanel.tsx')).ActivityPanel),
  signOut: lazyPart(async () => (await import('./SignOutDialog.tsx')).SignOutDialog),
};
