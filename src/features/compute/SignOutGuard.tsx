import { type ReactNode, useCallback, useState } from 'react';
import { lostBySignOut } from './deletion/deletionMarks.ts';
import { useDeletions } from './deletion/useDeletions.ts';
import { SignOutDialog } from './SignOutDialog.tsx';

type Props = {
  signOut: () => void;
  /** Given the way to sign out that asks first. */
  children: (signOut: () => void) => ReactNode;
};

/** Makes every way to sign out empty the log, and ask first where that would lose something: in this tab or another. */
export function SignOutGuard({ signOut, children }: Props) {
  const { log } = useDeletions();
  const [isAsking, setAsking] = useState(false);
  const leave = useCallback(() => {
    void log.clear();
    signOut();
  }, [log, signOut]);
  const ask = useCallback(() => {
    const { running, unknown } = lostBySignOut(log);
    if (running + unknown === 0) leave();
    else setAsking(true);
  }, [log, leave]);
  return (
    <>
      {children(ask)}
      {isAsking && <SignOutDialog log={log} onStay={() => setAsking(false)} onSignOut={leave} />}
    </>
  );
}
