import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { SignOutContext, useSignedIn, useSignOut } from '../../../session/useSession.ts';
import type { DeletionLog } from './deletionLog.ts';
import { countOtherUnfinished, countUnfinished, createDeletions } from './deletions.ts';
import { settleOrphans } from './orphans.ts';
import { SignOutDialog } from './SignOutDialog.tsx';
import { DeletionsContext } from './useDeletions.ts';

type Props = { log: DeletionLog; children: ReactNode };

/** Provides the deletions of a session to all its workspaces, and guards Sign out while one has no known outcome. */
export function DeletionsProvider({ log, children }: Props) {
  const { store, state, isCurrent } = useSignedIn();
  const { verifiedWorkspaces } = state;
  const [deletions] = useState(() => createDeletions(log, isCurrent, store.activeWork.begin));
  useEffect(() => settleOrphans(log), [log]);
  const value = useMemo(() => ({ deletions, verifiedWorkspaces }), [deletions, verifiedWorkspaces]);
  return (
    <DeletionsContext value={value}>
      <SignOutGuard log={log}>{children}</SignOutGuard>
    </DeletionsContext>
  );
}

/** Makes Sign out clear the deletion log, and ask first if that would lose something. Nothing else clears the log. */
function SignOutGuard({ log, children }: Props) {
  const signOut = useSignOut();
  const { isCurrent } = useSignedIn();
  const [question, setQuestion] = useState<{ otherServicesCount: number | null } | null>(null);
  const clearAndSignOut = useCallback(() => {
    void log.clear();
    signOut();
  }, [log, signOut]);
  const askAndSignOut = useCallback(async () => {
    const otherServicesCount = await countOtherUnfinished(log);
    if (!isCurrent()) return;
    const { running, unconfirmed } = countUnfinished(log);
    if (otherServicesCount !== null && running + unconfirmed + otherServicesCount === 0) clearAndSignOut();
    else setQuestion({ otherServicesCount });
  }, [log, isCurrent, clearAndSignOut]);
  return (
    <SignOutContext value={askAndSignOut}>
      {children}
      {question !== null && (
        <SignOutDialog log={log} {...question} onStay={() => setQuestion(null)} onSignOut={clearAndSignOut} />
      )}
    </SignOutContext>
  );
}
