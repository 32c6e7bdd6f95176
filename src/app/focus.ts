import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * After a screen has gone with whatever had the focus in it, the focus stands at the beginning of the next, so that Tab
 * goes on there and a screen reader says where it is. A focus that is somewhere is left alone, and so is a page in
 * which nobody has clicked or typed yet: there Tab begins at the top.
 */
export function useFocusAfterNavigation(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const isLost = (document.activeElement ?? document.body) === document.body;
    if (pathname === '' || !isLost || !navigator.userActivation.hasBeenActive) return;
    const start = document.getElementById('page-heading') ?? document.getElementById('main');
    start?.focus({ preventScroll: true });
  }, [pathname]);
}

/**
 * The focus is never lost: where what had it has left the page and nothing else took it, it stands at the beginning of the
 * open dialog or of the screen, and the page stays where it is.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let holder: Element | null = null;
    let frame = 0;
    function note({ target }: FocusEvent) {
      holder = target instanceof Element ? target : null;
    }
    function recover() {
      const isLost = (document.activeElement ?? document.body) === document.body;
      // The page behind an open dialog is out of reach.
      const dialog = document.querySelector<HTMLElement>('[role=alertdialog], [role=dialog]');
      const start = dialog ?? document.getElementById('page-heading');
      if (isLost) start?.focus({ preventScroll: true });
    }
    const removals = new MutationObserver(() => {
      if (holder === null || holder.isConnected) return;
      holder = null;
      cancelAnimationFrame(frame);
      // A dialog that closes gives the focus back by itself, in the next frame.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(recover);
      });
    });
    removals.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', note);
    return () => {
      removals.disconnect();
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', note);
    };
  }, []);
}
