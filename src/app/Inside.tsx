import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { DeletionsProvider } from '../features/compute/DeletionsProvider.tsx';
import { paths } from '../paths.ts';
import type { InsideProps } from '../session/GateProps.ts';
import { SignedIn } from '../session/SignedIn.tsx';
import { ResultsProvider } from '../ui/ResultsProvider.tsx';
import { createQueryClient } from './createQueryClient.ts';
import { prefetchScreen } from './prefetchScreen.ts';
import { Screens } from './Screens.tsx';

/**
 * All that stands behind the gate, from a sign-in to its sign-out; fetched while the token is proved. A changed address
 * draws anew what reads it, not all of this.
 */
export const Inside = memo(function Inside(props: InsideProps) {
  const [queryClient] = useState(() => startReading(props));
  return (
    <QueryClientProvider client={queryClient}>
      <ResultsProvider>
        <SignedIn {...props} around={DeletionsProvider}>
          <Screens config={props.config} />
        </SignedIn>
      </ResultsProvider>
    </QueryClientProvider>
  );
});

/** The cache of the session's reads. What the screen asks for is on its way while it is drawn for the first time. */
function startReading({ store, config, state, asked }: InsideProps): QueryClient {
  const queryClient = store.reads(createQueryClient);
  const { connection, proved } = state;
  const workspaceSlug = asked ?? proved[0];
  // Of a workspace that the token has not proved itself for nothing is asked but the proof.
  if (workspaceSlug !== undefined && proved.includes(workspaceSlug))
    void prefetchScreen(paths.screenOf(window.location.pathname), queryClient, {
      connection,
      workspaceSlug,
      config,
    });
  return queryClient;
}
