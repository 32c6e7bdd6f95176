import { type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { settleOrphans } from './deletion/orphans.ts';
import { createDeletions, DeletionLogContext, DeletionsContext } from './deletion/useDeletions.ts';
import { SignOutGuard } from './SignOutGuard.tsx';

type Props = {
  /** Workspaces that the present token has proved itself for: of others nothing is shown. */
  proved: readonly string[];
  isSignedIn: () => boolean;
  /** Told when something begins to be deleted, and when nothing is any more. */
  onDeleting: (isDeleting: boolean) => void;
  signOut: () => void;
  /** Given the way to sign out that asks first while something is being deleted. */
  children: (signOut: () => void) => ReactNode;
};

/** Holds what was asked to be deleted for as long as somebody is signed in, whatever screen is open. */
export function DeletionsProvider(props: Props) {
  const { proved, isSignedIn, onDeleting, signOut, children } = props;
  const log = use(DeletionLogContext);
  if (log === null) throw new Error('DeletionsProvider stands outside DeletionLogContext.');
  const [deletions] = useState(() => createDeletions(log, isSignedIn, onDeleting));
  useEffect(() => settleOrphans(deletions.log), [deletions]);
  return (
    <DeletionsContext value={useMemo(() => ({ deletions, proved }), [deletions, proved])}>
      <SignOutGuard signOut={signOut}>{children}</SignOutGuard>
    </DeletionsContext>
  );
}
