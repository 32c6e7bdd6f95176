import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

type Props = {
  label: ReactNode;
  /** Accessible name of a button whose label is an icon. The button is then a small square. */
  name?: string;
  /** Classes that replace the default style of the button. */
  className?: string;
  /** `sheet` opens the panel at the bottom of the window. */
  place?: 'below' | 'sheet';
  disabled?: boolean;
  children: ReactNode;
};

/** A button that opens a small panel. The first opening renders its content. Esc or a click elsewhere closes the panel. */
export function Dropdown({ label, name, className, place = 'below', disabled, children }: Props) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [isRendered, setRendered] = useState(false);

  /** On the down arrow key, opens the panel if it is closed, and moves the focus into it. */
  function enterPanel(event: KeyboardEvent<HTMLButtonElement>) {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (panel.current?.matches(':popover-open') === false) event.currentTarget.click();
    // Wait for a frame, because the first opening renders the content after this event.
    requestAnimationFrame(() => panel.current?.querySelector<HTMLElement>('button, input, select')?.focus());
  }

  return (
    <div className="relative">
      <button
        type="button"
        popoverTarget={id}
        aria-label={name}
        disabled={disabled}
        onClick={() => setRendered(true)}
        onKeyDown={enterPanel}
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
        ref={panel}
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

/** An item of a dropdown. A click closes the dropdown, and the arrow keys move the focus to another item. */
export function DropdownItem({ onClick, className = '', ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      onKeyDown={moveBetweenItems}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onClick?.(event);
      }}
      className={`${dropdownItemStyle} ${className}`}
    />
  );
}

function moveBetweenItems(event: KeyboardEvent<HTMLButtonElement>) {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const items = [...(event.currentTarget.closest('[popover]')?.querySelectorAll('button') ?? [])];
  items.at((items.indexOf(event.currentTarget) + step) % items.length)?.focus();
}

export const dropdownItemStyle =
  'flex w-full items-center gap-2.5 rounded-sm px-3 py-1.5 text-left hover:bg-hover';
