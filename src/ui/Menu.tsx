import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { getButtonClass } from './Button.tsx';

/** Base UI's menu is as large as React's core, so it loads after the first paint. The trigger needs none of it. */
export const loadMenus = () => import('./menuParts.tsx');

const MenuPopup = lazy(async () => ({ default: (await loadMenus()).MenuPopup }));
const AnyChoice = lazy(async () => ({ default: (await loadMenus()).MenuChoice }));
export const MenuItem = lazy(async () => ({ default: (await loadMenus()).MenuItem }));
export const MenuLink = lazy(async () => ({ default: (await loadMenus()).MenuLink }));

type MenuProps = {
  label: ReactNode;
  /** Accessible name of a trigger whose label is an icon or several texts. */
  name?: string;
  /** Classes that replace the look of the trigger, which then has no arrow. */
  triggerClass?: string;
  disabled?: boolean;
  children: ReactNode;
};

/** A button that opens a menu of `MenuItem`, `MenuLink` and `MenuChoice`. */
export function Menu({ label, name, triggerClass, disabled = false, children }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);

  function openOnArrow(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' || disabled) return;
    event.preventDefault();
    setOpen(true);
  }
  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={name}
        aria-disabled={disabled}
        onClick={() => setOpen(!isOpen && !disabled)}
        onKeyDown={openOnArrow}
        onPointerEnter={() => void loadMenus()}
        className={triggerClass ?? getButtonClass()}
      >
        {typeof label === 'string' ? <span>{label}</span> : label}
        {triggerClass === undefined && (
          <ChevronDown size={14} aria-hidden="true" className="-mr-1 text-muted" />
        )}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <MenuPopup trigger={trigger} onClose={() => setOpen(false)}>
            {children}
          </MenuPopup>
        </Suspense>
      )}
    </>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  /** The text of each value. */
  options: Readonly<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
};

/** A group of which one item is checked. */
export function MenuChoice<Value extends string>({ onChange, ...props }: ChoiceProps<Value>) {
  function changeValue(text: string) {
    for (const value in props.options) if (value === text) onChange(value);
  }
  return <AnyChoice {...props} onChange={changeValue} />;
}
