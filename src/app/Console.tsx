import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { SignedIn } from '../session/SignedIn.tsx';
import { Screens } from './routes.tsx';
import { Shell } from './Shell.tsx';
import { ShellSkeleton } from './ShellSkeleton.tsx';

export function Console() {
  return (
    <SignedIn frame={<ShellSkeleton />}>
      <NuqsAdapter>
        <Shell>
          <Screens />
        </Shell>
      </NuqsAdapter>
    </SignedIn>
  );
}
