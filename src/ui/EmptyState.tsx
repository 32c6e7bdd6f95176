import type { ReactNode } from 'react';

type Props = { title: string; children?: ReactNode; actions?: ReactNode };

/** Nothing is there, and that is fine: what it means and what to do next. */
export function EmptyState({ title, children, actions }: Props) {
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-14 text-center">
      <p className="text-lead font-semibold">{title}</p>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
