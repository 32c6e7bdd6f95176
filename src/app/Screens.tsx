import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import type { ConsoleConfig } from '../config.ts';
import { WhatRuns } from '../features/compute/WhatRuns.tsx';
import { paths } from '../paths.ts';
import { useSession } from '../session/useSession.ts';
import { PreferencesProvider } from './PreferencesProvider.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import { ScreenWaiting } from './ScreenWaiting.tsx';
import { Shell } from './Shell.tsx';
import { screenCode } from './screenCode.ts';

const { compute: ComputePage, subscription: HistoryPage, regions: RegionsScreen } = screenCode;
const NotFound = lazy(async () => ({ default: (await import('./NotFound.tsx')).NotFound }));

/** The route table. A screen is its room's page, loaded when first needed. */
export function Screens({ config }: { config: ConsoleConfig }) {
  const { workspaceSlug } = useSession();
  return (
    <PreferencesProvider>
      <Shell config={config} running={<WhatRuns />}>
        <ScreenBoundary>
          <Suspense fallback={<ScreenWaiting />}>
            <Routes>
              <Route
                path={paths.home}
                element={<Navigate replace to={paths.screen('compute', workspaceSlug)} />}
              />
              <Route path={paths.patterns.compute} element={<ComputePage config={config} />} />
              <Route path={paths.patterns.subscription} element={<HistoryPage />} />
              <Route path={paths.patterns.regions} element={<RegionsScreen />} />
              <Route path="*" element={<NotFound />} />
            </Routes>
          </Suspense>
        </ScreenBoundary>
      </Shell>
    </PreferencesProvider>
  );
}
