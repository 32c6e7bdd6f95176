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
  Object.assign(HTMLElement.prototype, { showPopover() {} });
}

class IdleObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

function matchMediaInWideWindow(media: string) {
  return Object.assign(new EventTarget(), { media, matches: media.includes('min-width'), onchange: null });
}

/** Returns inline styles only, because jsdom takes long to compute the styles for each query by role. */
function getInlineStyle(element: HTMLElement): CSSStyleDeclaration {
  if (!element.hidden) return element.style;
  const { style } = document.createElement('i');
  style.display = 'none';
  return style;
}
