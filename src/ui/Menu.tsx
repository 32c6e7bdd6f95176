import { Check } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { getButtonClass } from './Button.tsx';

type MenuProps = {
  label: ReactNode;
  name?: string;
  header?: ReactNode;
  triggerClass?: string;
  isBusy?: boolean;
  disabled?: boolean;
  children: ReactNode;
};

/** A popover: the browser shows it above everything, closes it by Esc or a click outside, and gives the focus back. */
export function Menu({ label, name, header, triggerClass, isBusy, disabled, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);

  function openBelowTrigger({ currentTarget: { style }, newState }: ToggleEvent<HTMLElement>) {
    if (newState === 'closed' || trigger.current === null) return;
    setOpen(true);
    const { bottom, left, right } = trigger.current.getBoundingClientRect();
    const { innerHeight, innerWidth } = window;
    const isAtLeft = left + right < innerWidth;
    style.inset = `${bottom + 4}px auto auto ${left}px`;
    if (!isAtLeft) style.inset = `${bottom + 4}px ${innerWidth - right}px auto auto`;
    style.maxHeight = `${innerHeight - bottom - 12}px`;
  }
  return (
    <>
      <button
        ref={trigger}
        type="button"
        popoverTarget={disabled ? undefined : id}
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-busy={isBusy}
        aria-disabled={disabled}
        className={triggerClass ?? getButtonClass()}
      >
        {typeof label === 'string' ? <span>{label}</span> : label}
      </button>
      <div
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-describedby={`${id}-header`}
        onBeforeToggle={openBelowTrigger}
        onToggle={({ currentTarget, newState }) => {
          setOpen(newState === 'open');
          if (newState === 'open') findItems(currentTarget)[0]?.focus();
        }}
        onKeyDown={moveFocus}
        // An item has its own handler first.
        onClick={({ currentTarget }) => currentTarget.hidePopover()}
        className="fixed m-0 max-w-[calc(100vw-1rem)] min-w-44 overflow-y-auto rounded-card border border-line bg-raised p-1 text-control text-text shadow-float"
      >
        {isOpen && header && (
          <div
            id={`${id}-header`}
            className="mb-1 border-b border-line px-2.5 pt-1 pb-2 text-small text-muted"
          >
            {header}
          </div>
        )}
        {isOpen && children}
      </div>
    </>
  );
}

function findItems(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')];
}

/** https://www.w3.org/WAI/ARIA/apg/patterns/menubar/ */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  // Otherwise "/" would open the search.
  event.stopPropagation();
  const { currentTarget: menu, key } = event;
  if (key === 'Tab') menu.hidePopover();
  const items = findItems(menu);
  const index = items.findIndex((item) => item.matches(':focus'));
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[key];
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}

type ItemProps = {
  onClick: () => void;
  /** Undefined for what isn't a choice. */
  isChosen?: boolean;
  children: ReactNode;
};

export function MenuItem({ onClick, isChosen, children }: ItemProps) {
  const role =
    isChosen === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': isChosen };
  return (
    <button type="button" {...role} tabIndex={-1} onClick={onClick} className={itemClass}>
      <span className="flex-1">{children}</span>
      {isChosen && <Check size={14} aria-hidden="true" className="text-accent" />}
    </button>
  );
}

export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} role="menuitem" tabIndex={-1} className={itemClass}>
      {children}
    </Link>
  );
}

const itemClass =
  'flex min-h-8 touch:min-h-10 w-full cursor-default items-center gap-2 rounded-chip px-2.5 text-left outline-none select-none hover:bg-hover focus:bg-hover forced-colors:focus:outline-2';
