import { lazyPart } from '../../ui/lazyPart.tsx';

/** The code of the dialogs, fetched when a Delete is pointed at or focused, before it is clicked. */
export const dialogCode = {
  delete: lazyPart(async () => (await import('./deletion/DeleteDialog.tsx')).DeleteDialog),
  bulk: lazyPart(async () => (await import('./bulk/BulkDialog.tsx')).BulkDialog),
  progress: lazyPart(async () => (await import('./bulk/BulkProgress.tsx')).BulkProgress),
  add: lazyPart(async () => (await import('./inventory/AddInstanceDialog.tsx')).AddInstanceDialog),
  details: lazyPart(async () => (await import('./instances/DetailsPanel.tsx')).DetailsPanel),
  activity: lazyPart(async () => (await import('./activity/ActivityPanel.tsx')).ActivityPanel),
  signOut: lazyPart(async () => (await import('./SignOutDialog.tsx')).SignOutDialog),
};
