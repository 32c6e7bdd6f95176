import { useRef } from 'react';
import { useStore } from 'zustand';
import { Button } from '../ui/Button.tsx';
import { PageCoveredContext } from '../ui/context.ts';
import { EssentialDialog } from '../ui/EssentialDialog.tsx';
import { useNow } from '../ui/time.ts';
import type { IdleTimer } from './idleTimer.ts';
import type { SessionWarning } from './sessionClock.ts';
import { useSignedIn, useSignOut } from './useSession.ts';

/** Warns before the session ends or the token expires. `AuthGate` hides all other dialogs during the warning. */
export function SessionWarningDialog({ idleTimer }: { idleTimer: IdleTimer }) {
  const warning = useStore(idleTimer.warning);
  const { isRejected } = useSignedIn().state;
  if (warning === null || isRejected) return null;
  return (
    <PageCoveredContext value={false}>
      <WarningDialog warning={warning} onStay={idleTimer.dismissWarning} />
    </PageCoveredContext>
  );
}

function WarningDialog({ warning, onStay }: { warning: SessionWarning; onStay: () => void }) {
  const now = useNow();
  const signOut = useSignOut();
  const stayButton = useRef<HTMLButtonElement>(null);
  const { title, textBefore, textAfter, stayLabel } = warningTexts[warning.reason];

  function dismissAndSignOut() {
    // Dismiss the warning first, because it would hide the dialog that confirms the sign-out.
    onStay();
    signOut();
  }
  return (
    <EssentialDialog title={title} onClose={onStay} initialFocus={stayButton}>
      <p className="mt-2">
        {textBefore}{' '}
        <span role="timer" className="font-semibold tabular-nums">
          {formatCountdown(warning.endsAt - now)}
        </span>
        {textAfter}
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-2 max-sm:flex-col-reverse">
        <Button onClick={dismissAndSignOut}>Sign out</Button>
        <Button ref={stayButton} variant="primary" onClick={onStay}>
          {stayLabel}
        </Button>
      </div>
    </EssentialDialog>
  );
}

const signOutTexts = { title: 'You’re about to be signed out', textBefore: 'This happens in' };

const warningTexts = {
  idle: { ...signOutTexts, textAfter: ' because of inactivity.', stayLabel: 'Stay signed in' },
  'too-long': {
    ...signOutTexts,
    textAfter: '. Sessions end after 8 hours. Finish your work, then sign in again.',
    stayLabel: 'Continue',
  },
  token: {
    title: 'Your access token is about to expire',
    textBefore: 'The token says it expires in',
    textAfter: '. If the service rejects it, this page stays open and asks for a new token.',
    stayLabel: 'Continue',
  },
};

function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
