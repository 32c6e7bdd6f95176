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
import { flushSync } from 'react-dom';

type Props = {
  label: ReactNode;
  /** Accessible name for a label that is only an icon. The button is then a small square. */
  name?: string;
  /** Classes that replace the default style of the button. */
  className?: string;
  /** `sheet` places the panel at the bottom of the window. */
  place?: 'below' | 'sheet';
  disabled?: boolean;
  children: ReactNode;
};

/** A button that opens a small panel. Esc or a click outside closes the panel. The arrow keys move between its controls. */
export function Dropdown({ label, name, className, place = 'below', disabled, children }: Props) {
  const id = useId();
  const panel = useRef<HTMLFieldSetElement>(null);
  const [isRendered, setRendered] = useState(false);

  function findControls(): HTMLElement[] {
    const controls = panel.current?.querySelectorAll<HTMLElement>(':is(button, input, select):enabled') ?? [];
    return [...controls].filter((control) => control.checkVisibility());
  }

  /** On the down arrow key, opens the panel if it is closed, and moves the focus into it. */
  function enterPanel(event: KeyboardEvent<HTMLButtonElement>) {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    // Render the content now, because the next key press must find the focus in the panel.
    flushSync(() => setRendered(true));
    if (panel.current?.matches(':popover-open') === false) event.currentTarget.click();
    findControls()[0]?.focus();
  }

  function moveInPanel(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    // A select uses the arrow keys itself.
    if (step === undefined || !(event.target instanceof HTMLElement) || event.target.matches('select'))
      return;
    event.preventDefault();
    const controls = findControls();
    controls.at((controls.indexOf(event.target) + step) % controls.length)?.focus();
  }

  /** Closes the panel when the focus leaves it, for example to a dialog, which the panel would cover on a phone. */
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
