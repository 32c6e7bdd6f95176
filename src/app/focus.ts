import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { modalSelector } from '../ui/context.ts';

/** Moves the focus to the heading after navigation, if the old screen had it. Before the first click or key, Tab starts at the top. */
export function useFocusAfterNavigation(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname === '' || !navigator.userActivation.hasBeenActive) return;
    // Reading the focus forces a style calculation, so this check comes last.
    if ((document.activeElement ?? document.body) !== document.body) return;
    const focusTarget = document.getElementById('page-heading') ?? document.getElementById('main');
    focusTarget?.focus({ preventScroll: true });
  }, [pathname]);
}

/** Moves the focus to the open dialog or the heading when the focused element is removed, without scrolling. */
export function useFocusRecovery(): void {
  useEffect(() => {
    let focused: Element | null = null;
    let frame = 0;
    function noteFocus({ target }: FocusEvent) {
      focused = target instanceof Element ? target : null;
    }
    function recover() {
      const isLost = (document.activeElement ?? document.body) === document.body;
      // The page behind an open dialog can't be focused.
      const dialog = document.querySelector<HTMLElement>(modalSelector);
      const focusTarget = dialog ?? document.getElementById('page-heading');
      if (isLost) focusTarget?.focus({ preventScroll: true });
    }
    const removals = new MutationObserver(() => {
      if (focused === null || focused.isConnected) return;
      focused = null;
      cancelAnimationFrame(frame);
      // A closing dialog restores the focus itself, in the next frame.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(recover);
      });
    });
    removals.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', noteFocus);
    return () => {
      removals.disconnect();
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', noteFocus);
    };
  }, []);
}
