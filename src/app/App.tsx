import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import type { ConsoleConfig } from '../config.ts';
import { SessionGate } from '../session/SessionGate.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';
import { createQueryClient } from './createQueryClient.ts';
import { insideCode } from './insideCode.ts';

const DeletionsProvider = lazy(async () => ({ default: (await insideCode.around()).DeletionsProvider }));
const Screens = lazy(async () => ({ default: (await insideCode.screens()).Screens }));

/** The whole console: providers outside, then the gate, then the screens. */
export function App({ config }: { config: ConsoleConfig }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <CrashBoundary>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <Suspense fallback={null}>
            <SessionGate config={config} around={DeletionsProvider} prepare={insideCode.prepare}>
              <Screens config={config} />
            </SessionGate>
          </Suspense>
        </BrowserRouter>
      </QueryClientProvider>
    </CrashBoundary>
  );
}
