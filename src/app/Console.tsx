import { QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { SignedIn } from '../session/SignedIn.tsx';
import { createQueryClient } from './queryClient.ts';
import { Screens } from './routes.tsx';
import { Shell } from './Shell.tsx';
import { ShellSkeleton } from './ShellSkeleton.tsx';

/** One per page. A sign-out clears it. */
const queryClient = createQueryClient();

export function Console() {
  return (
    <QueryClientProvider client={queryClient}>
      <SignedIn frame={<ShellSkeleton />}>
        <NuqsAdapter>
          <Shell>
            <Screens />
          </Shell>
        </NuqsAdapter>
      </SignedIn>
    </QueryClientProvider>
  );
}
