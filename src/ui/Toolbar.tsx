import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

/** The controls of a group, without the contents of its menus. */
const controlSelector = ':is(a, button, select, input):not(:disabled, [popover] *)';

/** Makes the controls of a group one Tab stop. The arrow keys, Home and End move between them. */
export function useOneTabStop<Group extends HTMLElement>() {
  const group = useRef<Group>(null);
  const current = useRef<Element | null>(null);

  function controls() {
    return [...(group.current?.querySelectorAll<HTMLElement>(controlSelector) ?? [])];
  }

  function update() {
    const all = controls();
    const stop = all.find((control) => control === current.current) ?? all[0];
    for (const control of all) {
      const tabIndex = control === stop ? 0 : -1;
      // Writing the same value would force a style calculation.
      if (control.tabIndex !== tabIndex) control.tabIndex = tabIndex;
    }
  }
  // After every render, because controls come and go.
  useLayoutEffect(update);

  function handleFocus({ target }: FocusEvent) {
    if (!target.matches(controlSelector)) return;
    current.current = target;
    update();
  }

  function handleKey(event: KeyboardEvent) {
    const all = controls();
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

/** A group of controls that is one Tab stop. */
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
