import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

/** Matches the enabled controls of a group, except those inside its menus. */
const controlSelector = ':is(a, button, select, input):not(:disabled, [popover] *)';

/** Makes the controls of a group one Tab stop. The arrow keys, Home and End move the focus inside the group. */
export function useOneTabStop<Group extends HTMLElement>() {
  const group = useRef<Group>(null);
  const focusedControl = useRef<Element | null>(null);

  function findControls() {
    return [...(group.current?.querySelectorAll<HTMLElement>(controlSelector) ?? [])];
  }

  function updateTabStops() {
    const controls = findControls();
    const stop = controls.find((control) => control === focusedControl.current) ?? controls[0];
    for (const control of controls) {
      const tabIndex = control === stop ? 0 : -1;
      // Skip equal values, because writing them would force a style calculation.
      if (control.tabIndex !== tabIndex) control.tabIndex = tabIndex;
    }
  }
  // Run after every render, because a render can add or remove controls.
  useLayoutEffect(updateTabStops);

  function handleFocus({ target }: FocusEvent) {
    if (!target.matches(controlSelector)) return;
    focusedControl.current = target;
    updateTabStops();
  }

  function handleKey(event: KeyboardEvent) {
    const controls = findControls();
    const index = event.target instanceof HTMLElement ? controls.indexOf(event.target) : -1;
    const targets: Record<string, number> = {
      ArrowRight: (index + 1) % controls.length,
      ArrowLeft: (index - 1 + controls.length) % controls.length,
      Home: 0,
      End: controls.length - 1,
    };
    const target = targets[event.key];
    if (index === -1 || target === undefined) return;
    event.preventDefault();
    controls[target]?.focus();
  }

  return { ref: group, onFocus: handleFocus, onKeyDown: handleKey };
}

type ToolbarProps = { label: string; className?: string; children: ReactNode };

export function Toolbar({ label, className = '', children }: ToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label={label}
      {...useOneTabStop<HTMLDivElement>()}
      className={`flex flex-wrap items-center gap-2 ${className}`}
    >
      {children}
    </div>
  );
}
