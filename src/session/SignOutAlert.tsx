import { type KeyboardEvent, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { Button } from '../ui/Button.tsx';
import type { IdleTimer } from './idle.ts';

type Props = {
  title: string;
  children: ReactNode;
  onStay: () => void;
  onSignOut: () => void;
};

/** Not a `Dialog`, because that loads later, and a session must be able to end before. */
export function SignOutAlert({ title, children, onStay, onSignOut }: Props) {
  const stayButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    stayButton.current?.focus();
    return () => {
      // The page behind the dialog is inert until the next frame.
      requestAnimationFrame(() => activeElement instanceof HTMLElement && activeElement.focus());
    };
  }, []);
  function stayOnEscape({ key }: KeyboardEvent) {
    if (key === 'Escape') onStay();
  }
  return (
    <div className="fixed inset-0 z-70 grid items-center justify-items-center bg-scrim p-3 max-sm:items-end">
      <div
        role="alertdialog"
        aria-modal="true"
        aria-labelledby="sign-out-title"
        aria-describedby="sign-out-text"
        onKeyDown={stayOnEscape}
        className="w-full rounded-dialog border border-line bg-raised p-5.5 shadow-dialog sm:max-w-110"
      >
        <h2 id="sign-out-title" className="text-lead font-semibold">
          {title}
        </h2>
        <p id="sign-out-text" className="mt-1.5">
          {children}
        </p>
        <div className="mt-5 flex flex-wrap justify-end gap-2 max-sm:[&>button]:flex-1">
          <Button onClick={onSignOut}>Sign out</Button>
          <Button ref={stayButton} variant="primary" onClick={onStay}>
            Stay signed in
          </Button>
        </div>
      </div>
    </div>
  );
}

type IdleSignOutAlertProps = { idle: IdleTimer; onSignOut: () => void };

export function IdleSignOutAlert({ idle, onSignOut }: IdleSignOutAlertProps) {
  const secondsLeft = useSyncExternalStore(idle.subscribe, idle.getSecondsLeft) ?? 0;
  return (
    <SignOutAlert title="You're about to be signed out" onStay={idle.stayActive} onSignOut={onSignOut}>
      <span>Because of inactivity, this happens in </span>
      <span role="timer" className="font-semibold">
        {formatCountdown(secondsLeft)}
      </span>
    </SignOutAlert>
  );
}

function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
