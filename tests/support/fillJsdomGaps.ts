/** Adds features that jsdom lacks. A `ResizeObserver` never fires, and scrolling has no effect. */
export function fillJsdomGaps(): void {
  Object.assign(globalThis, {
    ResizeObserver: IdleObserver,
    matchMedia: matchMediaInWideWindow,
    getComputedStyle: getInlineStyle,
    scrollTo() {},
    // For a text in quotation marks.
    CSS: { escape: (text: string) => text.replace(/["\\]/g, '\\$&') },
  });
  Object.assign(navigator, { userActivation: { hasBeenActive: true } });
  Object.assign(Element.prototype, { scrollIntoView() {}, getAnimations: () => [] });
  fillPopoverGaps();
}

/** A popover opens by its button, and closes by a click inside or outside. */
function fillPopoverGaps() {
  function toggle(popover: HTMLElement, newState: 'open' | 'closed') {
    if (newState === (popover.style.display === 'block' ? 'open' : 'closed')) return;
    for (const type of ['beforetoggle', 'toggle']) {
      popover.style.display = newState === 'open' ? 'block' : 'none';
      popover.dispatchEvent(Object.assign(new Event(type), { newState }));
    }
  }
  Object.assign(HTMLElement.prototype, {
    hidePopover(this: HTMLElement) {
      toggle(this, 'closed');
    },
  });
  document.addEventListener('click', ({ target }) => {
    const trigger = target instanceof Element ? target.closest('[popovertarget]') : null;
    for (const popover of document.querySelectorAll<HTMLElement>('[popover]'))
      if (popover.id === trigger?.getAttribute('popovertarget')) toggle(popover, 'open');
      else if (target instanceof Node && !popover.contains(target)) toggle(popover, 'closed');
  });
}

class IdleObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

function matchMediaInWideWindow(media: string) {
  const matches = /min-width|reduced-motion/.test(media);
  return Object.assign(new EventTarget(), { media, matches, onchange: null });
}

/** Returns inline styles only, because jsdom takes long to compute the styles for each query by role. */
function getInlineStyle(element: HTMLElement): CSSStyleDeclaration {
  const isClosed = element.hasAttribute('popover') && element.style.display !== 'block';
  if (!element.hidden && !isClosed) return element.style;
  const { style } = document.createElement('i');
  style.display = 'none';
  return style;
}
