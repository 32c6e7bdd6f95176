import { Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import type { ConsoleConfig } from '../config.ts';
import { SessionGate } from '../session/SessionGate.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';
import { insideCode } from './insideCode.ts';

/** The whole console: the gate, and all else behind it. */
export function App({ config }: { config: ConsoleConfig }) {
  return (
    <CrashBoundary>
      <BrowserRouter>
        <Suspense fallback={null}>
          <SessionGate config={config} inside={insideCode.inside} prepare={insideCode.prepare} />
        </Suspense>
      </BrowserRouter>
    </CrashBoundary>
  );
}
