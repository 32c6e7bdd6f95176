import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';

type Props = { label: ReactNode; name?: string; children: ReactNode };

/** A button with a small panel below it. The browser's own popover closes it on Esc and on a click elsewhere. */
export function Dropdown({ label, name, children }: Props) {
  const id = useId();
  return (
    <div className="relative">
      <button
        type="button"
        popoverTarget={id}
        aria-label={name}
        className="inline-flex min-h-9 items-center gap-1.5 rounded-md border border-line-strong bg-surface px-3 font-medium whitespace-nowrap hover:bg-hover"
      >
        {label}
        <ChevronDown size={14} aria-hidden="true" className="text-muted" />
      </button>
      <div
        id={id}
        popover="auto"
        className="dropdown min-w-48 rounded-md border border-line bg-raised p-1.5 text-text shadow-float"
      >
        {children}
      </div>
    </div>
  );
}
