import type { ReactNode } from 'react';

type PageHeadingProps = { title: string; children?: ReactNode; actions?: ReactNode };

/** The heading of a screen. It receives the focus after navigation. */
export function PageHeading({ title, children, actions }: PageHeadingProps) {
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 id="page-heading" tabIndex={-1} className="text-title font-semibold">
          {title}
        </h1>
        {children && <div className="mt-0.5 text-muted">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
    </header>
  );
}
