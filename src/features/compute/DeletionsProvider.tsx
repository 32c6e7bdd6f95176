import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { createBulkDesk } from './bulk/createBulkDesk.ts';
import { BulkDeskContext } from './bulk/useBulkDesk.ts';
import { createDeletions } from './journal/createDeletions.ts';
import { DeletionsContext } from './journal/useDeletions.ts';

type Props = {
  serviceUrl: string;
  isSignedIn: () => boolean;
  /** Told when something begins to be deleted, and when nothing is any more. */
  onDeleting: (isDeleting: boolean) => void;
  children: ReactNode;
};

/** Holds what was asked to be deleted for as long as somebody is signed in, whatever screen is open. */
export function DeletionsProvider({ serviceUrl, isSignedIn, onDeleting, children }: Props) {
  const [deletions] = useState(() => createDeletions(serviceUrl, isSignedIn, onDeleting));
  const [desk] = useState(createBulkDesk);
  // What other tabs say counts on every screen: missed on another one, a row they deleted would still be in the list.
  useSyncExternalStore(deletions.tabs.subscribe, deletions.tabs.elsewhere);
  return (
    <DeletionsContext value={deletions}>
      <BulkDeskContext value={desk}>{children}</BulkDeskContext>
    </DeletionsContext>
  );
}
