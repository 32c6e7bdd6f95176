import { type ReactNode, useCallback, useState } from 'react';
import { SignOutContext, useSignOut } from '../../session/useSession.ts';
import { lostBySignOut } from './deletion/deletionMarks.ts';
import { useDeletions } from './deletion/useDeletions.ts';
import { SignOutDialog } from './SignOutDialog.tsx';

/** Makes Sign out clear the deletion log, and ask first if that would lose something. Nothing else clears the log. */
export function SignOutGuard({ children }: { children: ReactNode }) {
  const { log } = useDeletions();
  const signOut = useSignOut();
  const [isAsking, setAsking] = useState(false);
  const clearAndSignOut = useCallback(() => {
    void log.clear();
    signOut();
  }, [log, signOut]);
  const askAndSignOut = useCallback(() => {
    const { running, unknown } = lostBySignOut(log);
    if (running + unknown === 0) clearAndSignOut();
    else setAsking(true);
  }, [log, clearAndSignOut]);
  return (
    <SignOutContext value={askAndSignOut}>
      {children}
      {isAsking && <SignOutDialog log={log} onStay={() => setAsking(false)} onSignOut={clearAndSignOut} />}
    </SignOutContext>
  );
}
