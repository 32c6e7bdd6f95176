import { useEffect } from 'react';

/** What was pressed may be gone a moment later, once the page has been drawn anew or a dialog has closed. */
const settledMs = 80;

/**
 * The focus is never lost: where what was pressed or closed has left the page and nothing else took the focus, it stands
 * at the beginning of the screen, and the page stays where it is.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    function look(event: Event) {
      const { target } = event;
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return;
      setTimeout(() => {
        const isLost = (document.activeElement ?? document.body) === document.body;
        const isGone = target instanceof Node && (!target.isConnected || target === document.body);
        if (isLost && isGone) document.getElementById('page-heading')?.focus({ preventScroll: true });
      }, settledMs);
    }
    document.addEventListener('click', look, { capture: true });
    document.addEventListener('keydown', look, { capture: true });
    return () => {
      document.removeEventListener('click', look, { capture: true });
      document.removeEventListener('keydown', look, { capture: true });
    };
  }, []);
}
