import { Notice } from '../ui/Notice.tsx';
import type { SignOutReason } from './SessionState.ts';

type Props = { why: SignOutReason; duringDeletion: boolean; idleMinutes: number };

/** Why the gate stands where the console was a moment ago. */
export function SignedOutNotice({ why, duringDeletion, idleMinutes }: Props) {
  return (
    <Notice tone={duringDeletion ? 'notice' : 'info'} title={titleOf(why, idleMinutes)}>
      {duringDeletion && (
        <p>A deletion was under way. Sign in and look at the list: it shows whether it happened.</p>
      )}
    </Notice>
  );
}

function titleOf(why: SignOutReason, idleMinutes: number): string {
  switch (why) {
    case 'elsewhere':
      return 'You signed out in another tab.';
    case 'idle':
      return `You were signed out: nothing was done here for ${idleMinutes === 1 ? 'a minute' : `${idleMinutes} minutes`}.`;
    case 'too-long':
      return 'You were signed out: a session ends 8 hours after the sign-in.';
    case null:
      return 'You signed out.';
  }
}
