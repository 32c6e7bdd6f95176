import { ChevronDown } from 'lucide-react';
import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';

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

/**
 * A button that opens a small panel. The first opening renders its content. Esc or a click elsewhere closes the panel,
 * and the arrow keys move between its controls.
 */
export function Dropdown({ label, name, className, place = 'below', disabled, children }: Props) {
  const id = useId();
  const panel = useRef<HTMLFieldSetElement>(null);
  const [isRendered, setRendered] = useState(false);

  function controls(): HTMLElement[] {
    const all = panel.current?.querySelectorAll<HTMLElement>(':is(button, input, select):enabled') ?? [];
    return [...all].filter((control) => control.checkVisibility());
  }

  /** On the down arrow key, opens the panel if it is closed, and moves the focus into it. */
  function enterPanel(event: KeyboardEvent<HTMLButtonElement>) {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (panel.current?.matches(':popover-open') === false) event.currentTarget.click();
    // Wait for a frame, because the first opening renders the content after this event.
    requestAnimationFrame(() => controls()[0]?.focus());
  }

  function moveInPanel(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    // A select uses these keys itself.
    if (step === undefined || !(event.target instanceof HTMLElement) || event.target.matches('select'))
      return;
    event.preventDefault();
    const all = controls();
    all.at((all.indexOf(event.target) + step) % all.length)?.focus();
  }

  /** Closes the panel when the focus moves elsewhere, because a panel on a phone would cover a dialog. */
  function closeOnLeave({ currentTarget, relatedTarget }: FocusEvent<HTMLFieldSetElement>) {
    if (relatedTarget !== null && !currentTarget.parentElement?.contains(relatedTarget))
      currentTarget.hidePopover();
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
      <fieldset
        ref={panel}
        id={id}
        popover="auto"
        onKeyDown={moveInPanel}
        onBlur={closeOnLeave}
        className={`${places[place]} border border-line bg-raised p-1.5 text-text shadow-float`}
      >
        {isRendered && children}
      </fieldset>
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
