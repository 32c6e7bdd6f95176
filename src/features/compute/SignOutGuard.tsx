import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { deletionMarks } from './deletion/deletionMarks.ts';
import { useDeletions } from './deletion/useDeletions.ts';

const SignOutDialog = lazy(async () => ({ default: (await import('./SignOutDialog.tsx')).SignOutDialog }));

type Props = {
  signOut: () => void;
  /** Given the way to sign out that asks first. */
  children: (signOut: () => void) => ReactNode;
};

/** How many deletions a sign-out would forget: those under way, and those of which nobody knows what became. */
type Lost = { running: number; unknown: number };

/** Makes every way to sign out empty the log, and ask first where that would lose something: in this tab or another. */
export function SignOutGuard({ signOut, children }: Props) {
  const { log } = useDeletions();
  const [lost, setLost] = useState<Lost | null>(null);
  const leave = useCallback(() => {
    void log.clear();
    signOut();
  }, [log, signOut]);
  const ask = useCallback(() => {
    const entries = log.entries();
    const running = entries.filter(({ outcome }) => outcome === null).length;
    const marks = [...deletionMarks(entries, log.isOwn).marks.values()];
    const unknown = marks.filter(({ kind }) => kind === 'unknown' || kind === 'mismatch').length;
    if (running + unknown === 0) leave();
    else setLost({ running, unknown });
  }, [log, leave]);
  return (
    <>
      {children(ask)}
      {lost !== null && (
        <Suspense fallback={null}>
          <SignOutDialog {...lost} onStay={() => setLost(null)} onSignOut={leave} />
        </Suspense>
      )}
    </>
  );
}
