import type { ReactNode } from 'react';

type Props = { title: string; subtitle?: ReactNode; actions?: ReactNode };

/** Gets the focus after navigation. */
export function PageHeading({ title, subtitle, actions }: Props) {
  return (
    <header className="mb-4 flex min-h-8 flex-wrap items-center gap-2 max-sm:mb-2">
      <div className="mr-auto flex min-w-0 flex-wrap items-baseline gap-x-3">
        <h1 id="page-heading" tabIndex={-1} className="text-title font-semibold">
          {title}
        </h1>
        {subtitle && <div className="min-w-0 text-control text-faint">{subtitle}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
    </header>
  );
}
