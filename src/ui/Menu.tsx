import { Check, ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { getButtonClass } from './Button.tsx';

type MenuProps = {
  label: ReactNode;
  name?: string;
  header?: ReactNode;
  triggerClass?: string;
  disabled?: boolean;
  isBusy?: boolean;
  children: ReactNode;
};

/** A popover of the browser, because Base UI's menu would be a fifth of the console's code. */
export function Menu({ label, name, header, triggerClass, disabled = false, isBusy, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [{ current: menu }, { current: button }] = [popover, trigger];
    if (!isOpen || menu === null || button === null) return;
    showBelow(menu, button);
    findItems(menu)[0]?.focus();
    function closeOutside({ target }: Event) {
      if (target instanceof Node && !menu?.contains(target) && !button?.contains(target)) setOpen(false);
    }
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  function close() {
    setOpen(false);
    trigger.current?.focus();
  }
  return (
    <>
      <button
        ref={trigger}
        id={id}
        type="button"
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-disabled={disabled}
        aria-busy={isBusy}
        onClick={() => setOpen(!isOpen && !disabled)}
        onKeyDown={({ key }) => key === 'ArrowDown' && !disabled && setOpen(true)}
        className={triggerClass ?? getButtonClass()}
      >
        {typeof label === 'string' ? <span>{label}</span> : label}
        {triggerClass === undefined && (
          <ChevronDown size={14} aria-hidden="true" className="-mr-1 text-muted" />
        )}
      </button>
      {isOpen && (
        <div
          ref={popover}
          popover="manual"
          className="fixed inset-auto m-0 max-h-[calc(100dvh-1rem)] max-w-[calc(100vw-1rem)] min-w-44 overflow-y-auto rounded-card border border-line bg-raised p-1 text-control text-text shadow-float outline-none"
        >
          {header && (
            <div
              id={`${id}-header`}
              className="mb-1 border-b border-line px-2.5 pt-1 pb-2 text-small text-muted"
            >
              {header}
            </div>
          )}
          <div
            role="menu"
            tabIndex={-1}
            aria-labelledby={id}
            aria-describedby={header ? `${id}-header` : undefined}
            onKeyDown={(event) => handleKey(event, close)}
            // An item has its own handler first.
            onClick={close}
          >
            {children}
          </div>
        </div>
      )}
    </>
  );
}

/** In the top layer, so that no scrolling column cuts it off. */
function showBelow(menu: HTMLElement, button: HTMLElement): void {
  menu.showPopover();
  const { left, bottom } = button.getBoundingClientRect();
  const { offsetHeight, offsetWidth } = menu;
  menu.style.top = `${Math.max(8, Math.min(bottom + 4, window.innerHeight - offsetHeight - 8))}px`;
  menu.style.left = `${Math.max(8, Math.min(left, window.innerWidth - offsetWidth - 8))}px`;
}

function findItems(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')];
}

/** https://www.w3.org/WAI/ARIA/apg/patterns/menubar/ */
function handleKey(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const items = findItems(event.currentTarget);
  const index = items.findIndex((item) => item.matches(':focus'));
  const { key } = event;
  if (key === 'Escape' || key === 'Tab') {
    event.preventDefault();
    close();
    return;
  }
  const isLetter = key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey;
  const next = {
    ArrowDown: items[(index + 1) % items.length],
    ArrowUp: items.at(index - 1),
    Home: items[0],
    End: items.at(-1),
  }[key];
  const found = isLetter
    ? [...items.slice(index + 1), ...items].find((item) =>
        item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()),
      )
    : next;
  if (found === undefined) return;
  event.preventDefault();
  // Otherwise "/" would open the search.
  event.stopPropagation();
  found.focus();
}

export function MenuItem({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={onClick} className={itemClass}>
      {typeof children === 'string' ? <span>{children}</span> : children}
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

type ChoiceProps = {
  label: string;
  options: Readonly<Record<string, string>>;
  value: string;
  onChange: (value: string) => void;
};

export function MenuChoice({ label, options, value, onChange }: ChoiceProps) {
  return (
    <fieldset
      aria-label={label}
      className="mt-1 border-t border-line pt-1 first:mt-0 first:border-t-0 first:pt-0"
    >
      <div aria-hidden="true" className="px-2.5 pt-1.5 pb-1 text-small text-muted">
        {label}
      </div>
      {Object.entries(options).map(([option, text]) => (
        <button
          key={option}
          type="button"
          role="menuitemradio"
          aria-checked={option === value}
          tabIndex={-1}
          onClick={() => onChange(option)}
          className={itemClass}
        >
          <span className="flex-1">{text}</span>
          {option === value && <Check size={14} aria-hidden="true" className="text-accent" />}
        </button>
      ))}
    </fieldset>
  );
}

const itemClass =
  'flex min-h-8 touch:min-h-10 w-full cursor-default items-center gap-2 rounded-chip px-2.5 text-left outline-none select-none hover:bg-hover focus:bg-hover forced-colors:focus:outline-2';
