import { Ellipsis } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from './Button.tsx';

type Props = { title: string; subtitle?: ReactNode; actions?: ReactNode };

/** Gets the focus after navigation. On a phone, a button discloses the actions. */
export function PageHeading({ title, subtitle, actions }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <header className="mb-4 flex min-h-8 flex-wrap items-center gap-2 max-sm:mb-3">
      <div className="mr-auto flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
        <h1 id="page-heading" tabIndex={-1} className="text-title font-semibold">
          {title}
        </h1>
        {subtitle && <div className="min-w-0 text-control text-faint">{subtitle}</div>}
      </div>
      {actions && (
        <>
          <IconButton
            label="Actions"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="sm:hidden print:hidden"
          >
            <Ellipsis size={18} aria-hidden="true" />
          </IconButton>
          <div
            className={`flex flex-wrap items-center gap-2 max-sm:w-full print:hidden ${isOpen ? '' : 'max-sm:hidden'}`}
          >
            {actions}
          </div>
        </>
      )}
    </header>
  );
}
