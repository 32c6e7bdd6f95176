import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { createBulkDesk } from './bulk/createBulkDesk.ts';
import { BulkDeskContext } from './bulk/useBulkDesk.ts';
import { createDeletions } from './journal/createDeletions.ts';
import { DeletionsContext } from './journal/useDeletions.ts';
import { SignOutGuard } from './SignOutGuard.tsx';

type Props = {
  serviceUrl: string;
  isSignedIn: () => boolean;
  /** Told when something begins to be deleted, and when nothing is any more. */
  onDeleting: (isDeleting: boolean) => void;
  signOut: () => void;
  /** Given the way to sign out that asks first while something is being deleted. */
  children: (signOut: () => void) => ReactNode;
};

/** Holds what was asked to be deleted for as long as somebody is signed in, whatever screen is open. */
export function DeletionsProvider({ serviceUrl, isSignedIn, onDeleting, signOut, children }: Props) {
  const [deletions] = useState(() => createDeletions(serviceUrl, isSignedIn, onDeleting));
  const [desk] = useState(createBulkDesk);
  // What other tabs say counts on every screen: missed on another one, a row they deleted would still be in the list.
  useSyncExternalStore(deletions.tabs.subscribe, deletions.tabs.elsewhere);
  return (
    <DeletionsContext value={deletions}>
      <BulkDeskContext value={desk}>
        <SignOutGuard signOut={signOut}>{children}</SignOutGuard>
      </BulkDeskContext>
    </DeletionsContext>
  );
}
