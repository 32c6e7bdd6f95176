import { Check } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';

type MenuProps = {
  label: ReactNode;
  name?: string;
  header?: ReactNode;
  triggerClass: string;
  isBusy?: boolean;
  children: ReactNode;
};

/** A popover: the browser shows it above everything, closes it by Esc or a click outside, and gives the focus back. */
export function Menu({ label, name, header, triggerClass, isBusy, children }: MenuProps) {
  const [trigger, setTrigger] = useState<DOMRect | null>(null);
  const id = useId();
  const place = trigger && {
    left: `clamp(0.5rem, ${trigger.left}px, 100vw - 14.5rem)`,
    top: trigger.bottom + 4,
    maxHeight: `calc(100dvh - ${trigger.bottom + 12}px)`,
  };
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={trigger !== null}
        aria-busy={isBusy}
        onClick={({ currentTarget }) => setTrigger(currentTarget.getBoundingClientRect())}
        className={triggerClass}
      >
        {label}
      </button>
      <div
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-describedby={`${id}-header`}
        style={place ?? {}}
        onToggle={({ currentTarget, newState }) => {
          if (newState === 'open') findItems(currentTarget)[0]?.focus();
          else setTrigger(null);
        }}
        onKeyDown={moveFocus}
        // An item has its own handler first.
        onClick={({ currentTarget }) => currentTarget.hidePopover()}
        className="fixed m-0 w-56 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card border border-line bg-raised p-1 text-control text-text shadow-float"
      >
        {trigger && header && (
          <div id={`${id}-header`} className="border-b border-line px-2.5 pt-1 pb-2 text-small text-muted">
            {header}
          </div>
        )}
        {trigger && children}
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

const itemClass =
  'flex min-h-8 touch:min-h-10 w-full cursor-default items-center gap-2 rounded-chip px-2.5 text-left outline-none select-none hover:bg-hover focus:bg-hover forced-colors:focus:outline-2';

/** `isChosen` is undefined for what isn't a choice. */
type ItemProps = { onClick: () => void; isChosen?: boolean; children: ReactNode };

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
