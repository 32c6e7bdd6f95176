import { type ComponentType, lazy, Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import type { ConsoleConfig } from '../config.ts';
import type { InsideProps } from '../session/GateProps.ts';
import { SessionGate } from '../session/SessionGate.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';
import { insideCode } from './insideCode.ts';

const LazyInside = lazy(async () => ({ default: (await insideCode.inside()).Inside }));

type Props = {
  config: ConsoleConfig;
  /** What stands behind the gate, where its code has come already. */
  inside?: ComponentType<InsideProps>;
};

/** The whole console: the gate, and all else behind it. */
export function App({ config, inside = LazyInside }: Props) {
  return (
    <CrashBoundary>
      <BrowserRouter>
        <Suspense fallback={null}>
          <SessionGate config={config} inside={inside} prepare={insideCode.prepare} />
        </Suspense>
      </BrowserRouter>
    </CrashBoundary>
  );
}
