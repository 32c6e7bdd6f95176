import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { dialogCode } from './dialogCode.ts';
import { useDeletions } from './journal/useDeletions.ts';

const { signOut: SignOutDialog } = dialogCode;

type Props = {
  signOut: () => void;
  /** Given the way to sign out that asks first. */
  children: (signOut: () => void) => ReactNode;
};

/** Makes every way to sign out ask first while deletions are under way: their outcomes would be lost. */
export function SignOutGuard({ signOut, children }: Props) {
  const { journal, tabs } = useDeletions();
  const [running, setRunning] = useState(0);
  const ask = useCallback(() => {
    const here = journal.entries().filter(({ outcome }) => outcome === null).length;
    // Signing out here signs out every tab.
    const elsewhere = [...tabs.elsewhere().values()].filter((kind) => kind === 'sending').length;
    const count = here + elsewhere;
    if (count === 0) signOut();
    else setRunning(count);
  }, [signOut, journal, tabs]);
  return (
    <>
      {children(ask)}
      {running > 0 && (
        <Suspense fallback={null}>
          <SignOutDialog running={running} onStay={() => setRunning(0)} onSignOut={signOut} />
        </Suspense>
      )}
    </>
  );
}
