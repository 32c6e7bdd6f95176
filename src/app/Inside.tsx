import { QueryClientProvider } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { DeletionsProvider } from '../features/compute/DeletionsProvider.tsx';
import type { InsideProps } from '../session/GateProps.ts';
import { SignedIn } from '../session/SignedIn.tsx';
import { ResultsProvider } from '../ui/ResultsProvider.tsx';
import { createQueryClient } from './createQueryClient.ts';
import { Screens } from './Screens.tsx';

/**
 * All that stands behind the gate, from a sign-in to its sign-out; fetched while the token is proved. A changed address
 * draws anew what reads it, not all of this.
 */
export const Inside = memo(function Inside(props: InsideProps) {
  const [queryClient] = useState(() => props.store.reads(createQueryClient));
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
