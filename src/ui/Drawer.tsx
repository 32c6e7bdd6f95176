import { X } from 'lucide-react';
import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { modalSelector } from './context.ts';
import { Modal } from './Modal.tsx';
import { useIsNarrow } from './windowWidth.ts';

type DrawerProps = {
  title: ReactNode;
  /** Buttons beside the title. */
  tools?: ReactNode;
  /** Buttons that stay visible below the content. */
  footer?: ReactNode;
  onClose: () => void;
  /** Returns the element that receives the focus on close, if the focus is in the drawer. */
  finalFocus: () => HTMLElement | null;
  children: ReactNode;
};

/** A panel at the right edge. The page beside the panel stays usable. On a phone, the panel is a modal dialog. */
export function Drawer(props: DrawerProps) {
  const { title, tools, footer, onClose, finalFocus, children } = props;
  if (!useIsNarrow()) return <Panel {...props} />;
  return (
    <Modal
      kind="dialog"
      title={<span className="block pr-18">{title}</span>}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <div className="absolute top-4 right-14 flex size-9 items-center justify-end sm:top-5 sm:right-15">
        {tools}
      </div>
      {children}
      {footer && (
        <div className="sticky -bottom-5 -mx-5 mt-4 -mb-5 bg-raised px-5 py-4 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
          {footer}
        </div>
      )}
    </Modal>
  );
}

function Panel({ title, tools, footer, onClose, finalFocus, children }: DrawerProps) {
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  const restoreFocus = useEffectEvent((closed: HTMLElement | null) => {
    if (closed?.contains(document.activeElement)) finalFocus()?.focus();
  });
  const closeOnEscape = useEffectEvent(({ key, target }: KeyboardEvent) => {
    if (key !== 'Escape' || !(target instanceof Element)) return;
    // Keep the drawer open if a control of the page has the focus, because Esc then clears a field or closes a menu.
    const isControl = target.matches('input, select, textarea, button, a, [popover] *');
    if (panel.current?.contains(target) || !(isControl || target.closest(modalSelector))) onClose();
  });
  // Listen before the paint, because useEffect can run after the first key press.
  useLayoutEffect(() => {
    const element = panel.current;
    const listener = (event: KeyboardEvent) => closeOnEscape(event);
    document.addEventListener('keydown', listener);
    element?.focus({ preventScroll: true });
    return () => {
      document.removeEventListener('keydown', listener);
      restoreFocus(element);
    };
  }, []);

  return (
    <aside
      ref={panel}
      role="dialog"
      data-drawer
      aria-labelledby={titleId}
      tabIndex={-1}
      className="fixed inset-y-0 right-0 z-20 flex w-100 flex-col border-l border-line bg-raised shadow-float outline-none xl:shadow-none print:hidden"
    >
      <header className="flex items-start gap-1 py-4 pr-3 pl-5">
        <h2
          id={titleId}
          aria-live="polite"
          className="min-w-0 flex-1 py-1 text-lead font-semibold wrap-anywhere"
        >
          {title}
        </h2>
        {tools}
        <DrawerButton label="Close" onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </DrawerButton>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
      {footer && <footer className="border-t border-line px-5 py-3">{footer}</footer>}
    </aside>
  );
}

type DrawerButtonProps = { label: string; disabled?: boolean; onClick: () => void; children: ReactNode };

export function DrawerButton({ label, disabled = false, onClick, children }: DrawerButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      className="grid size-8 shrink-0 place-items-center rounded-md text-muted not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-text aria-disabled:opacity-40"
    >
      {children}
    </button>
  );
}
