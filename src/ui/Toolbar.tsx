import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

/** Matches the enabled controls of a group, except those inside its menus. */
const controlSelector = ':is(a, button, select, input):not(:disabled, [popover] *)';

/** Makes the controls of a group one Tab stop. The arrow keys, Home and End move the focus inside the group. */
export function useOneTabStop<Group extends HTMLElement>() {
  const group = useRef<Group>(null);
  const current = useRef<Element | null>(null);

  function findControls() {
    return [...(group.current?.querySelectorAll<HTMLElement>(controlSelector) ?? [])];
  }

  function updateTabStops() {
    const all = findControls();
    const stop = all.find((control) => control === current.current) ?? all[0];
    for (const control of all) {
      const tabIndex = control === stop ? 0 : -1;
      // Skip equal values, because writing them would force a style calculation.
      if (control.tabIndex !== tabIndex) control.tabIndex = tabIndex;
    }
  }
  // Run after every render, because a render can add or remove controls.
  useLayoutEffect(updateTabStops);

  function handleFocus({ target }: FocusEvent) {
    if (!target.matches(controlSelector)) return;
    current.current = target;
    updateTabStops();
  }

  function handleKey(event: KeyboardEvent) {
    const all = findControls();
    const index = event.target instanceof HTMLElement ? all.indexOf(event.target) : -1;
    const targets: Record<string, number> = {
      ArrowRight: (index + 1) % all.length,
      ArrowLeft: (index - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    };
    const target = targets[event.key];
    if (index === -1 || target === undefined) return;
    event.preventDefault();
    all[target]?.focus();
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
