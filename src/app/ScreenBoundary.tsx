import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { CrashBoundary } from './CrashBoundary.tsx';
import { CrashNotice } from './CrashNotice.tsx';

/** A screen that broke says so in its place, inside the shell; another screen is another try. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <CrashBoundary place={pathname} show={(error) => <CrashNotice error={error} />}>
      {children}
    </CrashBoundary>
  );
}
