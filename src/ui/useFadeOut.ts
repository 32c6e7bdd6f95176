import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The element itself leaves at once. A copy without role or focus fades out. */
export function useFadeOut(kind: 'dialog' | 'drawer' | 'toast'): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    document.querySelector(`[data-leaving=${kind}]`)?.remove();
    // React calls this while the element is still in the page.
    return () => fadeOut(element.current, kind);
  }, [kind]);
  return element;
}

function fadeOut(element: HTMLElement | null, kind: string): void {
  if (element === null) return;
  const copy = document.importNode(element, true);
  for (const part of [copy, ...copy.querySelectorAll('[role], [id]')]) {
    part.removeAttribute('role');
    part.removeAttribute('id');
  }
  copy.inert = true;
  copy.ariaHidden = 'true';
  copy.dataset.leaving = kind;
  copy.addEventListener('animationend', () => copy.remove());
  element.after(copy);
  // With reduced motion, no animation ends.
  if (copy.getAnimations({ subtree: true }).length === 0) copy.remove();
}
