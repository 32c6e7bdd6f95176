import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { modalSelector } from '../ui/context.ts';

/**
 * Moves the focus to the heading after navigation if no element has the focus. Does nothing before the first click or
 * key press, because Tab must start at the top of a new page.
 */
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
    let focusedElement: Element | null = null;
    let frame = 0;
    function rememberFocus({ target }: FocusEvent) {
      focusedElement = target instanceof Element ? target : null;
    }
    function recoverFocus() {
      const isLost = (document.activeElement ?? document.body) === document.body;
      // Elements behind an open dialog can't receive the focus.
      const dialog = document.querySelector<HTMLElement>(modalSelector);
      const focusTarget = dialog ?? document.getElementById('page-heading');
      if (isLost) focusTarget?.focus({ preventScroll: true });
    }
    const removalObserver = new MutationObserver(() => {
      if (focusedElement === null || focusedElement.isConnected) return;
      focusedElement = null;
      cancelAnimationFrame(frame);
      // Wait for two frames, because a closing dialog restores the focus itself in the next frame.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(recoverFocus);
      });
    });
    removalObserver.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', rememberFocus);
    return () => {
      removalObserver.disconnect();
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', rememberFocus);
    };
  }, []);
}
