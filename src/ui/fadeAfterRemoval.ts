/** A `ref`: after React has removed the element, a copy that nobody can use fades in its place. */
export function fadeAfterRemoval(element: HTMLElement | null) {
  return () => {
    if (element === null || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const { left, top, width, height } = element.getBoundingClientRect();
    const copy = element.cloneNode(true);
    if (!(copy instanceof HTMLElement)) return;
    Object.assign(copy, { inert: true, ariaHidden: 'true' });
    copy.classList.add('leaving');
    Object.assign(copy.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
    document.body.append(copy);
    setTimeout(() => copy.remove(), 100);
  };
}
