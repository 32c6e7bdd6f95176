import { screenLabels, screens } from '../paths.ts';

export function ShellSkeleton() {
  return (
    <div aria-busy="true" className={shellClass}>
      <div className={sidebarClass}>
        <div className="flex items-center gap-2.5 p-2 max-md:py-1.5 md:mb-12">
          <i className="skeleton size-7.5" />
          <i className="skeleton h-3.5 w-20 md:max-lg:hidden" />
        </div>
        {/* Text, because an outline alone doesn't say what the page is. */}
        <div aria-hidden="true" className={navigationClass}>
          <ul className={screenListClass}>
            {screens.map((screen) => (
              <li key={screen} className={screenItemClass}>
                <i className="skeleton size-4.25 max-md:size-5" />
                <span className="max-lg:hidden">{screenLabels[screen].label}</span>
                <span className="md:hidden">{screenLabels[screen].short ?? screenLabels[screen].label}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className={mainClass}>
        <i className="skeleton h-7 w-36" />
        <span className="sr-only">Loading the console…</span>
      </div>
    </div>
  );
}

// Below 480 px of height, `tall` isn't true and no bar is fixed, because the bars would leave too little of the page.

export const shellClass =
  'min-h-dvh md:grid md:grid-cols-[var(--sidebar)_minmax(0,1fr)] md:[--sidebar:3.75rem] lg:[--sidebar:13.5rem] print:block';

export const sidebarClass =
  'flex items-center border-line bg-page max-md:flex-wrap max-md:border-b max-md:px-2 max-md:pt-1 tall:max-md:sticky tall:max-md:top-0 tall:max-md:z-20 md:sticky md:top-0 md:h-dvh md:flex-col md:items-stretch md:overflow-y-auto md:border-r md:px-2 md:pt-2.5 md:pb-2 print:hidden';

export const navigationClass =
  'max-md:order-1 max-md:w-full tall:max-md:fixed tall:max-md:inset-x-0 tall:max-md:bottom-0 tall:max-md:z-20 tall:max-md:border-t tall:max-md:border-line tall:max-md:bg-surface tall:max-md:pb-[env(safe-area-inset-bottom)]';

export const screenListClass = 'max-md:grid max-md:grid-cols-4 md:grid md:gap-0.5';

export const screenItemClass =
  'flex items-center gap-2.5 text-muted max-md:min-h-15 max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:text-small md:min-h-8.5 md:px-2.5 md:max-lg:justify-center';

/** The space at the bottom is for a toast, so that it never covers the pager. */
export const mainClass =
  'min-w-0 px-4 pt-2 pb-[calc(var(--bottom-bar)+8rem)] outline-none md:px-8 md:pt-6 print:p-0';
