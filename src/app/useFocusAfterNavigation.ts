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
