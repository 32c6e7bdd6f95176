import { type ComponentProps, Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { SessionGate } from '../session/SessionGate.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';
import { insideCode } from './insideCode.ts';

type Props = Omit<ComponentProps<typeof SessionGate>, 'inside'>;

/** The whole console: the gate, and all else behind it. */
export function App(props: Props) {
  return (
    <CrashBoundary>
      <BrowserRouter>
        <Suspense fallback={null}>
          <SessionGate {...props} inside={insideCode.inside} />
        </Suspense>
      </BrowserRouter>
    </CrashBoundary>
  );
}
