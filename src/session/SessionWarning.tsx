import { useRef } from 'react';
import { useStore } from 'zustand';
import { Button } from '../ui/Button.tsx';
import { ModalSuspension } from '../ui/context.ts';
import { EssentialDialog } from '../ui/EssentialDialog.tsx';
import { useNow } from '../ui/time.ts';
import type { IdleTimer } from './idleTimer.ts';
import type { SessionWarning } from './sessionClock.ts';
import { useSignedIn, useSignOut } from './useSession.ts';

/** Warns before the session or its token ends. It hides the dialogs of the page. */
export function SessionWarningDialog({ idleTimer }: { idleTimer: IdleTimer }) {
  const warning = useStore(idleTimer.warning);
  const { isRejected } = useSignedIn().state;
  if (warning === null || isRejected) return null;
  return (
    <ModalSuspension value={false}>
      <WarningDialog warning={warning} onStay={idleTimer.stay} />
    </ModalSuspension>
  );
}

function WarningDialog({ warning, onStay }: { warning: SessionWarning; onStay: () => void }) {
  const now = useNow();
  const signOut = useSignOut();
  const stay = useRef<HTMLButtonElement>(null);
  const { title, before, after, action } = texts[warning.why];

  function stayAndSignOut() {
    // The question before signing out hides while a warning is shown.
    onStay();
    signOut();
  }
  return (
    <EssentialDialog title={title} onClose={onStay} initialFocus={stay}>
      <p className="mt-2">
        {before}{' '}
        <span role="timer" className="font-semibold tabular-nums">
          {formatCountdown(warning.at - now)}
        </span>
        {after}
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-2 max-sm:flex-col-reverse">
        <Button onClick={stayAndSignOut}>Sign out</Button>
        <Button ref={stay} variant="primary" onClick={onStay}>
          {action}
        </Button>
      </div>
    </EssentialDialog>
  );
}

const signOutSoon = { title: 'You’re about to be signed out', before: 'This happens in' };

const texts = {
  idle: { ...signOutSoon, after: ' because of inactivity.', action: 'Stay signed in' },
  'too-long': {
    ...signOutSoon,
    after: '. Sessions end after 8 hours. Finish your work, then sign in again.',
    action: 'Continue',
  },
  token: {
    title: 'Your access token is about to expire',
    before: 'The token says it expires in',
    after: '. This page stays open and asks for a new token. Have one ready.',
    action: 'Continue',
  },
};

function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
