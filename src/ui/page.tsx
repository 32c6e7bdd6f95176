import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';

type PageHeadingProps = { title: string; children?: ReactNode; actions?: ReactNode };

/** The heading of a screen; it takes the focus when nothing better is left to take it. */
export function PageHeading({ title, children, actions }: PageHeadingProps) {
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 id="page-heading" tabIndex={-1} className="text-title font-semibold">
          {title}
        </h1>
        {children && <div className="mt-0.5 text-muted">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}

/** px at which something changes, ascending. */
const steps = [768, 1024, 1200, 1280] as const;

/** The greatest of 0, 768, 1024, 1200 and 1280 px that the window is wide, for what must know it beyond the styles. */
export function useWindowWidth(): number {
  return useSyncExternalStore(followWidth, windowWidth);
}

/** Whether the window is as narrow as a phone: lists are then cards. */
export function useIsNarrow(): boolean {
  return useWindowWidth() < 768;
}

function followWidth(onChange: () => void) {
  const queries = steps.map((step) => window.matchMedia(`(min-width: ${step}px)`));
  for (const query of queries) query.addEventListener('change', onChange);
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange);
  };
}

function windowWidth(): number {
  return steps.findLast((step) => window.matchMedia(`(min-width: ${step}px)`).matches) ?? 0;
}

/** True while something stands over the whole page: dialogs then step back, and keep what was typed into them. */
export const ModalSuspension = createContext(false);

export function useModalSuspension(): boolean {
  return use(ModalSuspension);
}
