/** Adds features that jsdom lacks. Observers never fire, and scrolling has no effect. */
export function fillJsdomGaps(): void {
  define(globalThis, {
    isSecureContext: true,
    ResizeObserver: IdleObserver,
    IntersectionObserver: IdleObserver,
    matchMedia: matchMediaInWideWindow,
    getComputedStyle: getInlineStyle,
    scrollTo() {},
    CSS: { escape: escapeAll },
  });
  define(navigator, { userActivation: { hasBeenActive: true } });
  define(Element.prototype, { scrollIntoView() {}, scrollTo() {}, getAnimations: () => [] });
  define(HTMLElement.prototype, { showPopover() {}, hidePopover() {} });
}

class IdleObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

function matchMediaInWideWindow(media: string) {
  return Object.assign(new EventTarget(), { media, matches: media.includes('min-width'), onchange: null });
}

/** Escapes every character by its code. A browser returns a shorter text with the same meaning. */
function escapeAll(text: string): string {
  return [...text].map((character) => `\\${character.codePointAt(0)?.toString(16)} `).join('');
}

function define(holder: object, features: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(features))
    Object.defineProperty(holder, name, { value, configurable: true, writable: true });
}

/** Returns inline styles only, because jsdom takes long to compute the styles for each query by role. */
function getInlineStyle(element: HTMLElement): CSSStyleDeclaration {
  if (!element.hidden) return element.style;
  const { style } = document.createElement('i');
  style.display = 'none';
  return style;
}
