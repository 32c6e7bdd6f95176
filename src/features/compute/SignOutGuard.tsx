import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { SessionContext, useSession } from '../../session/useSession.ts';
import { dialogCode } from './dialogCode.ts';
import { useDeletions } from './journal/useDeletions.ts';

const { signOut: SignOutDialog } = dialogCode;

/** Makes every way to sign out ask first while deletions are under way: their outcomes would be lost. */
export function SignOutGuard({ children }: { children: ReactNode }) {
  const session = useSession();
  const { journal, tabs } = useDeletions();
  const [running, setRunning] = useState(0);
  const guarded = useMemo(() => {
    function signOut() {
      const here = journal.entries().filter(({ outcome }) => outcome === null).length;
      // Signing out here signs out every tab.
      const elsewhere = [...tabs.elsewhere().values()].filter((kind) => kind === 'sending').length;
      const count = here + elsewhere;
      if (count === 0) session.signOut();
      else setRunning(count);
    }
    return { ...session, signOut };
  }, [session, journal, tabs]);
  return (
    <SessionContext value={guarded}>
      {children}
      {running > 0 && (
        <Suspense fallback={null}>
          <SignOutDialog running={running} onStay={() => setRunning(0)} onSignOut={session.signOut} />
        </Suspense>
      )}
    </SessionContext>
  );
}
