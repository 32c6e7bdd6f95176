import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * After a screen has gone with whatever had the focus in it, the focus stands at the beginning of the next, so that Tab
 * goes on there and a screen reader says where it is. A focus that is somewhere is left alone, and so is a page that
 * was just loaded: there Tab begins at the top.
 */
export function useFocusAfterNavigation(): void {
  const { pathname, state } = useLocation();
  const isNew = useRef(true);
  useEffect(() => {
    const isLoaded = isNew.current && !isMove(state);
    isNew.current = false;
    const isLost = (document.activeElement ?? document.body) === document.body;
    if (pathname === '' || isLoaded || !isLost) return;
    const start = document.getElementById('page-heading') ?? document.getElementById('main');
    start?.focus({ preventScroll: true });
  }, [pathname, state]);
}

function isMove(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'movedHere' in state;
}

/** A list, or the address, follows what was pressed a little later; looked at so often, and for so long, in ms. */
const lookMs = 80;
const patienceMs = 1_500;

/**
 * The focus is never lost: where what was pressed or closed has left the page and nothing else took the focus, it stands
 * at the beginning of the screen, and the page stays where it is.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function watch({ type, target, key }: Event & { key?: string }) {
      if (!(target instanceof Node) || (type === 'keydown' && key !== 'Escape')) return;
      clearTimeout(timer);
      const until = Date.now() + patienceMs;
      timer = setTimeout(function look() {
        const isGone = !target.isConnected || target === document.body;
        const isLost = (document.activeElement ?? document.body) === document.body;
        if (isLost && isGone) document.getElementById('page-heading')?.focus({ preventScroll: true });
        else if (Date.now() < until) timer = setTimeout(look, lookMs);
      }, lookMs);
    }
    const kinds = ['click', 'keydown'] as const;
    for (const kind of kinds) document.addEventListener(kind, watch, { capture: true });
    return () => {
      clearTimeout(timer);
      for (const kind of kinds) document.removeEventListener(kind, watch, { capture: true });
    };
  }, []);
}

/** Given along with a step into another workspace: everything on screen is new, and the focus has to go along. */
export const movedHere = { movedHere: true } as const;
