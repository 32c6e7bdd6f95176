import { useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { EssentialDialog } from '../ui/EssentialDialog.tsx';
import { useNow } from '../ui/useNow.ts';
import type { SessionWarning } from './sessionClock.ts';

type Props = { warning: SessionWarning; onStay: () => void; onSignOut: () => void };

/** Says, before it happens, that the session or its token ends; the dialogs of the page step back meanwhile. */
export function SessionWarningDialog({ warning, onStay, onSignOut }: Props) {
  const now = useNow();
  const stay = useRef<HTMLButtonElement>(null);
  const { title, when, why, action } = words[warning.why];
  return (
    <EssentialDialog title={title} onClose={onStay} initialFocus={stay}>
      <p className="mt-2">
        {when}{' '}
        <span role="timer" className="font-semibold tabular-nums">
          {clockText(warning.at - now)}
        </span>
        . {why}
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-2 max-sm:flex-col-reverse">
        <Button onClick={onSignOut}>Sign out</Button>
        <Button ref={stay} variant="primary" onClick={onStay}>
          {action}
        </Button>
      </div>
    </EssentialDialog>
  );
}

const words = {
  idle: {
    title: 'You are about to be signed out',
    when: 'This happens in',
    why: 'Nothing was done here for a while.',
    action: 'Stay signed in',
  },
  'too-long': {
    title: 'You are about to be signed out',
    when: 'This happens in',
    why: 'A session ends 8 hours after the sign-in. Finish what you are at, then sign in again.',
    action: 'Go on until then',
  },
  token: {
    title: 'Your access token is about to expire',
    when: 'By its own account it expires in',
    why: 'When the service rejects it, this page is kept and asks for another one. Have it at hand.',
    action: 'Go on',
  },
} as const;

function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
