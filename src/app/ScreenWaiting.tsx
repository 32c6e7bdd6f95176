import { useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { screens } from './screens.ts';

/** Where a screen's code is on its way: its heading stands already, as high as it will be. */
export function ScreenWaiting() {
  const screen = paths.screenOf(useLocation().pathname);
  return (
    <div aria-busy="true">
      <p aria-hidden="true" className="text-title font-semibold">
        {screens.find((one) => one.screen === screen)?.label}
      </p>
      <Skeleton className="mt-1.5 h-3.5 w-64 max-w-full" />
      <Skeleton className="mt-6 h-9 w-full sm:max-w-72" />
    </div>
  );
}
