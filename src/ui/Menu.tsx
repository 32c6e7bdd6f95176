import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, Suspense, startTransition, useState } from 'react';
import { getButtonClass } from './Button.tsx';
import { lazyComponent } from './lazyComponent.tsx';

const loadParts = () => import('./menuParts.tsx');

const OpenMenu = lazyComponent(async () => (await loadParts()).OpenMenu);
const TextChoice = lazyComponent(async () => (await loadParts()).TextChoice);
export const MenuItem = lazyComponent(async () => (await loadParts()).MenuItem);
export const MenuLink = lazyComponent(async () => (await loadParts()).MenuLink);

/** Base UI's menu is a fifth of the console's code, so a menu is a plain button until its first use. */
export async function loadMenus(): Promise<void> {
  await Promise.all([OpenMenu, TextChoice, MenuItem, MenuLink].map(({ preload }) => preload()));
}

type MenuProps = {
  label: ReactNode;
  name?: string;
  triggerClass?: string;
  disabled?: boolean;
  children: ReactNode;
};

export function Menu({ label, name, triggerClass, disabled = false, children }: MenuProps) {
  const [isUsed, setUsed] = useState(false);
  const hasArrow = triggerClass === undefined;
  const className = triggerClass ?? getButtonClass();
  const content = (
    <>
      {typeof label === 'string' ? <span>{label}</span> : label}
      {hasArrow && <ChevronDown size={14} aria-hidden="true" className="-mr-1 text-muted" />}
    </>
  );

  function openMenu() {
    // In a transition, the button stays until the code has loaded.
    if (!disabled) startTransition(() => setUsed(true));
  }
  const button: ComponentProps<'button'> = {
    type: 'button',
    'aria-label': name,
    'aria-haspopup': 'menu',
    'aria-disabled': disabled,
    className,
    children: content,
  };
  return (
    <Suspense fallback={<button {...button} />}>
      {isUsed && !disabled ? (
        <OpenMenu name={name} triggerClass={className} label={content}>
          {children}
        </OpenMenu>
      ) : (
        <button
          {...button}
          aria-expanded={false}
          onPointerEnter={() => void loadMenus()}
          onClick={openMenu}
          onKeyDown={({ key }) => key === 'ArrowDown' && openMenu()}
        />
      )}
    </Suspense>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  options: Readonly<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
};

export function MenuChoice<Value extends string>({ onChange, ...props }: ChoiceProps<Value>) {
  function changeValue(text: string) {
    for (const value in props.options) if (value === text) onChange(value);
  }
  return <TextChoice {...props} onChange={changeValue} />;
}
