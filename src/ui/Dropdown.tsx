import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';

type Props = {
  label: ReactNode;
  /** Accessible name of a button whose label is an icon. The button is then a small square. */
  name?: string;
  /** Replaces the look of the button. */
  className?: string;
  /** `sheet` is at the bottom of the window. */
  place?: 'below' | 'sheet';
  disabled?: boolean;
  children: ReactNode;
};

/**
 * A button with a small panel, which is rendered from its first opening on. The browser closes the popover on Esc and on a
 * click elsewhere.
 */
export function Dropdown({ label, name, className, place = 'below', disabled, children }: Props) {
  const id = useId();
  const [isRendered, setRendered] = useState(false);
  return (
    <div className="relative">
      <button
        type="button"
        popoverTarget={id}
        aria-label={name}
        disabled={disabled}
        onClick={() => setRendered(true)}
        className={
          className ??
          (name === undefined
            ? 'inline-flex min-h-9 items-center gap-1.5 rounded-md border border-line-control bg-surface px-3 font-medium whitespace-nowrap enabled:hover:bg-hover disabled:opacity-55'
            : 'grid size-10 place-items-center rounded-md text-muted hover:bg-hover hover:text-text')
        }
      >
        {label}
        {name === undefined && className === undefined && (
          <ChevronDown size={14} aria-hidden="true" className="text-muted" />
        )}
      </button>
      <div
        id={id}
        popover="auto"
        className={`${places[place]} border border-line bg-raised p-1.5 text-text shadow-float`}
      >
        {isRendered && children}
      </div>
    </div>
  );
}

const places = { below: 'dropdown min-w-48 rounded-md', sheet: 'sheet rounded-t-lg' } as const;

/** An item of a dropdown. A click closes the dropdown. */
export function DropdownItem({ onClick, className = '', ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onClick?.(event);
      }}
      className={`${dropdownItemStyle} ${className}`}
    />
  );
}

export const dropdownItemStyle =
  'flex w-full items-center gap-2.5 rounded-sm px-3 py-1.5 text-left hover:bg-hover';
